import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("The daemon's own commits: prunes and rekeying")
struct DaemonMaintenanceTests {
    private static let year: Int64 = 365 * 86_400 * 1_000_000
    private static let short = RetentionPolicy(horizon: .seconds(3_200))

    private func push(_ id: ScreenID, on below: ScreenID?) -> Operation {
        .push(
            id, onto: "a", on: below,
            attributes: [
                Attribute(field: ScreenField.route, value: .text("app://\(id.rawValue)"))
            ])
    }

    /// A tab with a root and two screens, of which the upper one has been popped.
    private func popped(_ retention: RetentionPolicy = short) async throws -> DaemonBench {
        var bench = try await DaemonBench(retention: retention)
        _ = await bench.submit(1, [.declareTab("a", at: .between(nil, nil), attributes: [])])
        _ = await bench.submit(1, [push("root", on: nil)])
        _ = await bench.submit(1, [push("s1", on: "root")])
        let placement = try #require(
            try await bench.stored()?.state[.screen("s1"), ScreenField.placement]
        ).stamp
        let pop = Operation.pop([ObservedScreen(id: "s1", placement: placement)], from: "a")
        #expect(await bench.submit(1, [pop])?.receipt?.outcomes == [.applied])
        return bench
    }

    @Test("A failed write of the daemon's own commits is retried after a pause, not at once")
    func failing() async throws {
        var bench = try await popped()
        await bench.pass(.seconds(2_900))
        _ = await bench.submit(1, [push("s2", on: "root")])
        _ = await bench.post(DaemonBench.owner990, .listUsers(after: nil))
        await bench.pass(.seconds(4_000))
        await bench.land(failing: true)
        #expect(try await bench.stored()?.revision == 5)
        await bench.pass(DaemonLimits.maintenanceInterval * 2)
        let last = try #require(try await bench.log().last)
        #expect(last.stamp.device == .daemon && last.revision == 6)
    }

    @Test("Tombstones older than the horizon are pruned, with navsyncd as the author")
    func prune() async throws {
        var bench = try await popped()
        let before = try #require(try await bench.stored())
        await bench.pass(.seconds(2_900))
        #expect(try await bench.stored()?.revision == 4)
        // The mark that is older than the horizon may be a little older than the pop.
        _ = await bench.submit(1, [push("s2", on: "root")])
        await bench.pass(.seconds(4_000))
        let stored = try #require(try await bench.stored())
        let commit = try #require(try await bench.log().last)
        #expect(commit.stamp.device == .daemon && commit.author == "navsyncd")
        #expect(commit.stamp.sequence.rawValue == commit.revision.rawValue)
        #expect(commit.prunedRecords == [.screen("s1")])
        #expect(stored.state[.screen("s1")].isEmpty)
        #expect(!before.state[.screen("s1")].isEmpty)
        #expect(stored.state.prunedThrough > .zero)
        #expect(stored.last[.daemon] == nil, "it settles nothing")
        let heads = bench.published.compactMap { feed -> Revision? in
            if case .scene(let head, let commits, _) = feed, !commits.isEmpty {
                head.revision
            } else {
                nil
            }
        }
        #expect(heads.last == commit.revision, "published like any other")
        let revision = stored.revision
        await bench.pass(.seconds(40_000))
        #expect(try await bench.stored()?.revision == revision, "nothing more to forget")
    }

    @Test("A change made on what was seen before is refused as expired, and leaves nothing")
    func expired() async throws {
        var bench = try await popped()
        await bench.pass(.seconds(1_000))
        _ = await bench.submit(1, [push("s2", on: "root")])
        await bench.pass(.seconds(5_000))
        let pruned = try #require(try await bench.stored()).state.prunedThrough
        #expect(pruned > .zero)
        let head = try #require(await bench.head()).revision
        let stale = Change.Base(
            revision: Revision(rawValue: pruned.rawValue - 1), latest: .zero)
        let late = await bench.submit(7, [push("late", on: "root")], base: stale, age: nil)
        #expect(late?.receipt?.outcomes.first?.reason == .expired)
        #expect(late?.receipt?.revision == nil)
        #expect(await bench.head()?.revision == head)
        // At the horizon itself it is in time, however long ago that was.
        let atHorizon = Change.Base(revision: pruned, latest: .zero)
        let kept = await bench.submit(8, [push("kept", on: "root")], base: atHorizon, age: nil)
        #expect(kept?.receipt?.outcomes == [.applied])
    }

    @Test(
        "No system clock, however wrong, ages anything: nothing is pruned or expires",
        arguments: [0, 1, -1, 40])
    func wildClock(years: Int64) async throws {
        var bench = try await popped()
        // So that the pop itself is known to be of some age, had the clock anything to say.
        await bench.pass(.seconds(150))
        _ = await bench.submit(1, [.addToBadge("a", 1)])
        let base = Change.Base(
            revision: 1, latest: try #require(try await bench.stored()).state.latest)
        for wall in [
            DaemonBench.noon.advanced(byMicroseconds: years * Self.year), .zero, DaemonBench.noon,
        ] {
            try await bench.restart(at: ClockReading(wall: wall, uptime: .seconds(90_000_000)))
            await bench.pass(.seconds(700))
            #expect(await bench.submit(1, [.addToBadge("a", 1)])?.receipt?.outcomes == [.applied])
        }
        #expect(try await bench.log().allSatisfy { $0.stamp.device != .daemon })
        let stored = try #require(try await bench.stored())
        #expect(stored.state.prunedThrough == .zero && !stored.state[.screen("s1")].isEmpty)
        let late = await bench.submit(9, [push("late", on: "s1")], base: base, age: nil)
        #expect(late?.receipt?.outcomes == [.applied])
    }

    @Test("Stamps of the daemon's own commits are unique, whatever the clock does between starts")
    func uniqueStamps() async throws {
        var bench = try await popped()
        for round in 0..<4 {
            let id = ScreenID(unchecked: "r\(round)")
            _ = await bench.submit(1, [push(id, on: "root")])
            let placement = try #require(
                try await bench.stored()?.state[.screen(id), ScreenField.placement]
            ).stamp
            _ = await bench.submit(
                1, [.pop([ObservedScreen(id: id, placement: placement)], from: "a")])
            await bench.pass(.seconds(4_000))
            _ = await bench.submit(1, [.addToBadge("a", 1)])
            await bench.pass(.seconds(4_000))
            try await bench.restart(
                at: ClockReading(
                    wall: round.isMultiple(of: 2) ? .zero : DaemonBench.noon,
                    uptime: .seconds(1)))
        }
        let own = try await bench.log().filter { $0.stamp.device == .daemon }
        #expect(own.count >= 3)
        #expect(Set(own.map(\.stamp)).count == own.count)
        let times = try await bench.log().map(\.stamp.time)
        #expect(times == times.sorted())
    }

    @Test("Keys of positions that have grown long are shortened in the very next revision")
    func rekey() async throws {
        var bench = try await DaemonBench()
        _ = await bench.submit(
            1,
            [
                .declareTab("a", at: .between(nil, nil), attributes: []),
                .declareTab(
                    "b", at: .between(.between(nil, nil), nil), attributes: []),
            ])
        let long = try #require(
            PositionKey(bytes: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]))
        let receipt = await bench.submit(2, [.moveTab("b", to: long)])?.receipt
        #expect(receipt?.revision == 2)
        let log = try await bench.log()
        #expect(log.count == 3)
        #expect(log.last?.operations == [.rekey] && log.last?.author == "navsyncd")
        let stored = try #require(try await bench.stored())
        #expect(!stored.state.needsRekeying)
        #expect(Set(stored.state.scene.tabs.map(\.id)) == ["a", "b"])
    }
}

@Suite("Limits for a user and for a connection")
struct DaemonLimitsTests {
    private let declare: [Operation] = [
        .declareTab("a", at: .between(nil, nil), attributes: [])
    ]

    @Test("All limits are announced at hello, by name")
    func announced() async throws {
        var bench = try await DaemonBench()
        let hello = Hello(user: "ann", device: DaemonBench.device(1), name: "phone")
        guard case .welcome(let welcome) = await bench.ask(1, .hello(hello)) else {
            Issue.record("no welcome")
            return
        }
        let names = [
            "scenes", "devices", "tabs", "stackDepth", "modals", "payloadLength", "titleLength",
            "inFlight", "outbox", "changeLength", "operations", "textLength", "attributeLength",
            "attributes", "barKeys", "standaloneBars", "properties",
        ]
        for name in names { #expect(welcome.limits[name] ?? 0 > 0, "\(name)") }
        #expect(welcome.limits["scenes"] == UInt64(UserLimits.scenes))
    }

    @Test("A scene too many is refused, leaves nothing, and those that are there go on")
    func scenes() async throws {
        var bench = try await DaemonBench()
        for number in 0..<UserLimits.scenes {
            let scene = SceneID(unchecked: "scene-\(number)")
            #expect(await bench.submit(1, declare, scene: scene)?.receipt?.revision == 1)
        }
        let refused = await bench.submit(1, declare, scene: "one-more")?.failure
        #expect(refused?.code == .limitExceeded)
        #expect(refused?.message.contains("64 scenes") == true)
        #expect(await bench.head("one-more")?.revision == .zero)
        #expect(await bench.submit(2, [.addToBadge("a", 1)], scene: "scene-3")?.receipt != nil)
        // Counted from the disk again by the next daemon.
        try await bench.restart()
        #expect(await bench.submit(1, declare, scene: "one-more")?.failure?.code == .limitExceeded)
        let key = SceneKey(user: DaemonBench.user, scene: "one-more")
        #expect(try await bench.store.load(key, under: bench.claim) == nil)
    }

    @Test("A device too many may look, but not change; those that are there go on")
    func devices() async throws {
        var bench = try await DaemonBench()
        for number in 1...UInt64(UserLimits.devices) {
            let operations = number == 1 ? declare : [.addToBadge("a", 1)]
            #expect(await bench.submit(number, operations)?.receipt != nil, "\(number)")
        }
        let refused = await bench.submit(9_999, [.addToBadge("a", 1)])?.failure
        #expect(refused?.code == .limitExceeded)
        #expect(refused?.message.contains("256 devices") == true)
        #expect(await bench.submit(17, [.addToBadge("a", 1)])?.receipt != nil)
        #expect(await bench.submit(17, declare, scene: "other")?.receipt != nil)
        #expect(await bench.head()?.revision.rawValue == UInt64(UserLimits.devices) + 1)
    }

    @Test("More unanswered changes than one connection may have are answered busy, and not taken")
    func inFlight() throws {
        let peer = Peer(1, .local(uid: 0))
        let now = ClockReading(wall: DaemonBench.noon, uptime: .seconds(1))
        var daemon = DaemonCore(
            identity: .sample(), generator: SystemRandomNumberGenerator())
        var last: UInt64 = 0
        func ask(_ call: Request.Call) -> [DaemonCore.Effect] {
            last += 1
            let event = DaemonCore.Event.request(
                Request(id: last, call: call).encoded, from: peer)
            return daemon.stepAlone(event, at: now)
        }
        let device = DaemonBench.device(1)
        _ = ask(.hello(Hello(user: "ann", device: device, name: "phone")))
        _ = ask(.presence(scene: .main))
        let key = DaemonBench.key
        let epoch = Epoch(rawValue: 7)
        let stored = StoredScene(
            epoch: epoch, revision: .zero, state: SceneState(), snapshotRevision: .zero,
            last: [
                device: StoredReceipt(
                    device: device, sequence: 1, hash: .zero, time: .zero, outcomes: [],
                    revision: nil)
            ])
        _ = daemon.step(.loaded(key, .success(stored)), at: now)
        var refusals: [Failure] = []
        var batches = 0
        func take(_ effects: [DaemonCore.Effect]) {
            for effect in effects {
                switch effect {
                case .reply(let reply, _): reply.result.failure.map { refusals.append($0) }
                case .persist: batches += 1
                default: break
                }
            }
        }
        for number in 2...UInt64(UserLimits.inFlight) + 3 {
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: number),
                base: Change.Base(revision: .zero, latest: .zero), operations: declare)
            let submit = SubmitRequest(
                scene: .main, epoch: epoch, after: SequenceNumber(rawValue: number - 1),
                change: change.encoded, age: nil)
            take(ask(.submit(submit)))
        }
        #expect(batches == 1, "the disk has not answered")
        #expect(refusals.map(\.code) == [.busy, .busy])
        // In batches of its share, until all have their outcome.
        for _ in 0..<3 { take(daemon.step(.persisted(.success(())), at: now)) }
        #expect(batches == 3)
        refusals = []
        let change = Change(
            device: device, sequence: 900, base: Change.Base(revision: .zero, latest: .zero),
            operations: declare)
        take(
            ask(
                .submit(
                    SubmitRequest(
                        scene: .main, epoch: epoch,
                        after: SequenceNumber(rawValue: UInt64(UserLimits.inFlight) + 1),
                        change: change.encoded, age: nil))))
        #expect(refusals.isEmpty, "there is room again")
    }
}
