public import NavigationModel

/// The updates of a mirror: first the scene as it is, then every commit and every change of status.
///
/// Each iteration is a subscriber of its own and gets every commit. The commits that arrive while a
/// subscriber is busy are combined into one update; beyond 4096 commits, or 8 MiB of them, that is
/// an update without commits whose ``MirrorUpdate/isReset`` is `true`. The sequence ends when the
/// client is closed or the task is cancelled.
public struct MirrorUpdates: AsyncSequence, Sendable {
    /// An update of the mirror.
    public typealias Element = MirrorUpdate

    let driver: MirrorDriver
    let lifetime: ClientLifetime

    /// Creates a subscriber.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(driver: driver, lifetime: lifetime)
    }

    /// A subscriber to a mirror's updates.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let driver: MirrorDriver
        private let lifetime: ClientLifetime
        private let subscription = Subscription()
        private var hasJoined = false

        init(driver: MirrorDriver, lifetime: ClientLifetime) {
            self.driver = driver
            self.lifetime = lifetime
        }

        /// Waits for the next update; returns `nil` at the end.
        public mutating func next() async -> MirrorUpdate? {
            if !hasJoined {
                hasJoined = true
                await driver.join(subscription)
            }
            return await driver.next(for: subscription)
        }
    }
}

/// The optimistic scene, whenever it changes: the newest one, without those in between while the
/// subscriber was busy.
public struct MirrorScenes: AsyncSequence, Sendable {
    /// A scene of the mirror.
    public typealias Element = Scene

    let driver: MirrorDriver
    let lifetime: ClientLifetime

    /// Creates a subscriber.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            updates: MirrorUpdates(driver: driver, lifetime: lifetime).makeAsyncIterator())
    }

    /// A subscriber to a mirror's scenes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var updates: MirrorUpdates.AsyncIterator
        private var last: Scene?

        init(updates: MirrorUpdates.AsyncIterator) {
            self.updates = updates
        }

        /// Waits for the next scene that differs from the previous one; returns `nil` at the end.
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
