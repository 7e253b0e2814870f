internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// What the shell measures, beside what the core counts. On the reactor's thread alone: there are no
/// locks, and noting something costs a few additions.
struct MetricsRecorder: Sendable {
    /// From when a change came in until it was durable, in microseconds.
    private(set) var durable = Histogram.latency
    /// From then until its receipt and its publication were handed to libzmq.
    private(set) var published = Histogram.latency
    /// Both.
    private(set) var whole = Histogram.latency
    /// Changes and rows of a batch.
    private(set) var batches = Histogram.size
    /// Requests refused, by the reason that they were told.
    private(set) var refusals = CounterSet<Failure.Code>()
    /// Replies that a client did not read.
    private(set) var lostReplies: UInt64 = 0
    /// Batches and other writes that the store did not do.
    private(set) var failedWrites: UInt64 = 0
    private(set) var failedReads: UInt64 = 0
    /// Connections that were not let be, or were cut; `nil` where it can't be told what they wanted.
    private(set) var connectionRefusals: [Channel?: [ConnectionRefusal: UInt64]] = [:]
    private var recent: RollingWindow

    init(at now: Duration) {
        recent = RollingWindow(since: now)
    }

    /// A batch became durable, and then all was done that waited for it.
    mutating func land(_ completedBatch: CompletedBatch, durable: Duration, published: Duration) {
        batches.note(Int64(completedBatch.size))
        let rest = published - durable
        recent.note(at: published) { recent in
            recent.commits += UInt64(completedBatch.commits)
            for received in completedBatch.received {
                recent.durable.note(durable - received)
                recent.published.note(published - received)
            }
        }
        for received in completedBatch.received {
            self.durable.note(durable - received)
            self.published.note(rest)
            whole.note(published - received)
        }
    }

    /// Somebody is answered.
    mutating func answer(_ result: Reply.Result) {
        if case .failure(let failure) = result { refusals[failure.code] += 1 }
    }

    /// A reply was dropped.
    mutating func loseReply() {
        lostReplies += 1
    }

    /// The store did not do what it was asked.
    mutating func fail(_ access: OperatorLog.StoreOperation) {
        switch access {
        case .reading: failedReads += 1
        case .writing: failedWrites += 1
        }
    }

    /// A connection was not let be.
    mutating func refuse(_ why: ConnectionRefusal, on service: Channel?) {
        connectionRefusals[service, default: [:]][why, default: 0] += 1
    }

    /// What `navctl status` shows of this to administrators, by name.
    mutating func metricsByName(at now: Duration) -> [String: UInt64] {
        let (sample, time) = recent.sum(at: now)
        var named: [String: UInt64] = [
            "recentSeconds": UInt64(max(1, time.components.seconds)),
            "recentCommits": sample.commits,
        ]
        named.addQuantiles(of: sample.durable, as: "durable")
        named.addQuantiles(of: sample.published, as: "published")
        for code in Failure.Code.allCases where refusals[code] > 0 {
            named["refused.\(code)"] = refusals[code]
        }
        for why in ConnectionRefusal.allCases {
            let count = connectionRefusals.values.reduce(0) { $0 + ($1[why] ?? 0) }
            if count > 0 { named["connectionRefused.\(why.rawValue)"] = count }
        }
        return named
    }
}

extension [String: UInt64] {
    /// Half of all were at most this, and 99 of 100; nothing if there were none.
    mutating func addQuantiles(of histogram: Histogram, as name: String) {
        guard let half = histogram.quantile(0.5), let most = histogram.quantile(0.99)
        else { return }
        self["\(name)P50"] = UInt64(half)
        self["\(name)P99"] = UInt64(most)
    }
}
