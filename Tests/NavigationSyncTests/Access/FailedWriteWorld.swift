import InMemoryStore
import DeviceStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom

/// A daemon's core over a store whose writes end when and how a test says, and senders that go on by
/// the protocol's rules: what was not taken they hand over again, in order, under the same numbers.
struct FailedWriteWorld {
    /// One sender: a device on a connection of its own, in a scene of its own choosing.
    struct Sender {
        let scene: SceneID
        /// The operations of each of its changes.
        let operations: Int
        /// The changes that it has to make in all.
        let total: UInt64
        var acknowledged: UInt64 = 0
        /// The last that was handed over since the last refusal.
        var handedOver: UInt64 = 0
        /// Refusals of each kind.
        var refusals: [Failure.Code: Int] = [:]
        var isDone: Bool { acknowledged == total }
    }

    private(set) var senders: [Sender]
    /// A Boolean value indicating whether a write is under way.
    var isWriting: Bool { held != nil }
    private var core: DaemonCore
    private var contents = InMemoryStore.Contents()
    private let claim: Claim
    private let now = ClockReading(wall: DaemonBench.noon, uptime: .seconds(1))
    private var held: (writes: [SceneWrite], changes: [RegistryChange])?
    private var outstanding: [UInt64: (sender: Int, sequence: UInt64)] = [:]
    private var lastRequest: UInt64 = 0

    /// The changes that a sender has under way at most.
    private static let window = UInt64(2 * DaemonLimits.share)

    init(
        _ senders: [Sender],
        rates: RateLimits = RateLimits(
            changes: RateLimits.Rate(perSecond: 1_000_000, burst: 1_000_000),
            requests: RateLimits.Rate(perSecond: 1_000_000, burst: 1_000_000))
    ) {
        self.senders = senders
        claim = contents.claim(.all, after: .zero)
        core = DaemonCore(
            identity: .sample(), generator: SeededGenerator(seed: 1), rates: rates)
        for sender in senders {
            let key = SceneKey(user: "ann", scene: sender.scene)
            epochs[key] = StoredScene.empty(of: key).epoch
        }
        for index in senders.indices {
            ask(
                .hello(Hello(user: "ann", device: DaemonBench.device(UInt64(index)), name: "x")),
                by: index)
            ask(.presence(scene: senders[index].scene), by: index)
        }
    }

    /// Hands over what a sender may have under way.
    mutating func handOver(_ index: Int) {
        while senders[index].handedOver < senders[index].total,
            senders[index].handedOver < senders[index].acknowledged + Self.window
        {
            senders[index].handedOver += 1
            submit(senders[index].handedOver, by: index)
        }
    }

    /// The write that is under way ends.
    mutating func land(failing: Bool) {
        guard let (writes, changes) = held else { return }
        held = nil
        guard !failing else { return step(.persisted(.failure(.failed("EIO")))) }
        do {
            try contents.commit(writes, changes, under: claim)
            step(.persisted(.success(())))
        } catch {
            step(.persisted(.failure(.failed("\(error)"))))
        }
    }

    /// A Boolean value indicating whether all senders have got receipts for all that they had to
    /// make.
    var areAllDone: Bool { senders.allSatisfy { $0.isDone } }

    /// The core's load.
    var load: DaemonGauges { core.load(at: now) }

    private mutating func submit(_ number: UInt64, by index: Int) {
        let sender = senders[index]
        let key = SceneKey(user: "ann", scene: sender.scene)
        let change = Change(
            device: DaemonBench.device(UInt64(index)),
            sequence: SequenceNumber(rawValue: number),
            base: Change.Base(revision: .zero, latest: .zero),
            // A scene comes into being with its first tab.
            operations: (number == 1
                ? [.declareTab("inbox", at: .between(nil, nil), attributes: [])] : [])
                + (0..<sender.operations).map { .setBar("bar", "\(number).\($0)") })
        outstanding[lastRequest + 1] = (index, number)
        ask(
            .submit(
                SubmitRequest(
                    scene: sender.scene, epoch: epochs[key] ?? .none,
                    after: SequenceNumber(rawValue: number - 1), change: change.encoded, age: 0)),
            by: index)
    }

    private var epochs: [SceneKey: Epoch] = [:]

    private mutating func ask(_ call: Request.Call, by index: Int) {
        lastRequest += 1
        let peer = Peer(ConnectionID(rawValue: UInt64(index)), .local(uid: 0))
        step(.request(Request(id: lastRequest, call: call).encoded, from: peer))
    }

    private mutating func take(_ reply: Reply) {
        if case .heads(let answer) = reply.result {
            for head in answer.heads {
                epochs[SceneKey(user: "ann", scene: head.scene)] = head.epoch
            }
        }
        guard let (index, number) = outstanding.removeValue(forKey: reply.id) else { return }
        switch reply.result {
        case .receipt:
            senders[index].acknowledged = max(senders[index].acknowledged, number)
        case .failure(let failure):
            senders[index].refusals[failure.code, default: 0] += 1
            // From the first that is missing on, again.
            senders[index].handedOver = min(senders[index].handedOver, number - 1)
        default: break
        }
    }

    private mutating func step(_ event: DaemonCore.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in core.step(events.removeFirst(), at: now) {
                switch effect {
                case .load(let key):
                    // A scene keeps its history, though nothing of it may be on disk yet.
                    let stored = (try? contents.load(key, under: claim)) ?? nil
                    events.append(.loaded(key, .success(stored ?? .empty(of: key))))
                case .fetch(.account(let user), let readID):
                    let fetched = StoreReadResult.account(
                        contents.account(of: user), contents.usage(of: user), of: user)
                    events.append(.fetched(readID, .success(fetched)))
                case .persist(let writes, let changes): held = (writes, changes)
                case .reply(let reply, _): take(reply)
                case .proceed: events.append(.proceed)
                case .prune(let pruning): events.append(.pruned(pruning.run()))
                default: break
                }
            }
        }
    }
}

extension StoredScene {
    /// A scene of which nothing is on disk, in a history that depends on its name alone.
    fileprivate static func empty(of key: SceneKey) -> StoredScene {
        StoredScene(
            epoch: Epoch(rawValue: UInt64(key.scene.rawValue.utf8.count)), revision: .zero,
            state: SceneState(), snapshotRevision: .zero, last: [:])
    }
}
