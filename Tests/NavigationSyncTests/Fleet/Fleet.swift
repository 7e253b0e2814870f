import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// A daemon and several devices with everything between them, from one seed: the very cores that
/// the real processes run, on a virtual clock, a lossy network and a disk that keeps only what was
/// written.
struct Fleet {
    var generator: SeededGenerator
    var now = Duration.zero
    var daemon: DaemonCore
    var disk = FleetDisk()
    var devices: [FleetDevice]
    /// Work that the daemon's store has been given and not finished.
    private var storeWork: [StoreWork] = []
    private var toDaemon: [Frame] = []
    private var toDevice: [Int: [Frame]] = [:]
    private var feed: [Int: [[UInt8]]] = [:]
    private var nextPeer: UInt8 = 0
    private var isDaemonUp = true
    /// What the daemon said to the world, to check that it was on disk by then.
    private(set) var violations: [String] = []
    /// How often a message of the feed is lost, in percent.
    var feedLoss = 0

    private struct Frame {
        let peer: Peer
        let bytes: [UInt8]
    }

    private enum StoreWork {
        case load(SceneKey)
        case commit([SceneWrite])
        case fetch(Fetch, Ticket)
    }

    static let key = SceneKey(user: "ann", scene: .main)

    init(seed: UInt64, devices count: Int) {
        generator = SeededGenerator(seed: seed)
        daemon = Fleet.freshDaemon(instance: 1, seed: seed)
        devices = (0..<count).map { index in
            FleetDevice(
                id: DeviceID(high: 1, low: UInt64(index) + 1),
                name: DeviceName(unchecked: ["phone", "tablet", "desk", "car"][index % 4]))
        }
    }

    private static func freshDaemon(instance: UInt64, seed: UInt64) -> DaemonCore {
        DaemonCore(
            identity: DaemonIdentity(
                instance: instance, version: "test", started: .zero,
                feed: FeedAddress(socket: "feed.sock", port: nil)),
            generator: SeededGenerator(seed: seed &+ instance))
    }

    private var moment: Moment {
        Moment(
            wall: Timestamp(rawValue: 1_700_000_000_000_000 + now.wholeMicroseconds), uptime: now)
    }

    // MARK: Faults

    /// The daemon dies: what it had not written is gone, and with it every connection.
    mutating func killDaemon() {
        isDaemonUp = false
        storeWork = []
        toDaemon = []
        for index in devices.indices { disconnect(index) }
    }

    mutating func startDaemon() {
        guard !isDaemonUp else { return }
        isDaemonUp = true
        daemon = Fleet.freshDaemon(
            instance: .random(in: 2...UInt64.max, using: &generator), seed: generator.next())
    }

    /// The device's connection breaks, with all that was on the way.
    mutating func disconnect(_ index: Int) {
        guard let peer = devices[index].peer else { return }
        devices[index].peer = nil
        devices[index].topic = nil
        toDaemon.removeAll { $0.peer == peer }
        toDevice[index] = []
        feed[index] = []
        step(index, .disconnected)
    }

    mutating func connect(_ index: Int) {
        guard isDaemonUp, devices[index].peer == nil else { return }
        nextPeer &+= 1
        devices[index].peer = Peer(identity: [nextPeer, UInt8(index)])
        step(index, .connected)
    }

    /// The device's process dies and starts again from its disk.
    mutating func restartDevice(_ index: Int) {
        disconnect(index)
        devices[index].restart()
        step(index, .outbox(devices[index].overlay))
    }

    // MARK: Steps

    mutating func act(_ index: Int, _ intent: Intent) {
        devices[index].act(intent, at: now, using: &generator)
        step(index, .outbox(devices[index].overlay))
    }

    /// Delivers or completes one thing that is under way, chosen by the seed; `false` if nothing is.
    mutating func advance() -> Bool {
        var choices: [() -> Choice] = []
        if !toDaemon.isEmpty { choices.append { .request } }
        for (index, frames) in toDevice where !frames.isEmpty { choices.append { .reply(index) } }
        for (index, frames) in feed where !frames.isEmpty { choices.append { .feed(index) } }
        if !storeWork.isEmpty { choices.append { .store } }
        // Dictionaries have no order of their own: the choice must not depend on it.
        let sorted = choices.map { $0() }.sorted()
        guard let choice = sorted.randomElement(using: &generator) else { return false }
        switch choice {
        case .request:
            let frame = toDaemon.removeFirst()
            stepDaemon(.request(frame.bytes, from: frame.peer))
        case .reply(let index):
            if let frame = toDevice[index]?.removeFirst(), devices[index].peer == frame.peer {
                step(index, .reply(frame.bytes))
            }
        case .feed(let index):
            if let bytes = feed[index]?.removeFirst() { step(index, .feed(bytes)) }
        case .store:
            completeStoreWork()
        }
        return true
    }

    private enum Choice: Hashable, Comparable {
        case request
        case reply(Int)
        case feed(Int)
        case store
    }

    mutating func pass(_ duration: Duration) {
        now += duration
        if isDaemonUp { stepDaemon(.tick) }
        for index in devices.indices { step(index, .tick) }
    }

    /// Mends everything and lets the fleet come to rest.
    mutating func settle() {
        feedLoss = 0
        startDaemon()
        for index in devices.indices { connect(index) }
        for _ in 0..<120 {
            while advance() {}
            pass(.milliseconds(500))
            for index in devices.indices { connect(index) }
        }
        while advance() {}
    }

    private mutating func stepDaemon(_ event: DaemonCore.Event) {
        for effect in daemon.step(event, at: moment) {
            switch effect {
            case .reply(let reply, let peer):
                check(reply)
                if let index = devices.firstIndex(where: { $0.peer == peer }) {
                    toDevice[index, default: []].append(Frame(peer: peer, bytes: reply.encoded))
                }
            case .publish(let publication, let topic):
                if case .scene(let head, _) = publication { check(head) }
                for index in devices.indices where devices[index].topic?.bytes == topic {
                    guard Int.random(in: 0..<100, using: &generator) >= feedLoss else { continue }
                    feed[index, default: []].append(publication.encoded)
                }
            case .load(let key): storeWork.append(.load(key))
            case .persist(let writes): storeWork.append(.commit(writes))
            case .fetch(let fetch, let ticket): storeWork.append(.fetch(fetch, ticket))
            case .compact(let key, let revision):
                let compaction = Compaction(retained: revision, isComplete: true)
                stepDaemon(.compacted(key, .success(compaction)))
            case .note: break
            case .stop(let why): violations.append("stopped: \(why)")
            }
        }
    }

    private mutating func completeStoreWork() {
        switch storeWork.removeFirst() {
        case .load(let key): stepDaemon(.loaded(key, .success(disk.load(key))))
        case .commit(let writes):
            disk.commit(writes)
            stepDaemon(.persisted(.success(())))
        case .fetch(.settlement(let key, let device, let sequence, let hash), let ticket):
            let known = disk.settlement(of: sequence, by: device, in: key)
            stepDaemon(.fetched(ticket, .success(.settlement(known, hash: hash))))
        case .fetch(.state, _), .fetch(.audit, _): break
        case .fetch(.history(let key, let revision, let limit), let ticket):
            let commits = (disk.logs[key] ?? []).filter { $0.revision > revision }.prefix(limit)
            stepDaemon(.fetched(ticket, .success(.history(Array(commits), hasMore: false, of: key))))
        }
    }

    /// Nothing is said that is not on disk.
    private mutating func check(_ reply: Reply) {
        switch reply.result {
        case .receipt(let receipt):
            let known = disk.settlements[Fleet.key]?.values.joined().contains {
                $0.sequence == receipt.sequence && $0.revision == receipt.revision
            }
            if known != true { violations.append("receipt \(receipt.sequence) before its write") }
        case .synced(let synced): check(synced.head)
        case .heads(let heads, _, _): heads.forEach { check($0) }
        case .failure, .welcome, .snapshotContent, .historyPage, .status, .pastState, .audit: break
        }
    }

    private mutating func check(_ head: Head) {
        let durable = disk.load(Fleet.key)?.revision ?? .zero
        if head.revision > durable {
            violations.append("head \(head.revision) said while the disk is at \(durable)")
        }
    }

    private mutating func step(_ index: Int, _ event: MirrorCore.Event) {
        for effect in devices[index].core.step(event, at: now) { perform(effect, index) }
    }

    private mutating func perform(_ effect: MirrorCore.Effect, _ index: Int) {
        switch effect {
        case .send(let request):
            if let peer = devices[index].peer {
                toDaemon.append(Frame(peer: peer, bytes: request.encoded))
            }
        case .follow(_, let topic):
            devices[index].topic = topic
            if isDaemonUp { stepDaemon(.subscribed(topic.bytes)) }
        case .reconnect:
            disconnect(index)
            connect(index)
        case .append(let commits):
            for commit in commits where commit.revision == devices[index].confirmed.revision.next {
                devices[index].confirmed.state.apply(commit)
                devices[index].confirmed.revision = commit.revision
            }
        case .replace(let confirmed): devices[index].confirmed = confirmed
        case .acquireSender:
            step(index, .outbox(devices[index].overlay))
            step(index, .mayAct)
        case .settle(let sequence, let receipt): devices[index].settle(sequence, receipt)
        case .refuse(let sequence, _):
            devices[index].refused.append(sequence)
            devices[index].outbox.removeAll { $0.change.sequence == sequence }
        case .renumber(let last): devices[index].renumber(after: last)
        case .releaseSender, .changed, .status: break
        }
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
