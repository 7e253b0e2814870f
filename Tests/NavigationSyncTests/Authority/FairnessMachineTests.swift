import NavigationModel
import NavigationWire
import Testing

@testable import NavigationSync

@Suite("Rates, shares and quotas")
struct FairnessMachineTests {
    private static let session = Session(
        user: "ann", device: DeviceID(high: 1, low: 1), name: "phone", platform: "",
        nextServerKey: nil, lastSeen: .zero)

    private var fairness = Fairness(
        RateLimits(
            changes: RateLimits.Rate(perSecond: 1, burst: 3),
            requests: RateLimits.Rate(perSecond: 1, burst: 3)), StorageQuotas(), daemonUID: 990)
    private var metrics = DaemonMetrics()
    private var effects: [DaemonCore.Effect] = []

    private static func peer(_ number: UInt8) -> Peer {
        Peer(ConnectionID(rawValue: UInt64(number)), .device(.sample(number)))
    }

    /// The place of a scene in memory.
    private static let slot: SceneCache.Slot = {
        let key = session.key(.main)
        var scenes = SlotTable<SceneKey, SceneAuthority>()
        return scenes.set(
            SceneAuthority(key: key, stored: nil, freshEpoch: Epoch(rawValue: 1)), for: key)
    }()

    private static func submission(_ number: UInt8) -> Submission {
        let submit = SubmitRequest(
            scene: .main, epoch: Epoch(rawValue: 1), after: .zero, change: [1, 2, 3], age: nil)
        let request = Request(id: 1, call: .submit(submit))
        return Submission(
            inbound: InboundRequest(request: request, peer: peer(number), received: .zero),
            submit: submit, session: session, device: nil, key: session.key(.main), slot: slot)
    }

    @Test("Requests over the rate are counted and refused, and what they cost is charged later")
    mutating func requests() {
        let frame = Request(id: 9, call: .listScenes(nil)).encoded
        for _ in 0..<2 {
            #expect(fairness.meter(frame, from: Self.peer(1), at: .zero, &metrics, &effects))
        }
        fairness.charge(Self.peer(1), 1)
        #expect(!fairness.meter(frame, from: Self.peer(1), at: .zero, &metrics, &effects))
        #expect(fairness.meter(frame, from: Self.peer(2), at: .zero, &metrics, &effects))
        #expect(metrics.requestsOverRate == 1 && effects.count == 1)
    }

    @Test("The database is measured with the first change of each interval")
    mutating func measuring() throws {
        let submission = Self.submission(1)
        for time in [Duration.zero, .seconds(1), DaemonLimits.measureInterval] {
            try fairness.meter(
                submission.inbound, submission.submit, of: Self.session, time, &metrics, &effects)
        }
        #expect(effects.count == 2)
    }

    @Test("A change behind its sender's own backlog does not fit; the backlog is taken in turns")
    mutating func backlog() throws {
        let batches = GroupCommit()
        #expect(fairness.fits(Self.submission(1), batches))
        for number: UInt8 in [1, 1, 2] {
            try fairness.queue(Self.submission(number), batches, hasRoom: true)
        }
        #expect(!fairness.fits(Self.submission(1), batches))
        #expect(fairness.fits(Self.submission(3), batches))
        var order: [Peer] = []
        while let sender = fairness.backlog.order.first, let next = fairness.take(sender) {
            order.append(next.peer)
        }
        #expect(order == [1, 2, 1].map { Self.peer($0) })
        var isRefused = false
        do throws(RequestError) {
            try fairness.queue(Self.submission(1), batches, hasRoom: false)
        } catch {
            isRefused = true
        }
        #expect(isRefused)
    }

    @Test("The fuller a user's quota, the shorter its log is kept")
    func retention() {
        let policy = RetentionPolicy()
        let quota = fairness.storage[.userStorage]
        for length in [0, quota / 2] {
            let usage = UserUsage(scenes: ["main"], lengths: ["main": length])
            #expect(fairness.shortened(policy, usage) == policy)
        }
        let full = UserUsage(scenes: ["main", "b"], lengths: ["main": quota / 2 + 1])
        #expect(
            fairness.shortened(policy, full).historyLength == min(policy.historyLength, quota / 8))
    }
}
