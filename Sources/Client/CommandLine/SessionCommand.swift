package import ArgumentParser
package import NavigationClient
package import NavigationModel
internal import NavigationText
internal import NavigationWire

/// A command that opens one session with the daemon.
package protocol SessionCommand: AsyncParsableCommand {
    /// The options of every command.
    var options: GlobalOptions { get }
    /// A Boolean value indicating whether the command reports changes on the shelf at its end.
    var mentionsShelf: Bool { get }
    /// A Boolean value indicating whether the outbox is flushed on connecting.
    var flushesOutbox: Bool { get }
    /// A Boolean value indicating whether the command fails in a scene that does not exist.
    var needsScene: Bool { get }
    /// Runs the command; a thrown error determines the exit status.
    func run(in session: SceneMirror, _ output: Output) async throws
}

extension SessionCommand {
    package var mentionsShelf: Bool { true }
    package var flushesOutbox: Bool { true }
    package var needsScene: Bool { true }

    package mutating func run() async throws {
        try await withSession { session in try await run(in: session, options.results) }
    }

    /// Opens a session, and closes it whatever happens.
    package func withSession(_ body: (SceneMirror) async throws -> Void) async throws {
        try await options.session(flushesOutbox: flushesOutbox).closing { session in
            if let loss = session.client.loss { Console.print("\(loss)") }
            let result: Result<Void, any Error>
            do { result = .success(try await serve(session, body)) } catch {
                result = .failure(error)
            }
            await mentionOtherStore(of: session, unless: result)
            if case .success = result, let problem = await session.deviceError {
                Console.print("\(problem.words)")
            }
            if case .success = result, let repaired = await session.repairedDivergence {
                Console.print(
                    "\(DivergenceText.words(repaired))\n\(DivergenceText.advice(repaired))")
            }
            await DeferredOutcomeText.show(of: session)
            await mentionShelf(of: session)
            try result.get()
        }
    }

    private func serve(
        _ session: SceneMirror, _ body: (SceneMirror) async throws -> Void
    ) async throws {
        if needsScene, let missing = await session.missing() { throw missing }
        try await body(session)
    }

    /// Prints that the daemon serves another store, unless that is why the command failed.
    private func mentionOtherStore(
        of session: SceneMirror, unless result: Result<Void, any Error>
    ) async {
        if case .failure(let error) = result, CommandError(reporting: error)?.code == .otherStore {
            return
        }
        if let other = await session.otherStore { Console.print("\(other.words)") }
    }

    private func mentionShelf(of session: SceneMirror) async {
        // A failure to count is no reason to fail: the command has been done.
        // An ephemeral device has no shelf to look at later.
        guard mentionsShelf, !options.ephemeral, let count = try? await session.shelfCount,
            count > 0
        else { return }
        let changes = count == 1 ? "1 refused change is" : "\(count) refused changes are"
        Console.print("\(changes) on the shelf: see 'navctl shelf list'")
    }
}

/// A command that makes one change.
package protocol ChangeCommand: SessionCommand {
    /// The revision that the change requires.
    var condition: RevisionOption { get }
    /// A Boolean value indicating whether other devices are to animate the change.
    var isAnimated: Bool { get }
    /// A Boolean value indicating whether the change may affect screens that a modal covers.
    var isBeneath: Bool { get }
    /// Returns the intent.
    func intent() throws -> Intent
    /// Makes the change, and reports its outcome.
    func make(_ intent: Intent, in session: SceneMirror, _ output: Output) async throws
}

extension ChangeCommand {
    package var isAnimated: Bool { false }
    package var isBeneath: Bool { true }

    /// Parses the intent before it connects: an error in it needs no daemon.
    package mutating func run() async throws {
        let intent = try intent()
        try await withSession { session in try await make(intent, in: session, options.results) }
    }

    package func run(in session: SceneMirror, _ output: Output) async throws {
        try await make(try intent(), in: session, output)
    }

    package func make(
        _ intent: Intent, in session: SceneMirror, _ output: Output
    ) async throws {
        try await report(perform(intent, in: session), of: session).write(to: output)
    }

    /// Makes the change.
    package func perform(
        _ intent: Intent, in session: SceneMirror
    ) async throws -> CommandResult {
        try await session.submit(
            intent, requiredRevision: condition.ifRevision, animated: isAnimated,
            beneath: isBeneath)
    }

    /// Returns the outcome of a change, with the authors who explain it.
    package func report(
        _ result: CommandResult, of session: SceneMirror
    ) async -> ChangeReport {
        ChangeReport(result, await session.authors(of: result))
    }
}

extension SceneMirror {
    /// Returns the authors of the commits that explain the outcomes of a change, and looks up no
    /// others.
    package func authors(of result: CommandResult) async -> Authors {
        guard case .settled(_, let receipt) = result else { return Authors() }
        return Authors(await authors(of: receipt.outcomes.explanations))
    }
}

/// A session, or a client, that has to be closed when a command has finished with it.
package protocol Closable: Sendable {
    /// Releases all resources. Idempotent.
    func close() async
}

extension Closable {
    /// Runs `body`, and closes the resource whether or not it throws.
    package func closing<Value>(
        after body: (Self) async throws -> Value
    ) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body(self)) } catch { result = .failure(error) }
        await close()
        return try result.get()
    }
}

extension NavigationClient: Closable {}

extension SceneMirror: Closable {
    package func close() async { await client.close() }
}

extension Administration: Closable {
    package func close() async { await client.close() }
}
