internal import NavigationSync

/// The samples of a rolling window: of the present minute and the previous one.
///
/// It advances when something is recorded or read, so it needs no timer.
struct RollingWindow: Sendable {
    /// The measurements of one minute.
    struct Sample: Sendable {
        var commits: UInt64 = 0
        var durable = Histogram.latency
        var published = Histogram.latency

        mutating func add(_ other: Sample) {
            commits += other.commits
            durable.add(other.durable)
            published.add(other.published)
        }
    }

    private var before = Sample()
    private var present = Sample()
    /// The start of the present minute.
    private var start: Duration
    /// A Boolean value indicating whether there is a previous minute.
    private var hasBefore = false

    /// The length of a minute.
    static let minute = Duration.seconds(60)

    init(since start: Duration) {
        self.start = start
    }

    /// Records into the present minute.
    mutating func note(at now: Duration, _ body: (inout Sample) -> Void) {
        move(to: now)
        body(&present)
    }

    /// Returns the sum of both minutes, with the time that it covers.
    mutating func sum(at now: Duration) -> (sample: Sample, time: Duration) {
        move(to: now)
        var sum = before
        sum.add(present)
        return (sum, now - start + (hasBefore ? RollingWindow.minute : .zero))
    }

    private mutating func move(to now: Duration) {
        let passed = now - start
        guard passed >= RollingWindow.minute else { return }
        let isNext = passed < RollingWindow.minute * 2
        before = isNext ? present : Sample()
        hasBefore = true
        present = Sample()
        // A whole number of minutes, so that the previous one is one.
        start += RollingWindow.minute * Int(passed / RollingWindow.minute)
    }
}
