internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire

/// The metrics of the shell, beside those of the core. On the reactor's thread alone: there are no
/// locks, and recording costs a few additions.
struct MetricsRecorder: Sendable {
    /// The time from a change's arrival until it was durable, in microseconds.
    private(set) var durable = Histogram.latency
    /// The time from then until its receipt and its publication were queued in libzmq.
    private(set) var published = Histogram.latency
    /// The sum of both.
    private(set) var whole = Histogram.latency
    /// The sizes of batches: changes and rows.
    private(set) var batches = Histogram.size
    /// The requests refused, by the reason in the reply.
    private(set) var refusals = CounterSet<Failure.Code>()
    /// The replies that were dropped because a client did not read.
    private(set) var lostReplies: UInt64 = 0
    /// The batches and other writes that failed.
    private(set) var failedWrites: UInt64 = 0
    private(set) var failedReads: UInt64 = 0
    /// The connections refused or disconnected, by channel and reason; the channel is `nil` where
    /// it is unknown.
    private(set) var connectionRefusals: [Channel?: [ConnectionRefusal: UInt64]] = [:]
    private var recent: RollingWindow

    init(at now: Duration) {
        recent = RollingWindow(since: now)
    }

    /// Records a durable batch, after its deferred replies and publications were queued.
    mutating func record(_ completedBatch: CompletedBatch, durable: Duration, published: Duration) {
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

    /// Records a refused request.
    mutating func refuse(_ code: Failure.Code) {
        refusals[code] += 1
    }

    /// Records a dropped reply.
    mutating func recordDroppedReply() {
        lostReplies += 1
    }

    /// Records a failure of the store.
    mutating func fail(_ access: OperatorLog.StoreOperation) {
        switch access {
        case .reading: failedReads += 1
        case .writing: failedWrites += 1
        }
    }

    /// Records a refused or disconnected connection.
    mutating func refuse(_ why: ConnectionRefusal, on service: Channel?) {
        connectionRefusals[service, default: [:]][why, default: 0] += 1
    }

    /// Returns the metrics of the status reply, for administrators, by name.
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
    /// Adds the median and the 99th percentile; nothing for an empty histogram.
    mutating func addQuantiles(of histogram: Histogram, as name: String) {
        guard let half = histogram.quantile(0.5), let most = histogram.quantile(0.99)
        else { return }
        self["\(name)P50"] = UInt64(half)
        self["\(name)P99"] = UInt64(most)
    }
}
