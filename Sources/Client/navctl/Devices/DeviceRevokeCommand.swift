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
            The device is disconnected, its pending changes are refused, its open
            invitations are withdrawn, and the revocation is logged in every scene. Devices
            that it invited keep their access and are listed: --with-descendants revokes
            them too, directly or indirectly invited, except this device and those invited
            through it. Its commits stay: --at prints those in the scene from a revision
            on, so that they can be reviewed. A browser of this device's 'navctl web' is
            removed with its directory, and its pages say so.

            Asks for confirmation on a terminal, and always if the device is this one.

            EXAMPLES:
              navctl device revoke phone
              navctl device revoke phone --with-descendants
              navctl device revoke phone --at 120
              navctl device revoke 3f2a91c0 --output json
            """)

    @Argument(help: "The device to revoke")
    var device: DeviceReference

    @Option(
        help: ArgumentHelp(
            "Print its commits in the scene from this revision on", valueName: "revision"))
    var at: Revision?

    @Flag(help: "Also revoke the devices that it invited, recursively")
    var withDescendants = false

    @Flag(help: "Skip the confirmation, even for this device")
    var yes = false

    @OptionGroup var options: GlobalOptions

    func run(in administration: Administration, _ output: Output) async throws {
        let list = try await administration.devices()
        let browsers = LocalBrowsers(of: options, administration.client.user)
        let entry = try device.find(
            in: list.devices + browsers.unregistered(besides: list.devices))
        if !yes { try confirm(entry, HandedOut(by: entry, in: list), administration.client.device) }
        // Looked up first: a device that revokes itself can't send requests any more.
        var commits: [Commit]?
        if let at { commits = try await self.commits(from: at, by: entry.device) }
        // The daemon knows no device that has made no change.
        let revoked =
            list.devices.contains { $0.device == entry.device }
            ? try await revoke(entry, HandedOut(by: entry, in: list), in: administration)
            : Revoked(heads: [], devices: [entry.device], withdrawn: [], letIn: [])
        try browsers.remove(revoked.devices)
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
                    text: "revoked devices that it invited: \(ProvenanceText.names(of: others))\n")
            }
            let advice: TerminalText =
                withDescendants
                ? "not revoked: this device, or its inviters"
                : "--with-descendants revokes them too"
            for line in handedOut.lines(advice: advice) { try output.write(text: line + "\n") }
            var authors = Authors()
            authors.note(commits ?? [])
            for commit in commits ?? [] {
                try output.write(CommitText.logLine(commit, authors))
            }
            if let at, commits?.isEmpty ?? false {
                Console.print("no commits of this device from revision \(at) on")
            }
        }
    }

    /// Asks on a terminal; elsewhere only about the device itself, which could not come back.
    private func confirm(
        _ entry: DeviceInfo, _ handedOut: HandedOut, _ own: DeviceID?
    ) throws {
        if entry.device == own {
            return try Prompt.confirm(
                "\(entry.name.label) is this device, and would need a new invitation: revoke it")
        }
        guard Prompt.isPossible else { return }
        for line in DeviceText.lines(of: entry, isThisOne: false, letIn: handedOut.devices) {
            Console.print(line.runs.map(\.text).joined())
        }
        let others: TerminalText =
            withDescendants && !handedOut.devices.isEmpty
            ? " and \(handedOut.devices.count) that it invited" : .empty
        try Prompt.confirm("revoke \(entry.name.label)\(others) permanently")
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
        var commits: [Commit] = []
        var pages = LogPages(
            of: session, after: Revision(rawValue: max(first.rawValue, 1) - 1))
        while let page = try await pages.next() {
            commits += page.commits.filter { $0.stamp.device == device }
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
