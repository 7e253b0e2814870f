internal import NavigationSync

/// What happened lately: in the present minute and in the one before.
///
/// It moves on when something is noted or asked, so it needs no timer.
struct RollingWindow: Sendable {
    /// What is counted of one minute.
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
    /// When the present minute began.
    private var start: Duration
    /// Whether there was a minute before.
    private var hasBefore = false

    /// The length of what is called a minute here.
    static let minute = Duration.seconds(60)

    init(since start: Duration) {
        self.start = start
    }

    /// Adds to the present minute.
    mutating func note(at now: Duration, _ body: (inout Sample) -> Void) {
        move(to: now)
        body(&present)
    }

    /// The sum of both, and the time that it is of.
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
        // A whole number of minutes, so that the one before is one.
        start += RollingWindow.minute * Int(passed / RollingWindow.minute)
    }
}
