public import NavigationModel
public import NavigationSync
public import NavigationWire

/// An event of a mirror beside its scene.
public enum MirrorEvent: Sendable {
    /// The status of the connection to the daemon, with the error that stands in its way.
    case connection(MirrorStatus, NavigationClientError?)
    /// The device's access, as the daemon last announced it.
    case access(AccessLevel)
    /// The devices that mirror the scene now, this one included, unless they hide it: sorted by id,
    /// and none without a connection.
    case present([PresentDevice])
    /// The outcome of a change that was in the device's outbox, whichever of its processes made or
    /// submitted it. A change that another process has made and submitted at once is that one's.
    case settled(SettledChange)
    /// The number of outcomes that were dropped since the reader is slow: the oldest ones.
    case missed(Int)
}

/// The access of a device to its user's scenes.
public enum AccessLevel: Hashable, Sendable {
    /// The device sees and changes the scenes.
    case full
    /// The device sees the scenes; its changes throw ``NavigationClientError/Code/viewer``.
    case viewer
    /// The daemon refuses the device, until it is paired again. Its changes stay in the outbox.
    case revoked
}

/// A change of this device that has its outcome.
public struct SettledChange: Sendable, Identifiable {
    /// The id of the change.
    public let id: ChangeID
    /// The operations of the change; empty if they are damaged on the device's disk.
    public let operations: [Operation]
    /// The receipt with the outcomes, or the error of a change that the daemon refuses for good. A
    /// change that is refused, or rejected, is on the device's shelf.
    public let result: Result<Receipt, NavigationClientError>
}

/// The events of a mirror: first the connection and the access as they are, then each change of
/// them, and the outcomes of this device's changes.
///
/// Each iteration is a subscriber of its own. A slow one gets the connection, the access and the
/// present devices as they are by then; of outcomes it gets the newest ``maxOutcomes``, and the
/// number of those before (``MirrorEvent/missed(_:)``). If the daemon loses a commit in a restore, its change is submitted
/// again, and has an outcome again. The sequence ends when the client is closed or the task is
/// cancelled.
public struct MirrorEvents: AsyncSequence, Sendable {
    /// An event of the mirror.
    public typealias Element = MirrorEvent

    /// The maximum of outcomes that wait for a slow subscriber.
    public static let maxOutcomes = 256

    let driver: MirrorDriver
    let lifetime: ClientLifetime

    /// Creates a subscriber.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(driver: driver, lifetime: lifetime)
    }

    /// A subscriber to a mirror's events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let driver: MirrorDriver
        private let lifetime: ClientLifetime
        private let subscription = Subscription()
        private var hasJoined = false

        init(driver: MirrorDriver, lifetime: ClientLifetime) {
            self.driver = driver
            self.lifetime = lifetime
        }

        /// Waits for the next event; returns `nil` at the end.
        public mutating func next() async -> MirrorEvent? {
            if !hasJoined {
                hasJoined = true
                await driver.joinEvents(subscription)
            }
            return await driver.nextEvent(for: subscription)
        }
    }
}
