/// The mode of a mirror: to follow its scene, or to fetch it once for a command.
public struct MirrorMode: Sendable {
    let followsFeed: Bool
    let flushesOutbox: Bool
    let toleratesDamage: Bool
    let timeout: Duration
    private let end: ContinuousClock.Instant?

    /// The mirror follows its scene by the daemon's feed as long as its client is open; each of its
    /// requests may take 5 s.
    public static let following = MirrorMode(
        followsFeed: true, flushesOutbox: true, toleratesDamage: false, timeout: .seconds(5),
        end: nil)

    /// The mirror is for one command: hello and sync at once, and no subscription. The device's
    /// outbox is flushed on the way. Without a daemon it shows what the device last knew.
    ///
    /// - Parameters:
    ///   - timeout: The time to wait for the daemon, from now on; and the same time again for the
    ///     outcome of a change, which may be queued behind many others.
    ///   - flushesOutbox: A Boolean value indicating whether the outbox is submitted on connection.
    ///   - toleratesDamage: A Boolean value indicating whether to begin with nothing if the scene
    ///     in the directory can't be read.
    public static func oneShot(
        timeout: Duration = .seconds(5), flushesOutbox: Bool = true, toleratesDamage: Bool = false
    ) -> MirrorMode {
        MirrorMode(
            followsFeed: false, flushesOutbox: flushesOutbox, toleratesDamage: toleratesDamage,
            timeout: timeout, end: .now + timeout)
    }

    /// The deadline of a request that begins now.
    var deadline: ContinuousClock.Instant { end ?? .now + timeout }
}
