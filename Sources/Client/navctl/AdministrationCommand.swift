internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationText

/// A command about users, devices or keys: it opens one session, and creates no device.
protocol AdministrationCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// A Boolean value indicating whether the command changes nothing; a change by one that does is
    /// not queued while the daemon is unreachable.
    var isReadOnly: Bool { get }
    /// Runs the command; a thrown error determines the exit status.
    func run(in administration: Administration, _ output: Output) async throws
}

extension AdministrationCommand {
    var isReadOnly: Bool { false }

    mutating func run() async throws { try await runInSession() }

    /// Runs the command in a session.
    func runInSession() async throws {
        do {
            try await withSession { try await run(in: $0, options.results) }
        } catch let error as NavigationClientError where !isReadOnly {
            throw error.keepingNothing
        }
    }

    /// Opens a session, and closes it whatever happens.
    func withSession(_ body: (Administration) async throws -> Void) async throws {
        let administration = try await options.administration()
        try await administration.closing { administration in
            // Before any request: the store that the users and devices belong to.
            if let other = try await administration.otherStore() {
                Console.print("\(other.words)")
            }
            try await body(administration)
        }
    }
}
