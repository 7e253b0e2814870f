internal import NavigationModel

/// A mirror's estimate of the daemon's clock.
struct ServerClock: Sendable {
    /// Daemon time minus this clock, in microseconds, as last measured.
    private var offset: Int64?
    /// The time when the device's last committed change took effect.
    var lastOwnTime = Timestamp.zero

    /// Records daemon time, as of the middle between request and reply.
    mutating func measured(_ time: Timestamp, since: Duration, at now: Duration) {
        offset = time.rawValue &- (since.microseconds &+ now.microseconds) / 2
    }

    /// Returns daemon time by the estimate, at least the time after this one; `nil` before the
    /// first measurement.
    func time(at now: Duration, after latest: Timestamp) -> Timestamp? {
        offset.map {
            max(Timestamp(rawValue: now.microseconds).advanced(byMicroseconds: $0), latest.next)
        }
    }
}

extension Duration {
    /// Whole microseconds, clamped to the range of the type.
    var microseconds: Int64 {
        // One division; the components of a duration take two.
        Int64(clamping: attoseconds / 1_000_000_000_000)
    }
}
