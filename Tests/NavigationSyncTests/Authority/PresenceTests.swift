import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Presence")
struct PresenceTests {
    private static func place(
        _ tab: TabID, usedAt seconds: Int64? = nil
    ) -> DevicePlace {
        let lastUse = seconds.map { DaemonBench.noon.advanced(byMicroseconds: $0 * 1_000_000) }
        return DevicePlace(tab: tab, screen: "s1", lastUse: lastUse)
    }

    /// Reports a place on a connection that has said hello; returns the present devices.
    private static func report(
        _ place: DevicePlace?, by principal: Principal, _ bench: inout DaemonBench,
        scene: SceneID = .main
    ) async -> [PresentDevice]? {
        let reply = await bench.ask(principal, .presence(scene: scene, place: place))
        guard case .heads(let reply)? = reply else { return nil }
        return reply.present
    }

    /// Takes the changes of presence that were published.
    private static func takeChanges(_ bench: inout DaemonBench) -> [PresentDevice] {
        defer { bench.published = [] }
        return bench.published.flatMap { feed -> [PresentDevice] in
            if case .scene(_, _, let present) = feed { present } else { [] }
        }
    }

    private static func device(_ number: UInt64, _ place: DevicePlace?) -> PresentDevice {
        PresentDevice(device: DaemonBench.device(number), name: "phone", place: place)
    }

    /// A daemon with a phone and a tablet of one user.
    private func prepared() async throws -> (DaemonBench, tablet: Principal, phone: Principal) {
        var bench = try await DaemonBench()
        let tablet = await bench.paired(1)
        let phone = await bench.paired(2)
        _ = await bench.hello(phone, as: 2)
        _ = await bench.hello(tablet, as: 1)
        bench.published = []
        return (bench, tablet, phone)
    }

    @Test("A place is listed for all devices of the scene, and each change published once")
    func changes() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        let first = Self.place("a", usedAt: -5)
        let mine = try #require(await Self.report(first, by: tablet, &bench)?.first)
        #expect(mine.device == DaemonBench.device(1) && mine.place == first)
        #expect(Self.takeChanges(&bench) == [mine])
        #expect(await Self.report(first, by: tablet, &bench) == [mine])
        #expect(Self.takeChanges(&bench).isEmpty, "nothing has changed")
        let both = try #require(await Self.report(Self.place("b"), by: phone, &bench))
        #expect(both.map(\.place) == [first, Self.place("b")])
        #expect(Self.takeChanges(&bench) == [both[1]])
        #expect(await Self.report(Self.place("a"), by: phone, &bench, scene: "other")?.count == 1)
        let left = Self.takeChanges(&bench).map(\.place)
        #expect(left == [nil, Self.place("a")], "a connection is in one scene at a time")
        #expect(
            await Self.report(nil, by: phone, &bench) == [mine], "the place of a viewer is hidden")
        #expect(Self.takeChanges(&bench).map(\.place) == [nil])
    }

    @Test("A presence is told of the other nodes as they are now, as hello is")
    func nodes() async throws {
        let (start, tablet, _) = try await prepared()
        var bench = start
        bench.core.nodes = ["b:7311", "c:7311"]
        guard case .heads(let reply)? = await bench.ask(tablet, .presence(scene: .main)) else {
            Issue.record("no reply")
            return
        }
        #expect(reply.nodes == bench.core.nodes)
        #expect(await bench.hello(tablet, as: 1)?.welcome?.nodes == reply.nodes)
    }

    @Test("A silent device is gone after 45 seconds, one that says goodbye at once")
    func ends() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        _ = await Self.report(Self.place("a"), by: tablet, &bench)
        await bench.pass(.seconds(30))
        _ = await Self.report(Self.place("b"), by: phone, &bench)
        _ = Self.takeChanges(&bench)
        await bench.pass(.milliseconds(14_999))
        #expect(Self.takeChanges(&bench).isEmpty)
        await bench.pass(.milliseconds(1))
        let gone = Self.takeChanges(&bench)
        #expect(gone.map(\.device) == [DaemonBench.device(1)] && gone.map(\.place) == [nil])
        #expect(bench.core.feed.presence.count == 1)
        await bench.leave(phone)
        #expect(Self.takeChanges(&bench).map(\.device) == [DaemonBench.device(2)])
        #expect(bench.core.feed.presence.count == 0)
    }

    @Test("A revoked device is gone at once, and so is one that has left")
    func revoked() async throws {
        let (start, tablet, phone) = try await prepared()
        var bench = start
        _ = await Self.report(Self.place("a"), by: tablet, &bench)
        let revoke = Request.Call.revokeDevice("ann", DaemonBench.device(1))
        #expect(await bench.ask(phone, revoke)?.revoked != nil)
        #expect(bench.core.feed.presence.count == 0)
        #expect(await Self.report(Self.place("a"), by: tablet, &bench) == nil)
        _ = await bench.hello(phone, as: 2)
        #expect(await Self.report(Self.place("b"), by: phone, &bench)?.count == 1)
    }

    @Test("A connection that continues as another device leaves the first one's place")
    func movesOn() async throws {
        var bench = try await DaemonBench()
        let owner = DaemonBench.owner990
        _ = await bench.hello(owner, as: 1, of: DaemonBench.user)
        _ = await Self.report(Self.place("a"), by: owner, &bench)
        _ = await bench.hello(owner, as: 1, of: DaemonBench.user)
        #expect(bench.core.feed.presence.count == 1)
        bench.published = []
        _ = await bench.hello(owner, as: 2, of: DaemonBench.user)
        #expect(Self.takeChanges(&bench).map(\.place) == [nil])
        #expect(bench.core.feed.presence.count == 0)
    }

    @Test("Devices of other users don't learn of it")
    func otherUsers() async throws {
        let (start, tablet, _) = try await prepared()
        var bench = start
        let stranger = await bench.paired(3, of: "bob")
        _ = await bench.hello(stranger, as: 3, of: "bob")
        _ = await Self.report(Self.place("a"), by: tablet, &bench)
        let theirs = await Self.report(Self.place("b"), by: stranger, &bench)
        #expect(theirs?.map(\.device) == [DaemonBench.device(3)])
        let mine = await Self.report(Self.place("a"), by: tablet, &bench)
        #expect(mine?.map(\.device) == [DaemonBench.device(1)])
    }

    @Test("No device was used in the future")
    func future() async throws {
        let (start, tablet, _) = try await prepared()
        var bench = start
        let present = await Self.report(Self.place("a", usedAt: 86_400), by: tablet, &bench)
        #expect(present?.first?.place?.lastUse == bench.now.wall)
    }

    @Test("Places don't come for nothing: their publications count against the rate of requests")
    func price() async throws {
        let (start, tablet, _) = try await prepared()
        var bench = start
        var quotas = Quotas()
        (quotas.requestRate, quotas.requestBurst) = (1, 40)
        bench.set(quotas)
        var accepted = 0
        for number in 0..<20 {
            let place = Self.place(TabID(unchecked: "t\(number)"))
            guard await Self.report(place, by: tablet, &bench) != nil else { break }
            accepted += 1
        }
        #expect(accepted == 8, "each costs a request and a publication")
    }

    // MARK: The table

    private struct Table {
        var presence = PresenceTable()
        var deadlines = Deadlines<DueSubject>()

        mutating func set(
            _ device: PresentDevice, by peer: UInt8, at seconds: Int = 0
        ) -> [PresentDevice] {
            presence.set(
                device, in: DaemonBench.key, by: Self.peer(peer), at: .seconds(seconds), &deadlines
            ).map(\.device)
        }

        mutating func remove(_ peer: UInt8) -> PresentDevice? {
            presence.remove(Self.peer(peer), &deadlines)?.device
        }

        static func peer(_ number: UInt8) -> Peer {
            Peer(ConnectionID(rawValue: UInt64(number)), .local(uid: 1))
        }
    }

    @Test("Of several connections of a device the one used last counts")
    func connections() {
        var table = Table()
        let (old, new) = (Self.place("a", usedAt: 1), Self.place("b", usedAt: 2))
        #expect(table.set(Self.device(1, old), by: 1).map(\.place) == [old])
        #expect(table.set(Self.device(1, new), by: 2).map(\.place) == [new])
        #expect(table.set(Self.device(1, Self.place("c")), by: 3).isEmpty)
        #expect(table.presence.devices(in: DaemonBench.key) == [Self.device(1, new)])
        #expect(table.remove(2)?.place == old)
        #expect(table.remove(3) == nil)
        #expect(table.remove(1) == Self.device(1, nil))
        #expect(table.remove(1) == nil)
        #expect(table.presence.count == 0 && table.deadlines.count == 0)
    }

    @Test("Of too many devices those that came first are shown, and a long list has its price")
    func most() throws {
        let topic = try #require(Topic(bytes: Array(repeating: 7, count: Topic.length)))
        var table = Table()
        let most = UInt64(DaemonLimits.presentDevices)
        for number in 1...most + 1 {
            let peer = Peer(ConnectionID(rawValue: number), .local(uid: 1))
            let changes = table.presence.set(
                Self.device(number, Self.place("a")), in: DaemonBench.key, by: peer, at: .zero,
                &table.deadlines)
            #expect(changes.count == (number <= most ? 1 : 0))
        }
        let shown = table.presence.devices(in: DaemonBench.key)
        #expect(shown.map(\.device) == (1...most).map(DaemonBench.device))
        #expect(
            Reply.Result.heads(HeadsReply([], topic: topic, time: .zero, present: shown)).price == 8
        )
    }
}
