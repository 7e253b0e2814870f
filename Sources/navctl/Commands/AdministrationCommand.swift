internal import ArgumentParser
internal import NavigationClient

/// A command about users, devices or keys: it visits the daemon once, and makes no device.
protocol AdministrationCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// Does it; what it throws says how the process ends.
    func run(in administration: Administration, _ output: Output) async throws
}

extension AdministrationCommand {
    mutating func run() async throws {
        try await visit { try await run(in: $0, options.results) }
    }

    /// Opens a visit, and closes it whatever happens.
    func visit(_ body: (Administration) async throws -> Void) async throws {
        let administration = try await Administration(
            options.configuration, timeout: options.timeout.duration)
        do {
            try await body(administration)
        } catch {
            await administration.close()
            throw error
        }
        await administration.close()
    }
}
