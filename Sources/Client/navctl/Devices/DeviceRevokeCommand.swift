internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl device revoke`
struct DeviceRevokeCommand: AdministrationCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a device permanently.",
        discussion: """
            Its connections are cut, what it has waiting is refused, and every log says so;
            the open invitations that it made are withdrawn. Devices that it let in keep
            their access, and are listed: --with-descendants revokes them, too, with those
            that they let in, but for this device and those that came by way of it.
            What it did before stays: --at prints what it did in the scene from a revision
            on, so that it can be looked at and taken back.

            On a terminal it asks first. Where nobody can be asked it goes on, unless the
            device is this one.

            EXAMPLES:
              navctl device revoke phone
              navctl device revoke phone --with-descendants
              navctl device revoke phone --at 120
              navctl device revoke 3f2a91c0 --output json
            """)

    @Argument(help: "The device.")
    var device: DeviceReference

    @Option(
        help: ArgumentHelp(
            "Print what it did from this revision on, in the scene.", valueName: "revision"))
    var at: Revision?

    @Flag(help: "Revoke those too that it let in, and those that they let in.")
    var withDescendants = false

    @Flag(help: "Don't ask, even if it is this device.")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let list = try await administration.devices()
        let entry = try device.find(in: list.devices)
        if !yes { try confirm(entry, HandedOut(by: entry, in: list), administration.client.device) }
        // Looked up first: a device that revokes itself can't send requests any more.
        var commits: [Commit]?
        if let at { commits = try await self.commits(from: at, by: entry.device) }
        let revoked = try await revoke(entry, HandedOut(by: entry, in: list), in: administration)
        let others = list.devices.filter { entry in
            revoked.devices.dropFirst().contains(entry.device)
        }
        let handedOut = HandedOut(invitations: revoked.withdrawn, devices: revoked.letIn)
        switch output.format {
        case .json:
            let revocation = RevocationJSON(
                id: entry.device.description, name: entry.name.rawValue,
                scenes: revoked.heads.map {
                    RevocationJSON.Head(scene: $0.scene.rawValue, revision: $0.revision.rawValue)
                },
                commits: commits?.map(CommitJSON.init),
                descendants: others.map(\.device.description))
            try output.write(object: Joined(revocation, handedOut.object))
        case .text:
            try output.write(text: "revoked \(entry.name.label)\n")
            if !others.isEmpty {
                try output.write(
                    text: "and those it had let in: \(ProvenanceText.names(of: others))\n")
            }
            let advice: TerminalText =
                withDescendants
                ? "kept, as this device is one of them or came before them"
                : "'--with-descendants' revokes them, too"
            for line in handedOut.lines(advice: advice) { try output.write(text: line + "\n") }
            var authors = Authors()
            authors.note(commits ?? [])
            for commit in commits ?? [] {
                try output.write(CommitText.logLine(commit, authors))
            }
            if let at, commits?.isEmpty ?? false {
                Console.print("it did nothing from revision \(at) on")
            }
        }
    }

    /// Asks on a terminal; elsewhere only about the device itself, which could not come back.
    private func confirm(
        _ entry: DeviceInfo, _ handedOut: HandedOut, _ own: DeviceID?
    ) throws {
        if entry.device == own {
            return try Prompt.confirm(
                "\(entry.name.label) is this device, and could not come back by itself: revoke it")
        }
        guard Prompt.isPossible else { return }
        for line in DeviceText.lines(of: entry, isThisOne: false, letIn: handedOut.devices) {
            Console.print(line.runs.map(\.text).joined())
        }
        let others: TerminalText =
            withDescendants && !handedOut.devices.isEmpty
            ? " and \(handedOut.devices.count) that it let in" : .empty
        try Prompt.confirm("revoke \(entry.name.label)\(others) for good")
    }

    /// Revokes the device. If it is this one, its connection may end before the reply arrives: then
    /// it has no access any more, and what it handed out is as it was listed.
    private func revoke(
        _ entry: DeviceInfo, _ handedOut: HandedOut, in administration: Administration
    ) async throws(NavigationClientError) -> Revoked {
        do {
            return try await administration.revoke(
                entry.device, withDescendants: withDescendants)
        } catch {
            guard entry.device == administration.client.device, error.code == .revoked else {
                throw error
            }
            return Revoked(
                heads: [], devices: [entry.device], withdrawn: handedOut.invitations,
                letIn: handedOut.devices)
        }
    }

    /// Returns the commits of the device in the scene, from a revision on.
    private func commits(from first: Revision, by device: DeviceID) async throws -> [Commit] {
        try await options.session(flushesOutbox: false).closing { session in
            try await Self.commits(from: first, by: device, in: session)
        }
    }

    private static func commits(
        from first: Revision, by device: DeviceID, in session: SceneMirror
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
}

/// A revocation as JSON.
private struct RevocationJSON: Encodable {
    let id: String
    let name: String
    let scenes: [Head]
    let commits: [CommitJSON]?
    let descendants: [String]

    struct Head: Encodable {
        let scene: String
        let revision: UInt64
    }
}
