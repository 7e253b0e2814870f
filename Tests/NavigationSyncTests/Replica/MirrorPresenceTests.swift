import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("A mirror's presence")
struct MirrorPresenceTests {
    private static let other = PresentDevice(
        device: MirrorBench.other, name: "tablet", place: DevicePlace(tab: "inbox", screen: "s1"))
    private static let gone = PresentDevice(device: MirrorBench.other, name: "tablet", place: nil)

    private static func place(_ tab: TabID, touched: Duration? = nil) -> MirrorCore.Event {
        .place(OwnPlace(tab: tab, screen: "s1", touched: touched))
    }

    /// Takes the presence messages that the mirror has sent, and answers them with a list.
    private static func answer(
        _ bench: inout MirrorBench, with present: [PresentDevice] = []
    ) -> [DevicePlace?] {
        var places: [DevicePlace?] = []
        for request in bench.takeRequests() {
            guard case .presence(_, _, let place) = request.call else {
                bench.reply(request, bench.answer(request.call))
                continue
            }
            places.append(place)
            let time = Timestamp(rawValue: 1_000_000 * bench.now.components.seconds)
            bench.reply(
                request,
                .heads(
                    HeadsReply(
                        [bench.daemon.head], topic: bench.daemon.sealer.topic, time: time,
                        present: present)))
        }
        return places
    }

    /// The lists that the mirror has shown.
    private static func takeLists(_ bench: inout MirrorBench) -> [[PresentDevice]] {
        defer { bench.effects = [] }
        return bench.effects.compactMap { if case .present(let list) = $0 { list } else { nil } }
    }

    @Test("The place is reported when the mirror is live, then at most once a second")
    func pace() {
        var bench = MirrorBench()
        bench.step(Self.place("inbox"))
        bench.step(.connected)
        #expect(Self.answer(&bench).isEmpty)
        bench.serve()
        bench.step(.feed(bench.sealed(.live)))
        #expect(Self.answer(&bench).map(\.?.tab) == ["inbox"])
        bench.pass(.milliseconds(300))
        bench.step(Self.place("b"))
        bench.step(Self.place("c"))
        #expect(Self.answer(&bench).isEmpty)
        bench.pass(.milliseconds(700))
        bench.step(.tick)
        #expect(Self.answer(&bench).map(\.?.tab) == ["c"])
        bench.tick(seconds: 29)
        #expect(Self.answer(&bench).isEmpty, "the same place is not reported again before its time")
        bench.tick(seconds: 1)
        #expect(Self.answer(&bench).map(\.?.tab) == ["c"])
        bench.pass(.seconds(1))
        bench.step(Self.place("d"))
        #expect(Self.answer(&bench).map(\.?.tab) == ["d"], "at once after a second")
    }

    @Test("Use alone is reported every ten seconds, in daemon time")
    func activity() {
        var bench = MirrorBench()
        bench.step(Self.place("inbox"))
        bench.connect()
        for _ in 1...9 {
            bench.tick(seconds: 1)
            bench.step(Self.place("inbox", touched: bench.now))
            #expect(Self.answer(&bench).isEmpty)
        }
        bench.tick(seconds: 1)
        let lastUse = Self.answer(&bench).first??.lastUse
        let touched = (bench.now - .seconds(1)).components.seconds * 1_000_000
        #expect(lastUse == Timestamp(rawValue: touched))
    }

    @Test("The list comes with the heads, follows the feed, and ends with the connection")
    func list() {
        var bench = MirrorBench()
        bench.step(.place(nil))
        bench.step(.connected)
        bench.serve()
        bench.step(.feed(bench.sealed(.live)))
        bench.effects.removeAll { if case .send = $0 { false } else { true } }
        #expect(Self.answer(&bench, with: [Self.other]) == [nil], "a hidden mirror asks, too")
        #expect(Self.takeLists(&bench) == [[Self.other]])
        bench.step(.feed(bench.sealed(.scene(bench.daemon.head, [], present: [Self.gone]))))
        #expect(Self.takeLists(&bench) == [[]])
        bench.step(.feed(bench.sealed(.scene(bench.daemon.head, [], present: [Self.gone]))))
        #expect(Self.takeLists(&bench).isEmpty)
        bench.step(.feed(bench.sealed(.scene(bench.daemon.head, [], present: [Self.other]))))
        #expect(bench.core.presentDevices == [Self.other])
        #expect(Self.takeLists(&bench) == [[Self.other]])
        bench.step(.disconnected)
        #expect(Self.takeLists(&bench) == [[]])
        bench.connect()
        #expect(bench.core.presentDevices.isEmpty, "an older daemon has no list")
    }

    @Test("A change in another scene is none in this one's list")
    func otherScene() {
        var bench = MirrorBench()
        bench.connect()
        let head = Head(
            scene: "other", epoch: bench.daemon.epoch, revision: 1, digest: bench.daemon.head.digest
        )
        bench.step(.feed(bench.sealed(.scene(head, [], present: [Self.other]))))
        #expect(bench.core.presentDevices.isEmpty)
    }

    @Test("A mirror whose app shows no presence sends no more messages than before")
    func older() {
        var bench = MirrorBench()
        bench.connect()
        bench.tick(seconds: 29)
        #expect(bench.takeRequests().isEmpty)
        bench.tick(seconds: 1)
        #expect(Self.answer(&bench) == [nil])
    }

    @Test("A report that the daemon is too busy for is made again")
    func busy() throws {
        var bench = MirrorBench()
        bench.connect()
        bench.step(Self.place("inbox"))
        let request = try #require(bench.takeRequests().first)
        bench.reply(request, .failure(Failure(.busy, "later", retryAfter: .seconds(1))))
        bench.tick(seconds: 1)
        #expect(Self.answer(&bench).isEmpty)
        bench.tick(seconds: 1)
        #expect(Self.answer(&bench).map(\.?.tab) == ["inbox"])
    }
}
