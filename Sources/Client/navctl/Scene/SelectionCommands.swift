internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationJSON
internal import NavigationModel
internal import NavigationText
internal import NavigationWire

/// `navctl selection`
struct SelectionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "selection",
        abstract: "Share the selected tab, keep an own one, or follow.",
        discussion: """
            Devices share one selected tab, unless a device keeps an own selection, or
            follows another device. Stacks, badges and modals stay shared. 'undo' also
            reverts these changes.
            """,
        subcommands: [
            SelectionShowCommand.self, SelectionOwnCommand.self, SelectionSharedCommand.self,
            SelectionFollowCommand.self,
        ],
        defaultSubcommand: SelectionShowCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl selection show`
struct SelectionShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show this device's selection.",
        discussion: """
            EXAMPLES:
              navctl selection
              navctl selection show --output json | jq -r .selection.mode
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let (view, blockingError) = await session.fetchScene()
        let scene = view.scene
        switch output.format {
        case .json:
            try output.write(
                object: DeviceSelectionJSON(
                    device: session.device.description, selectedTab: scene.selectedTab?.rawValue,
                    selection: SelectionJSON(scene.selection)))
        case .text:
            var names: [DeviceID: DeviceName] = [:]
            if let followed = scene.selection.followed, blockingError == nil {
                let devices = try await session.client.administration().devices().devices
                names[followed] = devices.first { $0.device == followed }?.name
            }
            let words = scene.selection.words(naming: names) ?? "shared selection"
            let tab: TerminalText = scene.selectedTab.map { ": \($0)" } ?? ", no tab"
            try output.write(StyledLine(words + tab))
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}

/// The selection of a device as JSON.
private struct DeviceSelectionJSON: Encodable {
    let device: String
    let selectedTab: String?
    let selection: SelectionJSON
}

/// `navctl selection own`
struct SelectionOwnCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "own",
        abstract: "Keep an own selection on this device.",
        discussion: """
            It begins with the tab that is selected here; 'tab select' then selects for
            this device alone. While its tab is removed or disabled, the shared selection
            is shown.

            EXAMPLES:
              navctl selection own
            """)

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .keepSelection(.own) }
}

/// `navctl selection shared`
struct SelectionSharedCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "shared",
        abstract: "Return to the shared selection on this device.",
        discussion: """
            EXAMPLES:
              navctl selection shared
            """)

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .keepSelection(.shared) }
}

/// `navctl selection follow`
struct SelectionFollowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow another device's selection.",
        discussion: """
            This device shows the tab that the other one shows, until a change on it
            navigates: then it keeps an own selection, at that tab. While the other device
            is absent, this one stays where it was; after its revocation it shows the
            shared selection. <device> is a name, a prefix of the id, or the fingerprint of
            the key.

            EXAMPLES:
              navctl selection follow tablet
            """)

    @Argument(help: "The device to follow")
    var device: DeviceReference

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        // A viewer may not list devices: the reason would be another one.
        guard await session.role == .full else { throw NavigationClientError.viewerSelection }
        let followed = try await device.find(by: session).id
        let result = try await session.submit(
            .keepSelection(.following(followed)), requiredRevision: condition.ifRevision)
        try await ChangeReport(result, session.authors(of: result)).write(to: output)
    }
}

/// `navctl handoff`
struct HandoffCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "handoff",
        abstract: "Go on at another device: send it to this tab.",
        discussion: """
            The other device selects the tab that is selected here, if it keeps an own
            selection or follows a device. On a device that keeps the shared selection it
            changes nothing: 'tab select' by the shared selection is seen there anyway.

            EXAMPLES:
              navctl handoff tablet
            """)

    @Argument(help: "The device to go on at")
    var device: DeviceReference

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let (view, _) = await session.fetchScene()
        let other = try await device.find(by: session)
        guard other.id == session.device || view.selection(of: other.id) != .shared else {
            if output.format == .json {
                try output.write(object: ChangeReport(.unchanged(view, nil)).object)
            }
            let tab: TerminalText =
                view.selectedTab(of: other.id).map { ", at \($0)" } ?? .empty
            return Console.print("\(other.name) keeps the shared selection\(tab): nothing to do")
        }
        let result = try await session.submit(
            .handOff(to: other.id), requiredRevision: condition.ifRevision)
        try await ChangeReport(result, session.authors(of: result)).write(to: output)
    }
}

extension DeviceReference {
    /// Returns the meant device and its name, by the daemon's list; one named by its whole id even
    /// without a daemon.
    fileprivate func find(
        by session: SceneMirror
    ) async throws -> (id: DeviceID, name: TerminalText) {
        if let id { return (id, "device \(id)") }
        let devices = try await session.client.administration().devices().devices
        let entry = try find(in: devices)
        guard entry.revoked == nil else {
            throw CommandError(
                message: "\(entry.name.label) is revoked", advice: "see 'navctl device list'")
        }
        return (entry.device, entry.name.label)
    }
}
