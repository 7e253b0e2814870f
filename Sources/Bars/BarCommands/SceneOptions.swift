internal import ArgumentParser
internal import CommandLine
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile

/// The scene to read: the live one, one of the past, or that of a file.
struct SceneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A scene file (YAML) instead of the scene; - for standard input", valueName: "path"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "The revision of the scene; default: the current one", valueName: "revision"))
    var at: Revision?

    func validate() throws {
        guard file == nil || at == nil else {
            throw ValidationError("a file has no revisions: use either --file or --at")
        }
    }

    /// The source of the scene.
    var source: SceneSource { SceneSource(file: file, at: at) }
}

/// The source of a scene.
struct SceneSource: Sendable {
    /// A scene file; `nil` for a scene of the daemon's.
    var file: String?
    /// A revision of the past; `nil` for the live scene.
    var at: Revision?

    /// Loads the scene with its revision; a file has none. Prints a warning if a live scene is not
    /// current.
    func load(_ options: GlobalOptions) async throws -> LoadedScene {
        if let file {
            return LoadedScene(scene: try Scene(SceneFile.description(in: file)), revision: nil)
        }
        return try await options.session(flushesOutbox: false).closing { try await load(in: $0) }
    }

    private func load(in session: SceneMirror) async throws -> LoadedScene {
        if let at {
            return LoadedScene(scene: try await session.state(at: at).scene, revision: at)
        }
        let (view, blockingError) = await session.fetchScene()
        return LoadedScene(
            scene: view.scene, revision: view.revision, blockingError: blockingError, view: view)
    }
}

/// A loaded scene.
struct LoadedScene: Sendable {
    /// The scene.
    let scene: Scene
    /// The revision of the scene; `nil` of a file.
    let revision: Revision?
    /// The reason why the scene is not current.
    var blockingError: NavigationClientError?
    /// The mirror that it comes from.
    var view: MirrorUpdate?

    /// Prints a warning if the scene is not current, and ends the command with that.
    func complete() throws {
        if let view { try StaleSceneWarning.complain(of: blockingError, view) }
    }
}

extension SceneFile {
    /// Returns the scene that a file describes.
    static func description(in file: String) throws -> SceneDescription {
        try located(in: file).scene
    }

    /// Returns the scene that a file describes, with the places of its parts.
    static func located(
        in file: String
    ) throws -> (scene: SceneDescription, positions: SceneFilePositions) {
        let bytes = try TextFile.read(file, atMost: sizeLimit + 1)
        return try readWithPositions(bytes, name: file == "-" ? "standard input" : file)
    }
}
