internal import DeviceStore

/// The clock that mirrors run by: time since boot, suspend included, the same for all processes of
/// a device, so that the age of a change survives the process that made it.
enum Uptime {
    /// The present time.
    static var now: Duration { .nanoseconds(BootTimeInstant.now().nanoseconds) }

    /// Returns the time of an instant that the outbox stored; `nil` if it was before the last boot.
    static func of(_ instant: BootTimeInstant) -> Duration? {
        let now = BootTimeInstant.now()
        return instant.age(at: now).map { .nanoseconds(now.nanoseconds) - .microseconds($0) }
    }
}
