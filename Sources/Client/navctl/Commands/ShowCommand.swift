internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl show`
struct ShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the scene: tabs, stacks and selection.",
        discussion: """
            Without a daemon it shows what this device last knew, with its own waiting
            changes.

            EXAMPLES:
              navctl show
              navctl show --output json | jq -r .scene.selectedTab
              navctl show --at 17
            """)

    @Option(
        help: ArgumentHelp(
            "Show it as it was at this revision, as far back as the daemon's history reaches.",
            valueName: "revision"))
    var at: Revision?

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let at { return try await show(at, in: session, output) }
        let (view, blockingError) = await session.fetchScene()
        switch output.format {
        case .json: try output.write(.object(MirrorJSON.members(of: view, on: options.platform)))
        case .text:
            let key = SceneKey(user: session.key.user, scene: options.scene)
            for line in SceneText.lines(of: view, key) { try output.write(line) }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }

    private func show(
        _ revision: Revision, in session: SceneMirror, _ output: Output
    ) async throws {
        let past = try await session.state(at: revision)
        switch output.format {
        case .json: try output.write(.object(MirrorJSON.members(of: past, on: options.platform)))
        case .text:
            let key = SceneKey(user: session.key.user, scene: options.scene)
            for line in SceneText.lines(of: past, key) { try output.write(line) }
        }
    }
}

/// The warning that a scene is not current.
enum StaleSceneWarning {
    /// Prints the reason on standard error, and ends the command, if the daemon was not reached.
    static func complain(of blockingError: NavigationClientError?, _ view: MirrorUpdate) throws {
        guard let blockingError else { return }
        let known =
            view.epoch == .none
            ? "nothing is known of the scene yet"
            : "this is the scene as this device last knew it, at revision \(view.revision)"
        Console.print("\(blockingError.words)\n\(known)")
        throw ExitStatus(blockingError)
    }
}
