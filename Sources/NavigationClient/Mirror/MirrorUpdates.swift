public import NavigationModel

/// The updates of a mirror: first the scene as it is, then everything that happens.
///
/// Each iteration is a follower of its own and gets every commit. What happens while a follower is
/// busy is put together into one update; beyond 4096 commits, or 8 MiB of them, that is an update without commits that
/// says ``MirrorUpdate/wasReplaced``. It ends when the client is closed or the task is cancelled.
public struct MirrorUpdates: AsyncSequence, Sendable {
    /// An update.
    public typealias Element = MirrorUpdate

    let driver: MirrorDriver
    let lifetime: ClientLifetime

    /// Starts to follow.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(driver: driver, lifetime: lifetime)
    }

    /// One follower.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let driver: MirrorDriver
        private let lifetime: ClientLifetime
        private let subscription = Subscription()
        private var hasJoined = false

        init(driver: MirrorDriver, lifetime: ClientLifetime) {
            self.driver = driver
            self.lifetime = lifetime
        }

        /// The next update; waits for it.
        public mutating func next() async -> MirrorUpdate? {
            if !hasJoined {
                hasJoined = true
                await driver.join(subscription)
            }
            return await driver.next(for: subscription)
        }
    }
}

/// What people see, whenever it changes: the newest scene, without those that came and went while
/// the follower was busy.
public struct MirrorScenes: AsyncSequence, Sendable {
    /// A scene.
    public typealias Element = Scene

    let driver: MirrorDriver
    let lifetime: ClientLifetime

    /// Starts to follow.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            updates: MirrorUpdates(driver: driver, lifetime: lifetime).makeAsyncIterator())
    }

    /// One follower.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var updates: MirrorUpdates.AsyncIterator
        private var last: Scene?

        init(updates: MirrorUpdates.AsyncIterator) {
            self.updates = updates
        }

        /// The next scene that differs from the one before; waits for it.
        public mutating func next() async -> Scene? {
            while let update = await updates.next() {
                guard update.scene != last else { continue }
                last = update.scene
                return update.scene
            }
            return nil
        }
    }
}
