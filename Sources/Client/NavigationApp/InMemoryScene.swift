public import NavigationClient
public import NavigationModel
internal import Synchronization

/// A scene in memory, without daemon, disk and threads: for previews and tests of an app.
///
/// Intents have the effects that they have on a device that is alone. Screens get the same ids in each
/// run. Any thread may use it; a change takes the time of one on a mirror, without the disk.
public final class InMemoryScene: NavigationScene {
    fileprivate struct Contents {
        var state = SceneState()
        var count: UInt64 = 0
        var subscribers: [UInt64: AsyncStream<Scene>.Continuation] = [:]
        var nextSubscriber: UInt64 = 0
    }

    private let contents = Mutex(Contents())

    /// Creates an empty scene.
    public init() {}

    /// Creates a scene as described.
    ///
    /// - Throws: `NavigationClientError.Code.impossible` if the description
    ///   contradicts itself.
    public init(_ description: SceneDescription) throws(NavigationClientError) {
        try apply(.replaceScene(description))
    }

    /// The scene.
    public var scene: Scene { contents.withLock { $0.scene } }

    /// The scene.
    public var currentScene: Scene {
        get async { scene }
    }

    /// The present scene, then the newest after each change.
    public var scenes: AsyncStream<Scene> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = contents.withLock { contents in
                contents.nextSubscriber += 1
                contents.subscribers[contents.nextSubscriber] = continuation
                continuation.yield(contents.scene)
                return contents.nextSubscriber
            }
            continuation.onTermination = { [weak self] _ in
                self?.contents.withLock { $0.subscribers[number] = nil }
            }
        }
    }

    /// Changes the scene.
    public func change(_ intent: Intent) async throws(NavigationClientError) {
        try apply(intent)
    }

    private func apply(_ intent: Intent) throws(NavigationClientError) {
        let result = contents.withLock { contents in
            Result { () throws(IntentError) in try contents.perform(intent) }
        }
        do throws(IntentError) { try result.get() } catch {
            throw NavigationClientError(.impossible, error.description, cause: error)
        }
    }

    deinit {
        contents.withLock { contents in
            for subscriber in contents.subscribers.values { subscriber.finish() }
        }
    }
}

extension InMemoryScene.Contents {
    /// The only device.
    private static let device = DeviceID(high: 0, low: 1)

    fileprivate var scene: Scene { state.scene(of: Self.device) }

    fileprivate mutating func perform(_ intent: Intent) throws(IntentError) {
        var numbers = SequentialGenerator(after: count << 16)
        let operations = try state.operations(
            for: intent, by: Self.device, using: &numbers)
        guard !operations.isEmpty else { return }
        count += 1
        let change = Change(
            device: Self.device, sequence: SequenceNumber(rawValue: count),
            base: Change.Base(revision: Revision(rawValue: count - 1), latest: state.latest),
            operations: operations)
        _ = state.execute(change, at: state.latest.next, revision: Revision(rawValue: count))
        let scene = scene
        for subscriber in subscribers.values { subscriber.yield(scene) }
    }
}
