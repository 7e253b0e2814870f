public import NavigationClient
public import NavigationModel

/// A scene that an app shows and changes: a device's mirror or, for previews and tests, one in memory.
public protocol NavigationScene: Sendable {
    /// A sequence of scenes that never fails.
    associatedtype Scenes: AsyncSequence & Sendable
    where Scenes.Element == Scene, Scenes.Failure == Never

    /// The scene as this device sees it.
    var currentScene: Scene { get async }

    /// The present scene, then each that differs from the one before; a slow reader gets the newest.
    var scenes: Scenes { get }

    /// Changes the scene; returns when the change shows in it.
    ///
    /// - Throws: `NavigationClientError.Code.impossible` if the intent is
    ///   impossible in the scene; with a mirror the errors of its `perform` besides.
    func change(_ intent: Intent) async throws(NavigationClientError)

    /// Declares an app's tabs and bars, and leaves the person's place in them. A mirror that has
    /// never seen the scene fetches it first.
    func declare(_ description: SceneDescription) async throws(NavigationClientError)
}

extension NavigationScene {
    /// Declares an app's tabs and bars by an intent.
    public func declare(_ description: SceneDescription) async throws(NavigationClientError) {
        try await change(.declareScene(description))
    }
}

extension SceneMirror: NavigationScene {
    /// The optimistic scene.
    public var currentScene: Scene {
        get async { await current.scene }
    }

    /// Performs an intent: it is durable in the device's outbox when this returns.
    public func change(_ intent: Intent) async throws(NavigationClientError) {
        try await perform(intent)
    }

    /// Declares an app's tabs and bars, as `become` does.
    public func declare(_ description: SceneDescription) async throws(NavigationClientError) {
        try await become(description)
    }
}
