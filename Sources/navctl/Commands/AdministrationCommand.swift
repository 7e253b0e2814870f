internal import ArgumentParser
internal import NavigationClient
internal import NavigationText

/// A command about users, devices or keys: it visits the daemon once, and makes no device.
protocol AdministrationCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// A Boolean value indicating whether the command changes nothing; the change of one that does
    /// is not kept when the daemon is not there.
    var isReadOnly: Bool { get }
    /// Does it; what it throws says how the process ends.
    func run(in administration: AdminSession, _ output: Output) async throws
}

extension AdministrationCommand {
    var isReadOnly: Bool { false }

    mutating func run() async throws {
        do {
            try await withSession { try await run(in: $0, options.results) }
        } catch let error as NavigationClientError where !isReadOnly {
            throw error.keepingNothing
        }
    }

    /// Opens a visit, and closes it whatever happens.
    func withSession(_ body: (AdminSession) async throws -> Void) async throws {
        let administration = try await AdminSession(
            options.configuration, timeout: options.timeout.duration)
        try await administration.closing { administration in
            // Before anything is asked or done: whose users and devices it will be about.
            if let other = try await administration.otherStore() {
                Console.print("\(other.words)")
            }
            try await body(administration)
        }
    }
}
