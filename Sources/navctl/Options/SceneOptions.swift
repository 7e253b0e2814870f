internal import ArgumentParser
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile

/// The scene that is looked at: the live one, one of the past, or that of a file.
struct SceneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look at this scene file (YAML) instead; '-' reads standard input.", valueName: "path"))
    var file: String?

    @Option(
        help: ArgumentHelp("Look at the scene as it was at this revision.", valueName: "revision"))
    var at: Revision?

    func validate() throws {
        guard file == nil || at == nil else {
            throw ValidationError("a file has no revisions: use either --file or --at")
        }
    }

    /// The scene that is meant.
    var source: SceneSource { SceneSource(file: file, at: at) }
}

/// The source of a scene.
struct SceneSource: Sendable {
    /// A scene file; `nil` for a scene of the daemon's.
    var file: String?
    /// A revision of the past; `nil` for the live scene.
    var at: Revision?

    /// The scene with its revision; a file has none. Says so if a live scene is not fresh.
    func load(_ options: GlobalOptions) async throws -> LoadedScene {
        if let file {
            return LoadedScene(scene: try SceneFile.description(in: file).preview(), revision: nil)
        }
        return try await options.session(flushesOutbox: false).closing { try await load(in: $0) }
    }

    private func load(in session: OneShotSession) async throws -> LoadedScene {
        if let at {
            return LoadedScene(scene: try await session.state(at: at).scene, revision: at)
        }
        let (view, blockingError) = await session.fetchScene()
        return LoadedScene(
            scene: view.scene, revision: view.revision, blockingError: blockingError, view: view)
    }
}

/// A scene that is looked at.
struct LoadedScene: Sendable {
    /// The scene.
    let scene: Scene
    /// The time when it was so; `nil` of a file.
    let revision: Revision?
    /// Why it is not fresh.
    var blockingError: NavigationClientError?
    /// The mirror that it comes from.
    var view: MirrorUpdate?

    /// Says that the scene is not fresh, and ends the command with that.
    func complete() throws {
        if let view { try StaleSceneWarning.complain(of: blockingError, view) }
    }
}

extension SceneFile {
    /// Returns the scene that a file describes.
    static func description(in file: String) throws -> SceneDescription {
        let bytes = try TextFile.read(file, atMost: sizeLimit + 1)
        return try read(bytes, name: file == "-" ? "standard input" : file)
    }
}

extension SceneDescription {
    /// The scene that this comes to where there was none, and then a wish. Screens and modals get the
    /// same ids each time, so that what is written of it can be compared.
    func preview(then wish: Intent? = nil) throws -> Scene {
        var numbers = CountingGenerator()
        var state = SceneState()
        let device = DeviceID.random(using: &numbers)
        for (index, intent) in ([.replaceScene(self)] + (wish.map { [$0] } ?? [])).enumerated() {
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: UInt64(index) + 1),
                base: Change.Base(revision: .zero, latest: state.latest),
                operations: try state.operations(for: intent, using: &numbers))
            _ = state.execute(
                change, at: state.latest.next, revision: Revision(rawValue: UInt64(index) + 1))
        }
        return state.scene
    }
}

/// Numbers that are not random: for ids that have to be the same each time.
private struct CountingGenerator: RandomNumberGenerator {
    private var count: UInt64 = 0

    mutating func next() -> UInt64 {
        count += 1
        // Spread over all bits, so that ids differ in their first letters: SplitMix64.
        var word = count &* 0x9e37_79b9_7f4a_7c15
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
