internal import Glibc
internal import NavigationModel
internal import NavigationSync

/// The two clocks of the daemon: the system's, for stamps, and a monotonic one, for timers.
struct ServerClock: Sendable {
    private let start = ContinuousClock.now

    var now: ClockReading {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let wall = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
        return ClockReading(wall: Timestamp(rawValue: wall), uptime: ContinuousClock.now - start)
    }
}
