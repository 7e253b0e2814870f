import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

@Suite("Catch-up from the log")
struct CatchUpTests {
    private static let count: UInt64 = 200

    /// A daemon that was restarted after so many commits, and devices that have said hello to it since.
    private static func restarted(
        _ devices: [UInt64]
    ) async throws -> (DaemonBench, [Principal], Head) {
        var bench = try await DaemonBench()
        var principals: [Principal] = []
        for device in devices { principals.append(await bench.paired(device)) }
        _ = await bench.submit(99, DaemonBench.declare)
        for _ in 1..<Self.count { _ = await bench.submit(99, [.addToBadge("a", 1)]) }
        let head = try #require(await bench.head())
        try await bench.restart()
        for (device, principal) in zip(devices, principals) {
            #expect(await bench.hello(principal, as: device)?.welcome != nil)
        }
        return (bench, principals, head)
    }

    private static func sync(_ head: Head, _ revision: Revision) -> Request.Call {
        .sync(scene: .main, epoch: head.epoch, revision: revision)
    }

    @Test("After a restart it gets what the log has, as it is there, and then what memory has")
    func restart() async throws {
        var (bench, devices, head) = try await Self.restarted([5])
        let log = try await bench.log()
        var commits: [Commit] = []
        var revision: Revision = 3
        while revision < head.revision {
            let answer = await bench.ask(devices[0], Self.sync(head, revision))
            let part = try #require(answer?.commits)
            #expect(part.first?.revision == revision.next)
            commits += part
            revision = try #require(part.last).revision
        }
        #expect(commits.map(\.encoded) == log.dropFirst(3).map(\.encoded))
        #expect(bench.core.metrics.syncs[.snapshot] == 0)
    }

    @Test("A page is read once for all its requests, and delays no change")
    func shared() async throws {
        var (bench, devices, head) = try await Self.restarted(Array(5..<25))
        let made = await bench.change(devices[19], as: 24, [.addToBadge("a", 1)])
        let change = try #require(made)
        bench.isHoldingReads = true
        var ids: [UInt64] = []
        for device in devices { ids.append(await bench.post(device, Self.sync(head, 3))) }
        #expect(bench.heldReads.count == 1)
        let submitted = await bench.post(devices[19], change)
        await bench.land()
        #expect(bench.answer(to: submitted)?.receipt?.revision == head.revision.next)
        await bench.read()
        for id in ids { #expect(bench.answer(to: id)?.commits?.first?.revision == 4) }
        #expect(bench.heldReads.isEmpty)
        // One that comes later is served anew, with what was committed meanwhile.
        let late = await bench.post(devices[0], Self.sync(head, 3))
        await bench.read()
        #expect(bench.answer(to: late)?.commits?.count == Int(Self.count) - 2)
    }

    @Test("The shared read of an ended connection is passed on to another requester")
    func handedOver() async throws {
        var (bench, devices, head) = try await Self.restarted([5, 6, 7])
        bench.isHoldingReads = true
        let history = Request.Call.history(scene: .main, after: .zero, limit: 10)
        _ = await bench.post(devices[0], history)
        _ = await bench.post(devices[1], Self.sync(head, 3))
        let left = await bench.post(devices[2], Self.sync(head, 3))
        await bench.leave(devices[1])
        await bench.read()
        await bench.read()
        #expect(bench.answer(to: left)?.commits?.first?.revision == 4)
        #expect(bench.heldReads.isEmpty)
    }

    @Test("A page is not read again for a sender at its limit")
    func bound() async throws {
        var (bench, devices, head) = try await Self.restarted([5, 6])
        bench.isHoldingReads = true
        var ids: [UInt64] = []
        for _ in 0..<UserLimits.reads + 2 {
            ids.append(await bench.post(devices[0], Self.sync(head, 3)))
        }
        let refused = ids.removeLast()
        let failure = try #require(bench.answer(to: refused)?.failure)
        #expect(failure.code == .busy && failure.retryAfter == DaemonLimits.busyBackoff)
        let other = await bench.post(devices[1], Self.sync(head, 3))
        await bench.read()
        for id in ids + [other] { #expect(bench.answer(to: id)?.commits != nil) }
    }

    /// A daemon with so many commits in memory, and devices that have said hello.
    private static func used(_ devices: [UInt64]) async throws -> (DaemonBench, [Principal], Head) {
        var bench = try await DaemonBench()
        var principals: [Principal] = []
        for device in devices { principals.append(await bench.paired(device)) }
        _ = await bench.submit(99, DaemonBench.declare)
        for _ in 1..<40 { _ = await bench.submit(99, [.addToBadge("a", 1)]) }
        for (device, principal) in zip(devices, principals) {
            #expect(await bench.hello(principal, as: device)?.welcome != nil)
        }
        return (bench, principals, try #require(await bench.head()))
    }

    @Test("A long page in memory is encoded once for all its requests, a short one at once")
    func tail() async throws {
        var (bench, devices, head) = try await Self.used([5, 6, 7])
        bench.isHoldingReads = true
        var ids: [UInt64] = []
        for device in devices { ids.append(await bench.post(device, Self.sync(head, 3))) }
        #expect(bench.heldReads.count == 1)
        guard case .tail = bench.heldReads.first?.fetch else {
            Issue.record("\(bench.heldReads)")
            return
        }
        let near = await bench.post(
            devices[0], Self.sync(head, Revision(rawValue: head.revision.rawValue - 2)))
        #expect(bench.answer(to: near)?.commits?.count == 2)
        await bench.read()
        let expected = (4...head.revision.rawValue).map(Revision.init(rawValue:))
        for id in ids { #expect(bench.answer(to: id)?.commits?.map(\.revision) == expected) }
        #expect(bench.heldReads.isEmpty)
    }

    @Test("Commits that are rolled back while they are encoded are in no reply")
    func takenBack() async throws {
        var (bench, devices, head) = try await Self.used([5, 6])
        let change = try #require(await bench.change(devices[0], as: 5, [.addToBadge("a", 1)]))
        bench.isHoldingReads = true
        let refused = await bench.post(devices[0], change)
        var ids: [UInt64] = []
        for device in devices { ids.append(await bench.post(device, Self.sync(head, 3))) }
        #expect(bench.heldReads.count == 1)
        await bench.land(failing: true)
        #expect(bench.answer(to: refused)?.failure?.code == .unavailable)
        while !bench.heldReads.isEmpty { await bench.read() }
        for id in ids {
            #expect(bench.answer(to: id)?.commits?.last?.revision == head.revision)
        }
    }

    @Test("A thousand that come back at once cost one read of the scene and one of the log")
    func crowd() throws {
        var daemon = DaemonCore(identity: .sample(), generator: SeededGenerator(seed: 1))
        let stored = StoredScene(
            epoch: Self.epoch, revision: 1_000, state: SceneState(), snapshotRevision: 0, last: [:],
            position: 1_000)
        let hello = Hello(user: "ann", device: DeviceID(high: 1, low: 1), name: "phone")
        let sync = Request.Call.sync(scene: .main, epoch: Self.epoch, revision: 500)
        let peers = (0..<1_000).map { Peer(ConnectionID(rawValue: $0), .local(uid: 0)) }
        var effects: [DaemonCore.Effect] = []
        for peer in peers {
            for call in [Request.Call.hello(hello), sync] {
                effects += daemon.stepAlone(
                    .request(Request(id: 1, call: call).encoded, from: peer), at: now)
            }
        }
        #expect(effects.count { if case .load = $0 { true } else { false } } == 1)
        effects = daemon.stepAlone(.loaded(Self.key, .success(stored)), at: now)
        let fetches = effects.compactMap { effect in
            if case .fetch(let fetch, let readID) = effect { (fetch, readID) } else { nil }
        }
        #expect(fetches.count == 1)
        let (fetch, readID) = try #require(fetches.first)
        guard case .commits(let key, let mirror) = fetch else { return #expect(fetch.isOfLog) }
        let commit = Commit(
            revision: 501, stamp: .zero, author: "phone", animated: false, operations: [],
            outcomes: [], effects: [])
        let answers = daemon.stepAlone(
            .fetched(
                readID,
                .success(.commits(CommitPage([EncodedCommit(commit)]), of: key, after: mirror))),
            at: now)
        let answered = answers.compactMap { effect in
            if case .reply(let reply, let peer) = effect, reply.result.commits == [commit] {
                peer.connection
            } else {
                nil
            }
        }
        #expect(Set(answered) == Set(peers.map(\.connection)))
    }

    // MARK: Which of them

    private let peer = Peer(1, .local(uid: 0))
    private let now = ClockReading(wall: Timestamp(rawValue: 1_000_000), uptime: .seconds(1))
    private static let epoch = Epoch(rawValue: 7)
    private static let key = SceneKey(user: "ann", scene: .main)

    /// Returns the read for a mirror at `revision` of a scene that is at 1,000, has next to nothing in it, and
    /// `length` bytes of commits, and whose log begins at `retained`.
    private func read(
        _ revision: Revision, epoch: Epoch = Self.epoch, length: UInt64,
        oldestRevision: Revision = .zero
    ) throws -> (DaemonCore, StoreRead, ReadID) {
        var daemon = DaemonCore(identity: .sample(), generator: SeededGenerator(seed: 1))
        let hello = Hello(user: "ann", device: DeviceID(high: 1, low: 1), name: "phone")
        let sync = Request.Call.sync(scene: .main, epoch: epoch, revision: revision)
        for call in [Request.Call.hello(hello), sync] {
            _ = daemon.stepAlone(
                .request(Request(id: 1, call: call).encoded, from: peer), at: now)
        }
        let stored = StoredScene(
            epoch: Self.epoch, revision: 1_000, state: SceneState(), snapshotRevision: 0, last: [:],
            oldestRevision: oldestRevision, position: length)
        let effects = daemon.stepAlone(.loaded(Self.key, .success(stored)), at: now)
        let fetch = effects.lazy.compactMap { effect in
            if case .fetch(let fetch, let readID) = effect { (fetch, readID) } else { nil }
        }.first
        let (what, readID) = try #require(fetch)
        return (daemon, what, readID)
    }

    @Test("The log is read up to what a reply holds, or a snapshot: beyond, a snapshot is made")
    func shorter() throws {
        let chunk = UInt64(WireLimits.chunk)
        #expect(try read(0, length: chunk).1.isOfLog)
        #expect(try !read(0, length: chunk + 1).1.isOfLog)
        // Of a tenth of the commits a tenth of the bytes, about.
        #expect(try read(900, length: chunk * 10).1.isOfLog)
        #expect(try !read(899, length: chunk * 10).1.isOfLog)
    }

    @Test("Compacted commits and those of another history are not in the log")
    func elsewhere() throws {
        #expect(try read(500, length: 1_000, oldestRevision: 500).1.isOfLog)
        #expect(try !read(499, length: 1_000, oldestRevision: 500).1.isOfLog)
        #expect(try !read(500, epoch: Epoch(rawValue: 8), length: 1_000).1.isOfLog)
    }

    @Test("Commits that do not follow the mirror's revision, after a compaction, are not sent")
    func compactedMeanwhile() throws {
        var (daemon, fetch, readID) = try read(500, length: 1_000)
        guard case .commits(let key, let mirror) = fetch else {
            Issue.record("\(fetch)")
            return
        }
        let effects = daemon.stepAlone(
            .fetched(readID, .success(.commits(CommitPage([]), of: key, after: mirror))), at: now)
        #expect(effects.contains { if case .fetch(.snapshot, _) = $0 { true } else { false } })
        #expect(!effects.contains { if case .reply = $0 { true } else { false } })
    }
}

extension StoreRead {
    fileprivate var isOfLog: Bool { if case .commits = self { true } else { false } }
}

extension Reply.Result {
    fileprivate var commits: [Commit]? {
        guard case .synced(let synced) = self, case .page(let page) = synced.content else {
            return nil
        }
        return try? page.decoded()
    }
}
