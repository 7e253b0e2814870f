import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

@Suite("Bounds of the daemon against a client")
struct DaemonBoundsTests {
    private let peer = Peer(1, .local(uid: 0))
    private let now = ClockReading(wall: Timestamp(rawValue: 1_000_000), uptime: .seconds(1))

    private func greetedDaemon() -> DaemonCore {
        var daemon = DaemonCore(identity: .sample(), generator: SeededGenerator(seed: 1))
        let hello = Hello(user: "ann", device: DeviceID(high: 1, low: 1), name: "phone")
        _ = ask(&daemon, .hello(hello))
        return daemon
    }

    private func ask(_ daemon: inout DaemonCore, _ call: Request.Call) -> [DaemonCore.Effect] {
        daemon.stepAlone(.request(Request(id: 1, call: call).encoded, from: peer), at: now)
    }

    /// Has it read an empty scene; returns the scene's epoch.
    private func load(_ daemon: inout DaemonCore) -> Epoch {
        _ = ask(&daemon, .presence(scene: .main))
        _ = reload(&daemon)
        return Epoch(rawValue: 7)
    }

    /// The store has read the empty scene.
    private func reload(_ daemon: inout DaemonCore) -> [DaemonCore.Effect] {
        let stored = StoredScene(
            epoch: Epoch(rawValue: 7), revision: 0, state: SceneState(), snapshotRevision: 0,
            last: [:])
        let key = SceneKey(user: "ann", scene: .main)
        return daemon.stepAlone(.loaded(key, .success(stored)), at: now)
    }

    private func isBusy(_ effects: [DaemonCore.Effect]) -> Bool {
        effects.contains { effect in
            guard case .reply(let reply, _) = effect, case .failure(let failure) = reply.result
            else { return false }
            return failure.code == .busy
        }
    }

    @Test("Reads that take long: one at a time, so many wait, then busy, and on when it is done")
    func log() {
        var daemon = greetedDaemon()
        _ = ask(&daemon, .presence(scene: .main))
        let key = SceneKey(user: "ann", scene: .main)
        _ = daemon.step(.loaded(key, .success(nil)), at: now)
        let history = Request.Call.history(scene: .main, after: 0, limit: 1)
        var readIDs: [ReadID] = []
        for _ in 0...UserLimits.reads {
            for case .fetch(_, let readID) in ask(&daemon, history) { readIDs.append(readID) }
        }
        #expect(readIDs.count == 1)
        #expect(isBusy(ask(&daemon, history)))
        let next = daemon.step(
            .fetched(readIDs[0], .success(.history(CommitPage([]), hasMore: false, of: key))),
            at: now)
        #expect(next.contains { if case .fetch = $0 { true } else { false } })
        #expect(!isBusy(ask(&daemon, history)))
    }

    @Test("A snapshot that was made of what did not reach the disk is not offered: what did is")
    func abandonedSnapshot() throws {
        var daemon = greetedDaemon()
        let epoch = load(&daemon)
        submit(to: &daemon, epoch)
        let effects = ask(&daemon, .sync(scene: .main, epoch: .none, revision: .zero))
        let (fetch, readID) = try #require(effects.fetch)
        let snapshot = try #require(fetch.answerFromMemory)
        #expect(fail(&daemon).refusals == 1)
        let late = daemon.step(.fetched(readID, .success(snapshot)), at: now)
        #expect(!late.contains { if case .reply = $0 { true } else { false } })
        let (again, next) = try #require(reload(&daemon).fetch)
        let durable = try #require(again.answerFromMemory)
        let answer = daemon.step(.fetched(next, .success(durable)), at: now).first
        guard case .reply(let reply, _)? = answer, case .synced(let synced) = reply.result else {
            Issue.record("no answer")
            return
        }
        #expect(synced.head.revision == .zero)
    }

    @Test("A read that changes overtake which fail, again and again, is refused in the end")
    func overtaken() throws {
        var daemon = greetedDaemon()
        let epoch = load(&daemon)
        var effects = ask(&daemon, .status(scene: .main))
        for round in 0...DaemonLimits.readRetries {
            let (_, readID) = try #require(effects.fetch)
            submit(to: &daemon, epoch)
            let isLast = round == DaemonLimits.readRetries
            #expect(fail(&daemon).refusals == (isLast ? 2 : 1), "in round \(round)")
            _ = daemon.step(.fetched(readID, .failure(.failed("late"))), at: now)
            effects = reload(&daemon)
        }
        #expect(effects.fetch == nil)
    }

    /// Hands over a change, which is to be written then.
    private func submit(to daemon: inout DaemonCore, _ epoch: Epoch) {
        #expect(submit(1, to: &daemon, epoch).batches == 1)
    }

    private func submit(
        _ number: UInt64, to daemon: inout DaemonCore, _ epoch: Epoch
    ) -> [DaemonCore.Effect] {
        let change = Change(
            device: DeviceID(high: 1, low: 1), sequence: SequenceNumber(rawValue: number),
            base: Change.Base(revision: 0, latest: .zero), operations: DaemonBench.declare)
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: SequenceNumber(rawValue: number - 1),
            change: change.encoded, age: 0)
        return ask(&daemon, .submit(submit))
    }

    @Test("The store gets the next batch before the replies to the last one are sent")
    func nextBatchFirst() {
        var daemon = greetedDaemon()
        let epoch = load(&daemon)
        submit(to: &daemon, epoch)
        #expect(submit(2, to: &daemon, epoch).batches == 0)
        let effects = daemon.stepAlone(.persisted(.success(())), at: now)
        #expect(effects.first?.isBatch == true)
        #expect(effects.batches == 1)
        #expect(effects.contains { if case .reply = $0 { true } else { false } })
    }

    /// The write fails.
    private func fail(_ daemon: inout DaemonCore) -> [DaemonCore.Effect] {
        daemon.stepAlone(.persisted(.failure(.failed("the disk is full"))), at: now)
    }

    @Test("A change of more operations than there may be leaves nothing behind, no outcomes either")
    func operations() throws {
        for count in [SceneLimits.operations, SceneLimits.operations + 1] {
            let change = Change(
                device: DeviceID(high: 1, low: 1), sequence: 1,
                base: Change.Base(revision: 0, latest: .zero),
                operations: Array(repeating: .unknown, count: count))
            var daemon = greetedDaemon()
            let epoch = load(&daemon)
            let submit = SubmitRequest(
                scene: .main, epoch: epoch, after: 0, change: change.encoded, age: 0)
            let effects = ask(&daemon, .submit(submit))
            let isRefused = effects.contains { effect in
                guard case .reply(let reply, _) = effect, case .failure(let why) = reply.result
                else { return false }
                return why.code == .tooLarge
            }
            #expect(isRefused == (count > SceneLimits.operations))
        }
    }

    @Test("Reads of scenes: so many at a time, then busy; those that are being read are waited for")
    func scenes() {
        var daemon = greetedDaemon()
        for number in 0..<256 {
            let effects = ask(&daemon, .presence(scene: SceneID(unchecked: "s\(number)")))
            #expect(!isBusy(effects))
        }
        #expect(isBusy(ask(&daemon, .presence(scene: "one-more"))))
        #expect(!isBusy(ask(&daemon, .presence(scene: "s7"))))
    }
}

extension DaemonCore.Effect {
    /// A Boolean value indicating whether it is a batch for the store.
    fileprivate var isBatch: Bool { if case .persist = self { true } else { false } }
}

extension [DaemonCore.Effect] {
    /// The number of batches for the store.
    fileprivate var batches: Int { count { $0.isBatch } }

    /// The first thing that is to be read.
    fileprivate var fetch: (StoreRead, ReadID)? {
        for case .fetch(let fetch, let readID) in self { return (fetch, readID) }
        return nil
    }

    /// The number of those that are told that it can't be done now.
    fileprivate var refusals: Int {
        count { effect in
            guard case .reply(let reply, _) = effect else { return false }
            return reply.result.failure?.code == .unavailable
        }
    }
}
