import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

/// The counts of a sender's operations and receipts, made from what is in hand: a write that failed
/// leaves nothing behind.
@Suite("Shares when writes fail")
struct FailedWriteTests {
    private typealias World = FailedWriteWorld

    @Test(
        "A sender with a full share when a write failed continues, without other writers",
        arguments: [(operations: 1, total: 250), (operations: 200, total: 1)])
    func fullShare(operations: Int, total: UInt64) {
        var world = World([
            World.Sender(scene: "other", operations: 1, total: 1),
            World.Sender(scene: "main", operations: operations, total: total),
        ])
        world.handOver(0)
        // Gathers behind the write that is under way, as much as its share takes.
        world.handOver(1)
        world.land(failing: true)
        let load = world.load
        #expect(load.gathering == 0 && load.backlog == 0, "\(load)")
        var writes = 0
        while !world.senders[1].isDone, writes < 1_000 {
            world.handOver(1)
            guard world.isWriting else { break }
            world.land(failing: false)
            writes += 1
        }
        let sender = world.senders[1]
        #expect(sender.isDone, "\(sender)")
    }

    @Test("Several whose shares were full when a write failed all go on")
    func contendedShares() {
        var world = World(
            (0..<4).map {
                World.Sender(
                    scene: SceneID(unchecked: "scene-\($0)"), operations: 16, total: 20)
            })
        for index in 0..<4 { world.handOver(index) }
        world.land(failing: true)
        var writes = 0
        while !world.areAllDone, writes < 1_000 {
            for index in 0..<4 { world.handOver(index) }
            guard world.isWriting else { break }
            world.land(failing: false)
            writes += 1
        }
        let areAllDone = world.areAllDone
        #expect(areAllDone, "\(world.senders)")
    }

    @Test(
        "With any failed writes, all changes are accepted in the end and nothing is left over",
        arguments: 1...30)
    func anyFailures(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var world = World(
            (0..<1 + generator.below(5)).map { _ in
                // One of the last is more than a share by itself: few of them do.
                let (operations, most) = [(1, 60), (1, 60), (7, 60), (130, 12)][generator.below(4)]
                return World.Sender(
                    scene: SceneID(unchecked: "scene-\(generator.below(3))"),
                    operations: operations, total: UInt64(1 + generator.below(most)))
            })
        var faults = 40
        var writes = 0
        while !world.areAllDone, writes < 5_000 {
            let isSound = faults == 0
            for index in world.senders.indices where isSound || generator.oneIn(2) {
                world.handOver(index)
            }
            faults = max(0, faults - 1)
            // All have handed over what they have: who waits now waits for ever.
            guard world.isWriting || !isSound else { break }
            world.land(failing: !isSound && generator.oneIn(3))
            writes += 1
        }
        let areAllDone = world.areAllDone
        #expect(areAllDone, "seed \(seed): \(world.senders)")
        let load = world.load
        #expect(
            load.gathering + load.writing + load.backlog + load.waiting == 0,
            "seed \(seed): \(load)")
    }

    @Test("A change that waits for its turn and then for its scene is metered once")
    func meteredOnce() {
        let burst = 2 * DaemonLimits.share
        var world = World(
            [
                World.Sender(scene: "other", operations: 1, total: 1),
                World.Sender(scene: "main", operations: 1, total: UInt64(burst)),
            ],
            rates: RateLimits(
                changes: RateLimits.Rate(perSecond: 1, burst: burst),
                requests: RateLimits.Rate(perSecond: 1_000_000, burst: 1_000_000)))
        world.handOver(0)
        world.handOver(1)
        // Those beyond a share wait for their turn; their scene is not in memory any more when it
        // comes.
        world.land(failing: true)
        let sender = world.senders[1]
        #expect(sender.refusals[.unavailable] ?? 0 > 0)
        #expect(sender.refusals[.busy] == nil, "\(sender)")
    }
}
