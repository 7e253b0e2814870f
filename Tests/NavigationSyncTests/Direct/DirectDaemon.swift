import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// A daemon's core with a store that does all at once, and mirrors with nothing in between.
struct DirectDaemon {
    private var core: DaemonCore
    private let now = ClockReading(wall: Timestamp(rawValue: 1_000_000), uptime: .seconds(1))
    private let key = SceneKey(user: "ann", scene: .main)
    private var replies: [Reply] = []
    private var topics: [Int: [UInt8]] = [:]
    private var greeted: Set<Peer> = []
    private var starts: UInt64 = 1
    /// The content of the disk.
    private(set) var stored: StoredScene?
    private var account: UserAccount?
    private(set) var commits: [Commit] = []
    private(set) var storedReceipts: [StoredReceipt] = []
    /// The mirrors that are connected.
    private(set) var mirrors: [MirrorCore] = []

    init() {
        core = DirectDaemon.core(instance: 1)
    }

    private static func core(instance: UInt64) -> DaemonCore {
        DaemonCore(
            identity: .sample(instance), generator: SeededGenerator(seed: instance))
    }

    /// A device asks something on a connection of its own.
    mutating func ask(_ call: Request.Call, by device: DeviceID) -> Reply.Result? {
        let peer = peer(of: device)
        if greeted.insert(peer).inserted {
            send(Request(id: 1, call: .hello(hello(device))), from: peer)
        }
        replies = []
        send(Request(id: 2, call: call), from: peer)
        return replies.last?.result
    }

    /// Answers a device's bytes, which need be no request, with or without hello before.
    mutating func answer(to bytes: [UInt8], from device: DeviceID) -> Reply? {
        replies = []
        step(.request(bytes, from: peer(of: device)))
        return replies.last
    }

    private func peer(of device: DeviceID) -> Peer {
        Peer(ConnectionID(rawValue: device.low), .local(uid: 0))
    }

    /// A device hands over a change as bytes.
    mutating func submit(
        _ bytes: [UInt8], after: SequenceNumber = .zero, by device: DeviceID
    ) -> Reply.Result? {
        let epoch = stored?.epoch ?? epoch(for: device)
        return ask(
            .submit(SubmitRequest(scene: .main, epoch: epoch, after: after, change: bytes, age: 0)),
            by: device)
    }

    private mutating func epoch(for device: DeviceID) -> Epoch {
        guard case .heads(let reply)? = ask(.presence(scene: .main), by: device) else {
            return Epoch(rawValue: 0)
        }
        return reply.heads.first?.epoch ?? Epoch(rawValue: 0)
    }

    /// A mirror connects and follows.
    mutating func connectMirror() {
        let index = mirrors.count
        let device = DeviceID(high: 9, low: UInt64(index + 1))
        mirrors.append(MirrorCore(scene: .main, hello: hello(device)))
        step(mirror: index, .connected)
    }

    /// The daemon starts again from its disk; who was connected is no longer.
    ///
    /// - Parameter isForgetful: a planted bug: what became of changes is not on that disk.
    mutating func restart(isForgetful: Bool = false) {
        if isForgetful, let known = stored {
            stored = StoredScene(
                epoch: known.epoch, revision: known.revision, state: known.state,
                snapshotRevision: known.snapshotRevision, last: [:])
        }
        starts += 1
        core = DirectDaemon.core(instance: starts)
        greeted = []
        topics = [:]
        mirrors = []
    }

    private func hello(_ device: DeviceID) -> Hello {
        Hello(user: key.user, device: device, name: "device")
    }

    private mutating func send(_ request: Request, from peer: Peer) {
        step(.request(request.encoded, from: peer))
    }

    private mutating func step(_ event: DaemonCore.Event) {
        for effect in core.step(event, at: now) {
            switch effect {
            case .load(let key): step(.loaded(key, .success(stored)))
            case .persist(let writes, let changes):
                writes.forEach { write($0) }
                changes.forEach { make($0) }
                step(.persisted(.success(())))
            case .reply(let reply, let peer):
                if let index = mirrors.indices.first(where: { self.peer(of: $0) == peer }) {
                    step(mirror: index, .reply(reply.encoded))
                } else {
                    replies.append(reply)
                }
            case .publish(let frame, let topic):
                for index in mirrors.indices where topics[index] == topic {
                    step(mirror: index, .feed(frame))
                }
            case .fetch(.storedReceipt(_, let device, let sequence, let hash), let readID):
                let known = storedReceipts.last { $0.device == device && $0.sequence == sequence }
                step(.fetched(readID, .success(.storedReceipt(known, hash: hash))))
            case .fetch(.account(let user), let readID):
                step(.fetched(readID, .success(.account(account, usage, of: user))))
            case .fetch(let fetch, let readID):
                if let fetched = fetch.answerFromMemory {
                    step(.fetched(readID, .success(fetched)))
                    continue
                }
                step(.fetched(readID, .failure(.failed("nothing else is read here"))))
            case .proceed: step(.proceed)
            case .prune(let pruning): step(.pruned(pruning.run()))
            default: break
            }
        }
    }

    private mutating func write(_ write: SceneWrite) {
        var state = stored?.state ?? SceneState()
        var last = stored?.last ?? [:]
        let made = write.commits.compactMap { try? $0.decoded() }
        for commit in made { state.apply(commit) }
        for storedReceipt in write.storedReceipts { last[storedReceipt.device] = storedReceipt }
        commits += made
        storedReceipts += write.storedReceipts
        stored = StoredScene(
            epoch: write.epoch, revision: write.commits.last?.revision ?? write.expected,
            state: state, snapshotRevision: .zero, last: last,
            skipped: (stored?.skipped ?? []) + write.skipped)
    }

    private mutating func make(_ change: RegistryChange) {
        switch change {
        case .user(let user): account = account ?? UserAccount(user: user)
        case .device(let device, _, _): account?.devices[device.id] = device
        case .release(let device, _, _): account?.devices[device.id] = nil
        case .invitation, .deleteInvitation, .eraseScene, .moveScene, .heal, .erase: break
        }
    }

    private var usage: UserUsage {
        UserUsage(
            scenes: stored == nil ? [] : [key.scene],
            devices: Set(stored.map { Set($0.last.keys) } ?? []))
    }

    private func peer(of mirror: Int) -> Peer {
        Peer(ConnectionID(rawValue: 1 << 32 + UInt64(mirror)), .local(uid: 0))
    }

    private mutating func step(mirror index: Int, _ event: MirrorCore.Event) {
        for effect in mirrors[index].step(event, at: .seconds(1)) {
            switch effect {
            case .send(let request): send(request, from: peer(of: index))
            case .follow(_, let topic):
                topics[index] = topic.bytes
                step(.subscribed(topic.bytes, by: .local(uid: 0)))
            default: break
            }
        }
    }
}
