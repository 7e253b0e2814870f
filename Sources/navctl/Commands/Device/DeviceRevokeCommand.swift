internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationWire

/// `navctl device revoke`
struct DeviceRevokeCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take a device its access, at once and for good.",
        discussion: """
            Its connections are cut, what it has waiting is refused, and every log says so.
            What it did before stays: --at prints what it did in the scene from a revision
            on, so that it can be looked at and taken back.

            EXAMPLES:
              navctl device revoke phone
              navctl device revoke phone --at 120
              navctl device revoke 3f2a91c0 --output json
            """)

    @Argument(help: "The device.")
    var device: DeviceReference

    @Option(
        help: ArgumentHelp(
            "Print what it did from this revision on, in the scene.", valueName: "revision"))
    var at: Revision?

    @Flag(help: "Don't ask, even if it is this device.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let entry = try device.find(in: try await administration.devices().devices)
        if entry.device == administration.device, !yes {
            try Prompt.confirm(
                "\(entry.name.label) is this device, and could not come back by itself: revoke it")
        }
        // Looked up first: who revokes itself can't ask any more.
        var commits: [Commit]?
        if let at { commits = try await self.commits(from: at, by: entry.device) }
        let heads = try await administration.revoke(entry.device)
        switch output.format {
        case .json:
            let objects = commits?.map { JSON.object(CommitObject.members(of: $0)) }
            try output.write([
                "id": .string(entry.device.description), "name": .string(entry.name.rawValue),
                "scenes": .array(heads.map(Self.object)),
                "commits": objects.map(JSON.array) ?? .null,
            ])
        case .text:
            try output.write(text: "revoked \(entry.name.label)\n")
            var authors = Authors()
            authors.note(commits ?? [])
            for commit in commits ?? [] {
                try output.write(CommitText.logLine(commit, authors))
            }
            if let at, commits?.isEmpty ?? false {
                Diagnostics.print("it did nothing from revision \(at) on")
            }
        }
    }

    /// What the device did in the scene, from a revision on.
    private func commits(from first: Revision, by device: DeviceID) async throws -> [Commit] {
        let session = try await options.session(handsOver: false)
        do {
            let commits = try await Self.commits(from: first, by: device, in: session)
            await session.close()
            return commits
        } catch {
            await session.close()
            throw error
        }
    }

    private static func commits(
        from first: Revision, by device: DeviceID, in session: OneShotSession
    ) async throws -> [Commit] {
        var reached = Revision(rawValue: max(first.rawValue, 1) - 1)
        var commits: [Commit] = []
        var hasMore = true
        while hasMore {
            let page = try await session.history(after: reached, limit: WireLimits.historyPage)
            commits += page.commits.filter { $0.stamp.device == device }
            guard let last = page.commits.last else { break }
            (reached, hasMore) = (last.revision, page.hasMore)
        }
        return commits
    }

    private static func object(of head: Head) -> JSON {
        ["scene": .string(head.scene.rawValue), "revision": .init(head.revision)]
    }
}
