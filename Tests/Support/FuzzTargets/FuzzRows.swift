import DeviceStore
import Foundation
import SQLite
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import SeededRandom
import StoreSamples
import Synchronization

/// Opens databases whose rows hold what the input says: that of a daemon, or, if the first byte is
/// odd, that of a device. Each is read or refused with an error.
func fuzzRows(_ bytes: [UInt8]) async throws {
    guard let kind = bytes.first else { return }
    let script = Script(Array(bytes.dropFirst()))
    let files = try await DatabaseSamples.shared.value.get()
    let directory = try files.scratch()
    defer { files.remove(directory) }
    if kind & 1 == 0 {
        let path = directory + "/navsync.sqlite"
        try files.store.write(to: URL(filePath: path))
        try DamagedRows.write(script, into: path, DamagedRows.ofStore)
        try await readStore(path)
    } else {
        let path = directory + "/device.sqlite"
        try files.device.write(to: URL(filePath: path))
        try DamagedRows.write(script, into: path, DamagedRows.ofDevice)
        try? readDevice(directory)
    }
}

/// Does all with a store that a daemon does.
func readStore(_ path: String) async throws {
    let history = SampleHistory()
    let key = history.key
    guard let store = try? SQLiteStore(opening: path) else { return }
    if let claim = try? await store.claim(.all, after: .zero) {
        if let accumulatedUptime = try? await store.accumulatedUptime(under: claim) {
            try? await store.recordUptime(accumulatedUptime + .seconds(1), under: claim)
        }
        _ = try? await store.audit(key, upTo: 9, wholeStore: true)
        _ = try? await store.commits(of: key, after: 3, limit: 5)
        _ = try? await store.storedReceipt(of: 4, by: history.device, in: key)
        _ = try? await store.usage(of: key.user)
        _ = try? await store.account(of: key.user)
        _ = try? await store.owner(of: .device(SampleRegistry.key(2)))
        _ = try? await store.users(after: nil, limit: 10)
        _ = try? await store.state(of: key, at: 6)
        if let stored = try? await store.load(key, under: claim) {
            let writes = try serve(stored, key)
            for write in writes { try? await store.commit(write, under: claim) }
            _ = try? await store.compact(key, upTo: 8, limit: 3, under: claim)
            try? await store.renewEpochs(under: claim) { Epoch(rawValue: 5) }
            _ = try? await store.load(key, under: claim)
        }
    }
    await store.close()
}

/// Has a daemon's core serve a scene as it was read, for long; returns what it wants written.
private func serve(_ stored: StoredScene, _ key: SceneKey) throws -> [[SceneWrite]] {
    var core = DaemonCore(
        identity: DaemonIdentity(
            instance: 1, version: "fuzz", started: .zero,
            feed: FeedAddress(socket: "feed.sock", port: nil), owner: 0, ownerName: "ann",
            keys: ServerKeysInfo(key: SampleRegistry.key(1), next: nil, switchesAtRestart: false)),
        generator: SeededGenerator(seed: 1),
        retention: RetentionPolicy(
            horizon: .seconds(60), historyAge: .seconds(60), historyCommits: 4,
            historyLength: 1_000, commitsBetweenSnapshots: 1))
    var writes: [[SceneWrite]] = []
    let peer = Peer(1, .local(uid: 0))
    let hello = Hello(user: key.user, device: SampleScene.other, name: "tablet")
    let change = Change(
        device: SampleScene.other, sequence: 1,
        base: Change.Base(revision: stored.revision, latest: stored.state.latest),
        operations: [.addToBadge("inbox", 1)])
    let submit = SubmitRequest(
        scene: key.scene, epoch: stored.epoch, after: .zero, change: change.encoded, age: 1)
    let usage = UserUsage(scenes: [key.scene], devices: Set(stored.last.keys))
    let calls: [Request.Call] = [
        .hello(hello), .presence(scene: key.scene), .submit(submit),
        .sync(scene: key.scene, epoch: stored.epoch, revision: 3), .status(scene: key.scene),
    ]
    var events: [DaemonCore.Event] = calls.enumerated().map { id, call in
        .request(Request(id: UInt64(id), call: call).encoded, from: peer)
    }
    events += [.tick, .tick]
    var now = ClockReading(wall: Timestamp(rawValue: 1), uptime: .seconds(1))
    events.reverse()
    while let event = events.popLast() {
        now = ClockReading(wall: now.wall, uptime: now.uptime + .seconds(700))
        for effect in core.step(event, at: now) {
            switch effect {
            case .load(let key): events.append(.loaded(key, .success(stored)))
            case .persist(let batch, _):
                writes.append(batch)
                events.append(.persisted(.success(())))
            case .fetch(.account(let user), let readID):
                let account = SampleRegistry.account(1)
                events.append(
                    .fetched(readID, .success(.account(account, usage, of: user))))
            case .fetch(.owner(let principal), let readID):
                events.append(.fetched(readID, .success(.owner(key.user, of: principal))))
            case .encode(let sample): events.append(.encoded(sample, sample.snapshot))
            case .proceed: events.append(.proceed)
            case .prune(let pruning): events.append(.pruned(pruning.run()))
            case .compact(let key, let revision):
                let done = Compaction(
                    oldestRevision: revision, isComplete: true, length: 0)
                events.append(.compacted(key, .success(done)))
            case .reply(let reply, _):
                try requireSurvival(of: reply.encoded)
            case .measure, .publish, .fetch, .disconnectAll, .disconnect, .serverKey, .readMap,
                .fleet,
                .recordUptime,
                .stop,
                .damaged,
                .ahead:
                break
            }
        }
    }
    return writes
}

/// Does all with a device's directory that a command does; the first error ends it.
func readDevice(_ directory: String) throws {
    let device = try DeviceDatabase(opening: directory, name: nil) { SampleScene.other }
    let history = SampleHistory(by: DeviceID(high: 5, low: 5))
    let key = history.key
    _ = try? device.shelf(of: key)
    _ = try? device.role(for: key.user)
    try? device.save(nextServerKey: SampleRegistry.key(2))
    try? device.save(addresses: ["192.0.2.1:7311"])
    let waiting = try? device.waiting(in: key)
    let confirmed = try? device.confirmed(key)
    let now = BootTimeInstant(bootID: "boot", nanoseconds: 2_000_000_000)
    for entry in waiting ?? [] {
        _ = entry.madeAt.age(at: now)
        _ = try? Change(encoded: entry.change)
    }
    _ = try? device.overlay(in: key, above: confirmed?.revision ?? .zero)
    for direction in [UndoStep.Direction.undo, .redo] {
        _ = try? device.appendUndo(direction, to: key, madeAt: now) { view, reversal in
            OutboxDraft(
                (view.confirmed?.state ?? SceneState()).operations(
                    undoing: reversal, by: device.device), reversal: reversal)
        }
    }
    _ = try? device.appendChange(to: key, madeAt: now) { _ in [.addToBadge("inbox", 1)] }
    try? device.settle(
        key, 3, with: Receipt(sequence: 3, outcomes: [.applied], revision: 14))
    _ = try? device.renumber(key, epoch: history.epoch, after: 3, reused: [4])
    _ = try? device.appendConfirmed(key, epoch: history.epoch, commits: SampleScene.shared.commits)
    try confirmed?.state.checkForm()
}

/// Databases as they are written: what rows are damaged of.
struct DatabaseSamples: Sendable {
    let store: Data
    let device: Data
    /// The path that those of all directories begin with. They have no parent of their own, which
    /// one input would remove while another makes its directory in it.
    private let prefix: String
    private let count = Counter()

    private final class Counter: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    static let shared = Task { await Result.making { try await DatabaseSamples() } }

    private init() async throws {
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        prefix = "\(parent)/navsync-rows-\(ProcessInfo.processInfo.processIdentifier)"
        let scratch = prefix + "-samples"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let path = scratch + "/navsync.sqlite"
        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        var history = SampleHistory()
        let users = (1...3).flatMap { SampleRegistry.changes(for: SampleRegistry.account($0)) }
        try await store.commit([], users, under: claim)
        for count in [5, 4, 3] {
            var write = history.write(count, snapshot: count == 4)
            write.isMarked = true
            write.accumulatedUptime = .seconds(count)
            try await store.commit([write], under: claim)
        }
        // The last batches are in the journal, as a crash leaves it.
        for _ in 0..<3 { try await store.commit([history.write(1)], under: claim) }
        let copy = scratch + "/copy.sqlite"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        await store.close()
        try Self.checkpoint(copy)
        self.store = try Data(contentsOf: URL(filePath: copy))
        device = try Self.device(in: scratch)
    }

    private static func checkpoint(_ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try queue.close()
    }

    private static func device(in scratch: String) throws -> Data {
        var history = SampleHistory(by: DeviceID(high: 5, low: 5))
        do {
            let device = try DeviceDatabase(opening: scratch, name: "phone") {
                SampleHistory.device
            }
            let key = history.key
            try device.appendConfirmed(
                key, epoch: history.epoch, commits: history.write(6).decodedCommits)
            for _ in 1...4 {
                _ = try device.appendChange(
                    to: key, madeAt: BootTimeInstant(bootID: "boot", nanoseconds: 1)
                ) { view in
                    let reversal = InverseChange(
                        sequence: view.sequence, done: [.addToBadge("inbox", 1)],
                        inverse: [.addToBadge("inbox", -1)])
                    return OutboxDraft(reversal.done, reversal: reversal)
                }
            }
            try device.settle(
                key, 1, with: Receipt(sequence: 1, outcomes: [.applied], revision: 13))
            try device.refuse(key, 2, because: Failure(.malformed, "no"))
        }
        // Opened and closed once more, so that all is in the file and nothing in its log.
        return try Data(contentsOf: URL(filePath: scratch + "/device.sqlite"))
    }

    /// Removes the directory of an input.
    func remove(_ scratch: String) {
        try? FileManager.default.removeItem(atPath: scratch)
    }

    /// A directory for one input.
    func scratch() throws -> String {
        let path = "\(prefix)-\(count.next())"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        return path
    }
}

extension Result where Failure == any Error, Success: Sendable {
    fileprivate static func making(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
