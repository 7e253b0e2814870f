import DeviceStore
import NavigationStore

/// A device's own clocks. The one that runs on through suspend starts anew at each boot; it may run
/// fast or slow. The other, which people set, may show any time: nothing may depend on it.
struct DeviceClock {
    /// Its rate in millionths: 1,000,000 is right.
    var rate: Int64 = 1_000_000
    private var boot = 1
    /// The clock's reading at `since`.
    private var reading: Duration
    private var since = Duration.zero
    /// A Boolean value indicating whether it has gone back since the last boot.
    private(set) var hasGoneBack = false
    /// The error of the clock that people set, against real time.
    var wallError = Duration.zero

    /// A clock that showed `reading` when the run began.
    init(reading: Duration) {
        self.reading = reading
    }

    func uptime(at now: Duration) -> Duration {
        reading + .microseconds((now - since).wholeMicroseconds * rate / 1_000_000)
    }

    func instant(at now: Duration) -> BootTimeInstant {
        BootTimeInstant(
            bootID: "boot \(boot)", nanoseconds: uptime(at: now).wholeMicroseconds * 1_000)
    }

    /// The reading at an earlier instant, if that instant belongs to this boot.
    func uptime(of instant: BootTimeInstant, at now: Duration) -> Duration? {
        instant.age(at: self.instant(at: now)).map { uptime(at: now) - .microseconds($0) }
    }

    /// Starts anew, at zero, as another boot.
    mutating func reboot(at now: Duration) {
        boot += 1
        hasGoneBack = false
        reading = .zero
        since = now
    }

    /// Goes back, as on a machine that is restored to an earlier state.
    mutating func goBack(by duration: Duration, at now: Duration) {
        hasGoneBack = true
        reading = max(.zero, uptime(at: now) - duration)
        since = now
    }

    /// From now on runs at this rate.
    mutating func run(at rate: Int64, from now: Duration) {
        reading = uptime(at: now)
        since = now
        self.rate = rate
    }

    /// Returns the real time that a wait by this clock takes.
    func real(_ wait: Duration) -> Duration {
        .microseconds(wait.wholeMicroseconds * 1_000_000 / max(rate, 1) + 1)
    }
}
