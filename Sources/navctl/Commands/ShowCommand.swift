internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel

/// `navctl show`
struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the scene: the tabs, their stacks, what is selected.",
        discussion: """
            Without a daemon it shows what this device last knew, with its own waiting changes.

            EXAMPLES:
              navctl show
              navctl show --output json | jq -r .scene.selectedTab
            """)

    @OptionGroup var options: GlobalOptions

    func run(in session: OneShotSession, _ output: Output) async throws {
        let (view, obstacle) = await session.look()
        switch output.format {
        case .json: try output.write(.object(MirrorObject.members(of: view)))
        case .text:
            let key = SceneKey(user: session.user, scene: options.scene)
            for line in SceneText.lines(of: view, key) { try output.write(line) }
        }
        try LastKnown.complain(of: obstacle, view)
    }
}

/// Says that a scene is not fresh.
enum LastKnown {
    /// Says on standard error why, and ends the command, if the daemon was not reached.
    static func complain(of obstacle: NavigationClientError?, _ view: MirrorUpdate) throws {
        guard let obstacle else { return }
        let known =
            view.epoch == .none
            ? "nothing is known of the scene yet"
            : "this is the scene as this device last knew it, at revision \(view.revision)"
        Diagnostics.print("\(obstacle.message)\n\(known)")
        throw ExitStatus(obstacle)
    }
}
