import Glibc

/// Writers that keep changes outstanding, and mirrors that get them, in one thread.
///
/// A change is done when it is acknowledged, and every mirror has it.
final class Load {
    private var lanes: [Lane] = []
    private var polite: Lane?
    private let mirrors: [any Mirror]
    private let poller: Poller
    private let outstanding: Int
    private var received: [Int]
    private var submitted = 0
    private var firstLane = 0
    private var isSampling = false
    private var lastArrival = nanoseconds()
    private var politeDue: UInt64 = 0
    private var samples = LoadSamples()

    /// A writer, and when it submitted what is outstanding.
    private struct Lane {
        let writer: any Writer
        var sent = 0
        var acknowledged = 0
        var times = [UInt64](repeating: 0, count: Lane.remembered)

        /// More than may be outstanding.
        static let remembered = 1 << 12

        var unacknowledged: Int { sent - acknowledged }

        mutating func submit() throws {
            times[sent % Lane.remembered] = nanoseconds()
            sent += 1
            try writer.submit()
        }
    }

    /// The interval of the polite writer's changes, one of which is outstanding at most.
    private static let politeInterval: UInt64 = 20_000_000
    /// Milliseconds.
    private static let longestWait = 1000
    /// ``Fault/patience`` in nanoseconds.
    private static let patience = UInt64(Fault.patience / .nanoseconds(1))

    /// Shares `outstanding` changes among the writers; the polite one submits fifty a second.
    init(
        _ writers: [any Writer], polite: (any Writer)? = nil, mirrors: [any Mirror],
        outstanding: Int
    ) {
        precondition(outstanding < Lane.remembered, "times are kept of fewer changes")
        lanes = writers.map { Lane(writer: $0) }
        self.polite = polite.map { Lane(writer: $0) }
        self.mirrors = mirrors
        self.outstanding = outstanding
        received = Array(repeating: 0, count: mirrors.count)
        poller = Poller(
            mirrors.map(\.source) + writers.map(\.source) + (polite.map { [$0.source] } ?? []))
    }

    /// Runs for a time that does not count, then for one that does.
    func run(warming: Duration, for time: Duration, processes: [Int32]) throws -> LoadSamples {
        try run(for: warming)
        isSampling = true
        let before = (server: ProcessorTime(of: processes), client: ProcessorTime(of: [getpid()]))
        let (start, done) = (nanoseconds(), doneCount)
        let deliveries = received.reduce(0, +)
        try run(for: time)
        samples.seconds = Double(nanoseconds() - start) / 1e9
        samples.changes = doneCount - done
        samples.deliveries = received.reduce(0, +) - deliveries
        samples.server = ProcessorTime(of: processes).since(before.server)
        samples.client = ProcessorTime(of: [getpid()]).since(before.client)
        isSampling = false
        try finish()
        return samples
    }

    /// Submits so many changes, and waits until all are done.
    func submit(_ count: Int) throws {
        let end = doneCount + count
        while doneCount < end { try step(until: end) }
        try finish()
    }

    private func run(for time: Duration) throws {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end { try step(until: .max) }
    }

    /// Waits for what is outstanding. Changes that never come are a fault: nothing was measured.
    private func finish() throws {
        while doneCount < submitted { try step(until: submitted) }
    }

    /// Changes that are acknowledged, and that the slowest mirror has.
    private var doneCount: Int {
        let acknowledged = lanes.reduce(polite?.acknowledged ?? 0) { $0 + $1.acknowledged }
        return received.reduce(acknowledged, min)
    }

    /// Submits what there is room for, waits for anything, and takes all that came.
    private func step(until limit: Int) throws {
        let room = outstanding - (submitted - doneCount)
        try submitShares(min(room, limit - submitted))
        let timeout = limit == .max ? try submitPolitely() : nil
        try poller.wait(milliseconds: timeout ?? Self.longestWait)
        let arrived = nanoseconds()
        if try takeAll(arrived) {
            lastArrival = arrived
        } else if arrived - lastArrival > Self.patience {
            let receipts = lanes.reduce(polite?.acknowledged ?? 0) { $0 + $1.acknowledged }
            throw Fault(
                """
                of \(submitted) changes \(receipts) were acknowledged, and \
                \(received.min() ?? 0) mirrored, and no more in \(Fault.patience)
                """)
        }
    }

    /// Takes receipts and deliveries; returns a Boolean value indicating whether there were any.
    private func takeAll(_ arrived: UInt64) throws -> Bool {
        var isProgress = false
        for index in mirrors.indices where poller.isReadable(index) {
            let count = try mirrors[index].takeChanges()
            if index == 0, lanes.count == 1, polite == nil, isSampling {
                sampleMirror(count, arrived)
            }
            received[index] += count
            isProgress = isProgress || count > 0
        }
        for index in lanes.indices where poller.isReadable(mirrors.count + index) {
            let count = try lanes[index].writer.takeReceipts()
            if isSampling, polite == nil { sampleReceipts(of: lanes[index], count, arrived) }
            lanes[index].acknowledged += count
            isProgress = isProgress || count > 0
        }
        try takePoliteReceipts(arrived)
        return isProgress
    }

    private func submitShares(_ room: Int) throws {
        var room = room
        let share = max(1, outstanding / lanes.count)
        // Another one begins each time, or the first would take the room that the mirror leaves.
        firstLane = (firstLane + 1) % lanes.count
        for turn in lanes.indices {
            let index = (firstLane + turn) % lanes.count
            guard room > 0, lanes[index].unacknowledged < share else { continue }
            let count = min(room, share - lanes[index].unacknowledged)
            for _ in 0..<count { try lanes[index].submit() }
            try lanes[index].writer.flush()
            room -= count
            submitted += count
        }
    }

    /// Submits the polite writer's change when it is due; returns the milliseconds until the next.
    private func submitPolitely() throws -> Int? {
        guard var lane = polite else { return nil }
        let now = nanoseconds()
        if now >= politeDue, lane.unacknowledged == 0 {
            politeDue = now + Self.politeInterval
            try lane.submit()
            try lane.writer.flush()
            submitted += 1
            polite = lane
        }
        return politeDue > now ? Int((politeDue - now) / 1_000_000) + 1 : 20
    }

    private func takePoliteReceipts(_ arrived: UInt64) throws {
        guard var lane = polite, poller.isReadable(mirrors.count + lanes.count) else { return }
        let count = try lane.writer.takeReceipts()
        if isSampling { sampleReceipts(of: lane, count, arrived) }
        lane.acknowledged += count
        polite = lane
    }

    private func sampleReceipts(of lane: Lane, _ count: Int, _ arrived: UInt64) {
        for number in lane.acknowledged..<lane.acknowledged + count {
            let sent = lane.times[number % Lane.remembered]
            samples.acknowledged.append(arrived - min(arrived, sent))
        }
    }

    private func sampleMirror(_ count: Int, _ arrived: UInt64) {
        for number in received[0]..<received[0] + count {
            let sent = lanes[0].times[number % Lane.remembered]
            samples.mirrored.append(arrived - min(arrived, sent))
        }
    }
}

/// The outcome of a ``Load``.
struct LoadSamples {
    /// The time that counted.
    var seconds = 0.0
    /// Changes that were done in it.
    var changes = 0
    /// Changes that mirrors got in it, in all.
    var deliveries = 0
    /// Nanoseconds of processor time of the server.
    var server: (all: UInt64, busiest: UInt64) = (0, 0)
    /// Nanoseconds of processor time of this process.
    var client: (all: UInt64, busiest: UInt64) = (0, 0)
    /// Nanoseconds from a change to its receipt: of the polite writer, where there is one.
    var acknowledged: [UInt64] = []
    /// Nanoseconds from a change to its delivery, of a single writer to the first mirror.
    var mirrored: [UInt64] = []
}

/// Returns nanoseconds of a clock that only goes forward.
func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
