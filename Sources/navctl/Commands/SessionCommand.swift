internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// A command that visits the daemon once.
protocol SessionCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// Does it; what it throws says how the process ends.
    func run(in session: OneShotSession, _ output: Output) async throws
}

extension SessionCommand {
    mutating func run() async throws {
        let session = try await options.session()
        do {
            try await run(in: session, options.results)
            if let mended = await session.mended {
                Diagnostics.print(
                    "\(DivergenceText.words(mended))\n\(DivergenceText.advice(mended))")
            }
        } catch {
            await session.close()
            throw error
        }
        await session.close()
    }
}

/// A command that makes one change.
protocol ChangeCommand: SessionCommand {
    /// The revision that the change insists on.
    var condition: RevisionOption { get }
    /// What the user wants.
    func intent() throws -> Intent
}

extension ChangeCommand {
    func run(in session: OneShotSession, _ output: Output) async throws {
        let result = try await session.perform(
            try intent(), requiredRevision: condition.ifRevision)
        try ChangeReport(result, await session.authors(of: result)).write(to: output)
    }
}

extension OneShotSession {
    /// Who made the commits that explain what a change came to: only what names one is looked up.
    func authors(of result: CommandResult) async -> Authors {
        guard case .settled(_, let receipt) = result else { return Authors() }
        return Authors(await authors(of: receipt.outcomes.explanations))
    }
}
