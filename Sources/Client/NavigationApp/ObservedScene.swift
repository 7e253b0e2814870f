public import NavigationClient
public import NavigationModel
public import NavigationSync
public import Observation

/// A scene for views: what they read of it is tracked, and they are drawn again when that changes.
///
/// Follows the scene until it is released, on the main actor.
@MainActor @Observable
public final class ObservedScene {
    /// The scene as this device sees it.
    public private(set) var scene: Scene
    /// The mirror's status with its daemon; `live` for a scene in memory.
    public private(set) var status: MirrorStatus
    /// The number of this device's pending changes.
    public private(set) var pendingCount: Int
    /// The error that stands in the way of a connection, or of the last ``change(_:)``; `nil` if
    /// there is none.
    public private(set) var error: NavigationClientError?

    @ObservationIgnored private let perform: @Sendable (Intent) async -> NavigationClientError?
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Follows a mirror.
    public init(_ mirror: SceneMirror) async {
        let update = await mirror.current
        scene = update.scene
        status = update.status
        pendingCount = update.pendingCount
        error = update.error
        perform = Self.performing(on: mirror)
        let updates = mirror.updates
        task = Task { [weak self] in
            for await update in updates {
                guard let self else { return }
                if scene != update.scene { scene = update.scene }
                status = update.status
                pendingCount = update.pendingCount
                error = update.error
            }
        }
    }

    /// Follows a scene in memory.
    public init(_ memory: InMemoryScene) {
        scene = memory.scene
        status = .live
        pendingCount = 0
        perform = Self.performing(on: memory)
        let scenes = memory.scenes
        task = Task { [weak self] in
            for await scene in scenes {
                guard let self else { return }
                self.scene = scene
            }
        }
    }

    /// Changes the scene; ``error`` has the reason if it can't be changed so.
    public func change(_ intent: Intent) {
        Task { [perform, weak self] in
            let failure = await perform(intent)
            if let failure { self?.error = failure }
        }
    }

    private static func performing(
        on scene: some NavigationScene
    ) -> @Sendable (Intent) async -> NavigationClientError? {
        { intent in
            do throws(NavigationClientError) {
                try await scene.change(intent)
                return nil
            } catch {
                return error
            }
        }
    }

    isolated deinit { task?.cancel() }
}
