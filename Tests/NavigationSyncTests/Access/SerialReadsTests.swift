import NavigationModel
import NavigationSync
import NavigationWire
import Testing

@Suite("Serial reads")
struct SerialReadsTests {
    private static let history = Request.Call.history(scene: .main, after: .zero, limit: 10)

    /// A daemon with a scene, and two devices whose long reads wait.
    private static func bench() async throws -> (DaemonBench, Principal, Principal) {
        var bench = try await DaemonBench()
        let (phone, tablet) = (await bench.paired(5), await bench.paired(6))
        for (device, number) in [(phone, UInt64(5)), (tablet, 6)] {
            #expect(await bench.hello(device, as: number)?.welcome != nil)
        }
        #expect(await bench.make(phone, as: 5)?.receipt != nil)
        bench.isHoldingReads = true
        return (bench, phone, tablet)
    }

    @Test("Reads run one at a time, round-robin over the senders")
    func turns() async throws {
        var (bench, phone, tablet) = try await Self.bench()
        var phones: [UInt64] = []
        let calls: [Request.Call] = [
            .status(scene: .main), Self.history, .state(scene: .main, at: 1),
            .sync(scene: .main, epoch: .none, revision: .zero),
        ]
        for call in calls { phones.append(await bench.post(phone, call)) }
        let tablets = [await bench.post(tablet, Self.history)]
        var answered: [UInt64] = []
        for _ in 0..<5 {
            #expect(bench.heldReads.count == 1)
            await bench.read()
            for id in phones + tablets where bench.answer(to: id) != nil {
                #expect(bench.answer(to: id)?.failure == nil)
                if !answered.contains(id) { answered.append(id) }
            }
        }
        #expect(answered == [phones[0], phones[1], tablets[0], phones[2], phones[3]])
        #expect(bench.heldReads.isEmpty)
    }

    @Test("The queued reads of a sender are limited, and one more is busy; other senders' are not")
    func bound() async throws {
        var (bench, phone, tablet) = try await Self.bench()
        var ids: [UInt64] = []
        for _ in 0..<UserLimits.reads + 2 {
            ids.append(await bench.post(phone, Self.history))
        }
        let refused = try #require(ids.last)
        #expect(bench.answer(to: refused)?.failure?.code == .busy)
        #expect(bench.answer(to: refused)?.failure?.retryAfter == DaemonLimits.busyBackoff)
        for id in ids.dropLast() { #expect(bench.answer(to: id) == nil) }
        let other = await bench.post(tablet, Self.history)
        #expect(bench.answer(to: other) == nil)
        for _ in 0..<UserLimits.reads + 2 { await bench.read() }
        for id in ids.dropLast() + [other] { #expect(bench.answer(to: id)?.failure == nil) }
    }

    @Test("An offered snapshot, its head and what is settled are of one moment")
    func oneMoment() async throws {
        var (bench, phone, tablet) = try await Self.bench()
        bench.isHoldingReads = false
        let made = await bench.change(tablet, as: 6, [.addToBadge("a", 1)])
        let change = try #require(made)
        #expect(await bench.make(phone, as: 5, [.addToBadge("a", 1)])?.receipt?.revision == 2)
        bench.isHoldingReads = true
        let sync = Request.Call.sync(scene: .main, epoch: .none, revision: .zero)
        let id = await bench.post(tablet, sync)
        let late = await bench.post(tablet, change)
        await bench.land()
        #expect(bench.answer(to: late)?.receipt?.revision == 3)
        await bench.read()
        guard case .synced(let synced) = bench.answer(to: id),
            case .snapshot(_, let revision, _) = synced.content
        else {
            Issue.record("\(String(describing: bench.answer(to: id)))")
            return
        }
        #expect(synced.head.revision == 2 && revision == 2)
        #expect(synced.lastSequence == 0)
    }

    @Test("The queued reads of an ended connection are dropped")
    func gone() async throws {
        var (bench, phone, tablet) = try await Self.bench()
        for _ in 0..<4 { _ = await bench.post(phone, Self.history) }
        let other = await bench.post(tablet, Self.history)
        await bench.leave(phone)
        // The one that was under way, and the other's.
        for _ in 0..<2 { await bench.read() }
        #expect(bench.answer(to: other)?.failure == nil && bench.answer(to: other) != nil)
        #expect(bench.heldReads.isEmpty)
    }
}
