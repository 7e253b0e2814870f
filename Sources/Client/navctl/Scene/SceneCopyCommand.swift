internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl scene copy`
struct SceneCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a scene to a new one.",
        discussion: """
            Copies all that is shown, in one commit of the new scene: tabs, stacks, modals
            and bars. The log stays with the first scene. A scene that has a commit already
            is refused, also one that another device creates at the same moment.

            EXAMPLES:
              navctl scene copy main draft
              navctl --scene draft show
            """,
        aliases: ["cp"])

    @Argument(help: ArgumentHelp("The scene to copy", valueName: "from"))
    var source: SceneID

    @Argument(help: ArgumentHelp("The name of the new scene", valueName: "to"))
    var target: SceneID

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard source != target else {
            throw ValidationError("a scene can't be copied to itself: name a new one")
        }
    }

    mutating func run() async throws {
        let client = try await NavigationClient(options.configuration)
        do {
            try await client.closing { try await copy(by: $0) }
        } catch let error as NavigationClientError {
            throw error.keepingNothing
        }
    }

    private func copy(by client: NavigationClient) async throws {
        let mode = MirrorMode.oneShot(timeout: options.timeout.duration)
        let original = try await client.mirror(of: source, mode: mode)
        if let missing = await original.missing() { throw missing }
        let (view, blockingError) = await original.fetchScene()
        if let blockingError { throw blockingError }
        let copy = try await client.mirror(
            of: target, mode: mode, delegate: HookDelegate(ifAnyIn: options.deviceDirectory))
        let (present, _) = await copy.fetchScene()
        guard present.revision == .zero else {
            throw CommandError.sceneExists(target)
        }
        let result = try await copy.submit(
            .replaceScene(SceneDescription(view.scene)), requiredRevision: .zero)
        try await ChangeReport(result, copy.authors(of: result)).write(to: options.results)
    }
}
