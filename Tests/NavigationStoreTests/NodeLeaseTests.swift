import NavigationStore
import NavigationSync
import Testing

/// The right of a node to answer.
@Suite struct NodeLeaseTests {
    private let start = ContinuousClock.now

    private func lease() -> NodeLease<ContinuousClock.Instant> {
        NodeLease(lasting: .seconds(6), at: start)
    }

    private func at(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test("Ends a second before the server's, counted from when the renewal was sent")
    func end() {
        var lease = lease()
        #expect(!lease.mayAnswer(at: at(0)))
        // The reply took two seconds.
        #expect(lease.renew(sentAt: at(1), goesOn: true) == nil)
        #expect(lease.mayAnswer(at: at(3)))
        #expect(lease.mayAnswer(at: at(5.999)))
        #expect(!lease.mayAnswer(at: at(6)))
    }

    @Test("Lapses with the reason of the last failed renewal, and is held again after the next")
    func lapse() {
        var lease = lease()
        _ = lease.renew(sentAt: at(0), goesOn: true)
        lease.fail(because: "no route")
        #expect(lease.lapse(at: at(4)) == nil)
        #expect(lease.lapse(at: at(5)) == .lapsed("no route"))
        #expect(lease.lapse(at: at(6)) == nil)
        #expect(lease.renew(sentAt: at(7), goesOn: true) == .held)
        #expect(lease.mayAnswer(at: at(11)))
    }

    @Test("Is over at once on a server that may lose commits")
    func lossyServer() {
        var lease = lease()
        _ = lease.renew(sentAt: at(0), goesOn: true)
        #expect(lease.end(at: at(1), because: "not durable") == .lapsed("not durable"))
        #expect(!lease.mayAnswer(at: at(1)))
    }

    @Test("Answers nothing from when shards are lost until that is acknowledged")
    func loss() {
        var lease = lease()
        _ = lease.renew(sentAt: at(0), goesOn: true)
        lease.noteLoss()
        #expect(!lease.mayAnswer(at: at(1)))
        lease.acknowledgeLoss()
        #expect(lease.mayAnswer(at: at(1)))
    }

    @Test("A shard that another node has had is lost, though it was given back")
    func lost() throws {
        let (kept, taken, back) = try (shard(1), shard(2), shard(3))
        let terms = [kept: Term(rawValue: 4), taken: Term(rawValue: 4), back: Term(rawValue: 4)]
        let found = [kept: Term(rawValue: 4), back: Term(rawValue: 6)]
        #expect(Set(terms.lost(finding: found).keys) == [taken, back])
    }

    private func shard(_ number: Int) throws -> Shard {
        try #require(Shard(number: number))
    }

    @Test("Is lost for an owner of all that does not go on without them")
    func owner() {
        var lease = lease()
        _ = lease.renew(sentAt: at(0), goesOn: true)
        #expect(lease.renew(sentAt: at(2), goesOn: false) == .lost)
        #expect(!lease.mayAnswer(at: at(3)))
    }
}
