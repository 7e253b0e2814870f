internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationSync
internal import NavigationText
internal import NavigationWire

/// `navctl doctor`
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the daemon, its log and this device's mirror.",
        discussion: """
            Recomputes every digest from the records. The daemon reads its whole log and
            checks its database, which takes longer on a large one: raise --timeout.

            --repair replaces this device's mirror by a snapshot from the daemon; pending
            changes are kept. The exit status is 1 if a check fails.

            EXAMPLES:
              navctl doctor
              navctl doctor --repair
              navctl doctor --output json | jq '.checks[] | select(.ok == false)'
            """)

    @Flag(help: "Replace this device's mirror by a snapshot from the daemon")
    var repair = false

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let mode = MirrorMode.oneShot(
            timeout: options.timeout.duration, toleratesDamage: true)
        let client = try await NavigationClient(options.configuration)
        try await client.closing { client in
            let kept: Result<ConfirmedScene?, NavigationClientError>
            do throws(NavigationClientError) {
                kept = .success(try await client.storedScene(options.scene))
            } catch {
                kept = .failure(error)
            }
            let session = try await client.mirror(of: options.scene, mode: mode)
            try await run(in: session, kept, options.results)
        }
    }

    private func run(
        in session: SceneMirror, _ kept: Result<ConfirmedScene?, NavigationClientError>,
        _ output: Output
    ) async throws {
        if let loss = session.client.loss { Console.print("\(loss)") }
        var blockingError = repair ? await session.repair() : nil
        let (view, connectionError) = await session.fetchScene()
        blockingError = blockingError ?? connectionError
        var checkup = DoctorReport(reports: session.client.reports)
        var audit: Audit?
        if blockingError == nil {
            do {
                audit = try await Self.audit(in: session)
            } catch {
                blockingError = error
            }
        }
        if let audit { checkup.add(audit) }
        await checkup.add(kept, in: session, isRepaired: repair)
        checkup.add(view, audit?.memory)
        checkup.add(deviceFault: session.client.databaseFault)
        if let repaired = await session.repairedDivergence { checkup.add(repaired) }
        if let problem = await session.deviceError { checkup.add(problem) }
        let other = await session.otherStore
        switch output.format {
        case .json: try output.write(object: checkup.object)
        case .text: for line in checkup.lines { try output.write(line) }
        }
        if let blockingError { throw CommandError(blockingError) }
        if let other { Console.print("\(other.words)") }
        if !checkup.isFine { throw ExitStatus.failed }
    }

    /// Has the daemon check itself; again, if the scene changed meanwhile.
    private static func audit(
        in session: SceneMirror
    ) async throws(NavigationClientError) -> Audit {
        var audit = try await session.audit()
        for _ in 0..<tries where !audit.isOfOneRevision { audit = try await session.audit() }
        return audit
    }

    private static let tries = 5
}

extension Audit {
    /// A Boolean value indicating whether memory and disk were read at the same revision.
    fileprivate var isOfOneRevision: Bool {
        [replay, snapshot].allSatisfy { finding in
            guard case .state(_, let revision, _) = finding else { return true }
            return revision == memory.revision
        }
    }
}
