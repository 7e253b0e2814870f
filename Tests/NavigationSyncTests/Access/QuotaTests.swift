import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

@Suite("Quotas of bytes")
struct QuotaTests {
    private let quotas = Quotas(sceneMemory: 32_768, userStorage: 65_536, storage: 1 << 20)

    private func push(_ number: Int, bytes: Int = 0) -> [Operation] {
        let id = ScreenID(unchecked: "s\(number)")
        let payload = Attribute(
            field: ScreenField.payload, value: .text(String(repeating: "p", count: bytes)))
        return [
            .push(id, onto: .tab("a"), on: nil, attributes: [route("note://\(number)"), payload])
        ]
    }

    private func route(_ text: String) -> Attribute {
        Attribute(field: ScreenField.route, value: .text(text))
    }

    @Test("A change beyond a scene's quota is refused by its name; one that takes away is not")
    func scene() async throws {
        var bench = try await DaemonBench()
        bench.set(quotas)
        _ = await bench.submit(1, DaemonBench.declare)
        var last: Reply.Result?
        var count = 0
        while last?.failure == nil, count < 100 {
            count += 1
            last = await bench.submit(1, push(count, bytes: 2_000))
        }
        let failure = try #require(last?.failure)
        #expect(failure.code == .limitExceeded)
        #expect(failure.message.contains("limits.sceneMemory"))
        #expect(failure.message.contains("32768"))
        #expect((8..<16).contains(count), "\(count) screens of 2 KB")
        var small: Reply.Result?
        for number in 200..<300 where small?.failure == nil {
            small = await bench.submit(1, push(number))
        }
        #expect(small?.failure?.code == .limitExceeded, "small ones add, too")
        #expect(await bench.submit(1, [.selectTab("a")])?.receipt != nil)
        let item = Operation.Item(id: "fresh", attributes: [route("note://fresh")])
        #expect(await bench.submit(1, [.setItems(.tab("a"), [item])])?.receipt != nil)
        #expect(bench.core.metrics.overQuota[.sceneMemory] == 2)
    }

    @Test("A user's changes beyond the quota on disk are put off, and others' are not")
    func user() async throws {
        var bench = try await DaemonBench()
        bench.set(Quotas(sceneMemory: 1 << 24, userStorage: 65_536, storage: 1 << 30))
        _ = await bench.submit(1, DaemonBench.declare)
        var last: Reply.Result?
        for number in 1...40 where last?.failure == nil {
            last = await bench.submit(1, push(number, bytes: 4_000))
        }
        let failure = try #require(last?.failure)
        #expect(failure.code == .unavailable)
        #expect(failure.retryAfter == DaemonLimits.afterQuota)
        #expect(failure.message.contains("limits.userStorage"))
        let kept = try await bench.log().reduce(0) { $0 + $1.encoded.count }
        #expect(kept <= 65_536 && kept > 56_000)
        // A larger quota holds at once.
        bench.set(Quotas(sceneMemory: 1 << 24, userStorage: 1 << 20, storage: 1 << 30))
        #expect(await bench.submit(1, push(99))?.receipt != nil)
    }

    @Test("Beyond half of a user's quota less of the history is kept, and counted")
    func history() async throws {
        var bench = try await DaemonBench(
            retention: RetentionPolicy(historyLength: 1 << 30, commitsBetweenSnapshots: 4))
        bench.set(Quotas(sceneMemory: 1 << 24, userStorage: 65_536, storage: 1 << 30))
        _ = await bench.submit(1, DaemonBench.declare)
        for number in 1...200 {
            let result = await bench.submit(1, push(number % 3, bytes: 2_000))
            #expect(result?.failure == nil, "\(number): \(String(describing: result?.failure))")
            let item = Operation.Item(id: "only", attributes: [route("note://only")])
            _ = await bench.submit(1, [.setItems(.tab("a"), [item])])
        }
        #expect(bench.compactions > 0)
        #expect(bench.core.metrics.overQuota[.userStorage] == 0)
        let counted = try #require(await bench.userStorage())
        let stored = try await bench.store.usage(of: DaemonBench.user)
        #expect(counted == stored.length)
    }

    @Test("Beyond the quota of the database changes are put off until there is room again")
    func database() async throws {
        var bench = try await DaemonBench()
        bench.set(quotas)
        #expect(await bench.submit(1, DaemonBench.declare)?.receipt != nil)
        bench.usedLength = 2 << 20
        await bench.pass(DaemonLimits.measureInterval)
        _ = await bench.submit(1, [.selectTab("a")])
        let failure = try #require(await bench.submit(1, push(1))?.failure)
        #expect(failure.code == .unavailable)
        #expect(failure.message.contains("limits.storage"))
        #expect(
            await bench.ask(
                .local(uid: DaemonBench.owner),
                .revokeDevice(DaemonBench.user, DaemonBench.device(1)))?.failure == nil,
            "who is over it can be shut out")
        bench.usedLength = 0
        await bench.pass(DaemonLimits.measureInterval)
        _ = await bench.submit(2, push(2))
        #expect(await bench.submit(2, push(3))?.receipt != nil)
    }

    @Test("The quotas are announced at hello")
    func announced() async throws {
        var bench = try await DaemonBench()
        bench.set(quotas)
        let hello = Hello(user: DaemonBench.user, device: DaemonBench.device(1), name: "x")
        guard case .welcome(let welcome) = await bench.ask(1, .hello(hello)) else {
            Issue.record("no welcome")
            return
        }
        #expect(welcome.limits["sceneMemory"] == 32_768)
        #expect(welcome.limits["userStorage"] == 65_536)
        #expect(welcome.limits["storage"] == 1 << 20)
    }
}

extension DaemonBench {
    /// The bytes that its user has on disk, as a device is told.
    fileprivate mutating func userStorage() async -> Int? {
        guard case .status(let status) = await ask(1, .status(scene: .main)) else { return nil }
        return Int(status.userStorage)
    }
}
