import NavigationModel
import Testing

@testable import NavigationSync

@Suite("The machines of a mirror, each alone")
struct MirrorMachineTests {
    @Test("A reply to a request of an earlier connection finds none")
    func lateReply() {
        var requests = OutstandingRequests()
        let first = requests.add(.synced, at: .zero)
        requests.removeAll()
        let second = requests.add(.synced, at: .zero)
        let (late, present) = (requests.remove(first), requests.remove(second))
        #expect(late == nil)
        #expect(present?.purpose == .synced)
        #expect(requests.isEmpty)
    }

    @Test("A reply is overdue after its time, which a standstill of the process restarts")
    func overdue() {
        var session = ControlSession()
        let hasStoodStill = session.ticked(at: .zero)
        #expect(!hasStoodStill)
        _ = session.requests.add(.heads, at: .zero)
        let late = MirrorLimits.replyTimeout
        #expect(session.requests.due == late)
        #expect(!session.requests.isOverdue(at: late - .milliseconds(1)))
        #expect(session.requests.isOverdue(at: late))
        let isLate = session.ticked(at: late)
        #expect(isLate)
        #expect(!session.requests.isOverdue(at: late))
    }

    @Test("Permanent refusals in a row double the pause up to its limit; transient ones do not")
    func refusals() throws {
        var session = ControlSession()
        session.isConnected = true
        var pauses: [Duration] = []
        for _ in 0..<9 {
            session.refused(isTransient: false, at: .zero)
            pauses.append(try #require(session.helloDue))
        }
        #expect(pauses.prefix(4) == [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        #expect(pauses.last == MirrorLimits.longestRefusedBackoff)
        session.refused(isTransient: true, at: .zero)
        #expect(session.helloDue == MirrorLimits.refusedBackoff)
    }

    @Test("A busy daemon is not asked again before its time, and half as much later at most")
    func busy() {
        for low in UInt64(1)...50 {
            var session = ControlSession()
            session.backOff(for: .seconds(2), device: DeviceID(high: 1, low: low), at: .zero)
            #expect(!session.mayRequest(at: .milliseconds(1_999)))
            #expect(session.mayRequest(at: .seconds(3)))
        }
    }

    @Test("A feed without a message counts as blocked after its time, and as live with the first")
    func blockedFeed() {
        var feed = FeedSubscription()
        #expect(feed.isBlocked)
        feed.requested(at: .zero)
        feed.expire(at: MirrorLimits.feedTimeout)
        #expect(!feed.isBlocked)
        feed.expire(at: MirrorLimits.feedTimeout + .milliseconds(1))
        #expect(feed.isBlocked)
        let deliveries = [feed.delivered(), feed.delivered()]
        #expect(deliveries == [true, false])
        #expect(feed.isLive && !feed.isBlocked)
    }

    @Test("An announced revision is overdue once, the greatest of those announced")
    func announcement() {
        var feed = FeedSubscription()
        feed.announce(7, at: .zero)
        feed.announce(9, at: .milliseconds(1))
        feed.announce(8, at: .milliseconds(2))
        let due = MirrorLimits.batchTimeout + .milliseconds(1)
        let overdue = [MirrorLimits.batchTimeout, due, due].map { feed.takeOverdue(at: $0) }
        #expect(overdue == [nil, 9, nil])
    }

    @Test("A difference is repaired once until a later revision is equal, or a person asks")
    func repairs() {
        var divergence = DivergenceCheck()
        var begun = [divergence.beginRepair(at: 5), divergence.beginRepair(at: 6)]
        divergence.repaired(at: 6, isEqual: true)
        divergence.equal(at: 6)
        begun.append(divergence.beginRepair(at: 6))
        divergence.equal(at: 7)
        begun.append(divergence.beginRepair(at: 7))
        divergence.isLasting = true
        divergence.allowRepair()
        begun.append(divergence.beginRepair(at: 7))
        #expect(begun == [true, false, false, true, true])
        #expect(!divergence.isLasting)
    }

    @Test("Replies without progress are retried at once a few times, until one has progress")
    func progress() {
        var catchUp = CatchUp()
        let count = MirrorLimits.repliesWithoutProgress
        let retried = (0...count).map { _ in catchUp.mayRetryAtOnce() }
        #expect(retried == Array(repeating: true, count: count) + [false])
        catchUp.progressed()
        let isRetried = catchUp.mayRetryAtOnce()
        #expect(isRetried)
    }

    @Test("The first refusal of a window decides on the recovery")
    func firstRefusal() {
        var submitter = ChangeSubmitter()
        submitter.recover(by: .sync)
        submitter.recover(by: .reload)
        #expect(submitter.sender == .recovering(then: .sync))
    }

    @Test("A store is the device's own by its id, by a former id, or by the history it has seen")
    func home() {
        let (own, other) = (StoreID(rawValue: 1), StoreID(rawValue: 2))
        let binding = StoreBinding(home: .store(own))
        #expect(binding.isHome(own, former: [], isSeen: nil))
        #expect(!binding.isHome(other, former: [], isSeen: true))
        #expect(binding.isHome(other, former: [own], isSeen: false))
        #expect(binding.isHome(.none, former: [], isSeen: true))
        #expect(!binding.isHome(.none, former: [], isSeen: nil))
        #expect(!StoreBinding(home: .elsewhere).isHome(own, former: [], isSeen: true))
        #expect(StoreBinding(home: .matchingHistory).isHome(own, former: [], isSeen: nil))
        #expect(!StoreBinding(home: .matchingHistory).isHome(own, former: [], isSeen: false))
    }
}
