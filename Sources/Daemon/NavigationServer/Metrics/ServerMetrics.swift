package import NavigationStore
package import NavigationSync

/// The metrics of a server. Durations in histograms are in microseconds.
package struct ServerMetrics: Sendable {
    /// The counters of the core.
    package let core: DaemonMetrics
    /// The gauges of the core.
    package let load: DaemonGauges
    /// The metrics of the store.
    package let store: StoreMetrics
    /// The time from a change's arrival until it was durable.
    package let durable: Histogram
    /// The time from then until its receipt and its publication were queued in libzmq.
    package let published: Histogram
    /// The sum of both.
    package let whole: Histogram
    /// The sizes of batches: changes and rows.
    package let batches: Histogram
    /// The requests refused, by the code in the reply.
    package let refusals: [(code: String, count: UInt64)]
    /// The connections refused or disconnected, by the channel and the reason.
    package let connectionRefusals: [(service: String, reason: String, count: UInt64)]
    /// The number of established connections.
    package let connections: Int
    /// The maximum of connections.
    package let connectionLimit: Int
    /// The number of publications on the feed.
    package let publications: UInt64
    /// The number of bytes of those.
    package let publishedBytes: UInt64
    /// The number of publications at which a subscriber that did not read began to miss some.
    package let feedDrops: UInt64
    /// The number of replies dropped because the client did not read.
    package let lostReplies: UInt64
    /// The number of reads that failed.
    package let failedReads: UInt64
    /// A Boolean value indicating whether the server serves, and the store's last write succeeded.
    package let isReady: Bool
    /// The machine's time, in seconds since 1970.
    package let time: Double
    /// The time until the loop handled the request for metrics.
    package let loopLag: Duration
    /// The number of writes that failed.
    package let failedWrites: UInt64
    /// The metrics of the node; `nil` where the store is embedded.
    package let node: FleetMetrics?
    /// The fleet as the node last saw it; `nil` for a daemon that serves all users.
    package let fleet: FleetGauges?
}

/// The nodes and the shards of a whole fleet.
package struct FleetGauges: Hashable, Sendable {
    /// The nodes that have their lease and are not draining.
    package let serving: Int
    /// The nodes that have their lease and hand over their shards.
    package let draining: Int
    /// The nodes whose lease ran out within the last day.
    package let expired: Int
    /// The shards whose owner has no lease, or that have no owner.
    package let unowned: Int

    /// Counts the nodes and the shards of a map.
    init(_ map: FleetMap) {
        let alive = map.nodes.filter(\.isAlive)
        draining = alive.count(where: \.isDraining)
        serving = alive.count - draining
        expired = map.nodes.count - alive.count
        let owners = Set(alive.map(\.id))
        unowned = map.owners.count { !owners.contains($0) }
    }
}

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
