import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses
import SeededRandom
import Synchronization
import ZeroMQ

/// A device that makes a change every now and then, and follows its own feed. It blocks: for a
/// thread of its own, one at a time.
///
/// A change counts from the moment when it was due, so that waiting for the one before is no excuse.
final class GoodDevice: @unchecked Sendable {
    // Its parts are used by one thread at a time; the feed's thread shares `published` alone.
    private let line: Line
    private let device: DeviceID
    private let interval: Duration
    private let epoch: Epoch
    private var sequence: SequenceNumber
    private var generator = SeededGenerator(seed: 1)
    private let published: Published

    /// The delay of a change at which the device gives up.
    private static let longest = Duration.seconds(3)

    /// Connects, sends hello, and follows the feed.
    init(_ cast: Cast, rate: Double) throws {
        let context = try Context()
        device = cast.device
        interval = .seconds(1 / rate)
        line = try Line(cast.control, in: context, keys: cast.keys, serverKey: cast.serverKey)
        let welcome = try line.greet(as: device)
        let synced = try line.ask(.sync(scene: .main, epoch: .none, revision: .zero))
        guard case .synced(let synced) = synced else { throw NeverCame("no sync") }
        epoch = synced.head.epoch
        sequence = synced.lastSequence
        published = try Published(cast, welcome, in: context)
        for tab in ["inbox", "sent"] as [TabID] {
            _ = try submit(.declareTab(tab, at: .between(nil, nil), attributes: []))
        }
    }

    /// Makes changes for so long, and returns the latency of each.
    func changes(for time: Duration) throws -> Latencies {
        var latencies = Latencies()
        var due: [Revision: ContinuousClock.Instant] = [:]
        let end = ContinuousClock.now + time
        var next = ContinuousClock.now
        while next < end {
            // It is bad enough to be known by now.
            guard ContinuousClock.now - next < Self.longest else { break }
            // Not in step with anything that happens at intervals itself.
            next += interval * Double.random(in: 0.5...1.5, using: &generator)
            let wait = next - .now
            if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
            let revision = try submit(.selectTab(sequence.rawValue % 2 == 0 ? "inbox" : "sent"))
            latencies.replies.append(.now - next)
            due[revision] = next
        }
        let moments = try published.moments(of: Set(due.keys))
        for (revision, moment) in moments {
            if let due = due[revision] { latencies.publications.append(moment - due) }
        }
        return latencies
    }

    private func submit(_ operation: NavigationModel.Operation) throws -> Revision {
        let change = Change(
            device: device, sequence: sequence.next,
            base: Change.Base(revision: .zero, latest: .zero), operations: [operation])
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: sequence, change: change.encoded, age: 0)
        let result = try line.ask(.submit(submit))
        guard case .receipt(let receipt) = result, let revision = receipt.revision else {
            throw NeverCame("a change was not taken: \(result)")
        }
        sequence = receipt.sequence
        return revision
    }
}

/// The publications on a user's feed, with their times: read on a thread of their own.
private final class Published: Sendable {
    private let moments = Mutex<[Revision: ContinuousClock.Instant]>([:])
    private let isLive = Mutex(false)

    init(_ cast: Cast, _ welcome: Welcome, in context: Context) throws {
        let topic = welcome.topic
        let key = welcome.feedKey
        Thread.detachNewThread { [self] in
            // The measurement notices when nothing comes.
            try? follow(cast, topic, key, in: context)
        }
        let end = ContinuousClock.now + Line.timeout
        while !isLive.withLock({ $0 }) {
            guard ContinuousClock.now < end else { throw NeverCame("no feed") }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Returns the time at which each of these was published; throws if one does not come.
    func moments(
        of revisions: Set<Revision>
    ) throws -> [Revision: ContinuousClock.Instant] {
        let end = ContinuousClock.now + Line.timeout
        while true {
            let found = moments.withLock { moments in
                revisions.isSubset(of: moments.keys) ? moments : nil
            }
            if let found {
                moments.withLock { $0 = [:] }
                return found.filter { revisions.contains($0.key) }
            }
            guard ContinuousClock.now < end else {
                throw NeverCame("a change was not published to the good device")
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    private func follow(
        _ cast: Cast, _ topic: Topic, _ key: FeedKey, in context: Context
    ) throws {
        let socket = try Line.socket(
            .sub, in: context, keys: cast.keys, serverKey: cast.serverKey)
        try socket.subscribe(topic.bytes)
        try socket.connect(cast.feed)
        while true {
            _ = try socket.wait(for: .readable, within: .seconds(60))
            guard let message = try socket.receiveMultipart(), let frame = message.frames.last
            else { continue }
            let now = ContinuousClock.now
            switch try FeedFrame(opening: frame, topic: topic, key: key) {
            case .topicExpired: return
            case .feed(.live): isLive.withLock { $0 = true }
            case .feed(.scene(_, let commits, _)):
                moments.withLock { moments in
                    for commit in commits where moments[commit.revision] == nil {
                        moments[commit.revision] = now
                    }
                }
            }
        }
    }
}
