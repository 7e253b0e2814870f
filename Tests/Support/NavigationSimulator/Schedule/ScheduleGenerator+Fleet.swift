import NavigationModel
import SeededRandom

/// The faults of a fleet.
extension ScheduleGenerator {
    /// A node stops, stands still, or loses the store, at any time or in the midst of what it does; and
    /// people go on.
    mutating func drawNodeFault(at time: Duration) {
        let node = 1 + generator.below(nodes)
        guard !generator.oneIn(6) else { return moveToAndFro(node, at: time) }
        let some = Duration.seconds(1 + generator.below(18))
        for event in nodeFault(lasting: some) { add(.node(node, event), at: time) }
        // After every fault somebody starts it again.
        add(.node(node, .starts), at: time + some + .milliseconds(500))
        add(.node(node, .isUndrained), at: time + (generator.oneIn(2) ? some : .milliseconds(900)))
        for _ in 0..<(1 + generator.below(6)) {
            act(device(), anything(), at: between(time, time + some + .seconds(4)))
        }
    }

    /// Shards go from a node to the others and back, faster than a scene may be read.
    private mutating func moveToAndFro(_ node: Int, at time: Duration) {
        var moment = time
        for number in 0..<6 {
            add(.node(node, number % 2 == 0 ? .isDrained : .isUndrained), at: moment)
            let next = moment + .milliseconds(600 + generator.below(1_500))
            for name in devices {
                act(name, anything(), at: between(moment + .milliseconds(300), next))
            }
            moment = next
        }
    }

    private mutating func nodeFault(lasting some: Duration) -> [Happening.DaemonEvent] {
        switch generator.below(16) {
        case 0: return [.crashes]
        case 1: return [.crashesAtWrite(generator.oneIn(2) ? .before : .after)]
        case 2: return [.sleeps(some)]
        case 3, 4: return [.sleepsAtWrite(some)]
        case 5, 6: return [.sleepsAtRenewal(some)]
        case 7: return [.losesStore(some)]
        case 8, 9: return [.losesStoreAtWrite(some)]
        case 10, 11: return [.nextWriteIsUnknown(isWritten: generator.oneIn(2))]
        case 12: return [.isStopped]
        case 13: return [.isDrained]
        case 14: return [.clockIsOff(by: .seconds(generator.oneIn(2) ? 31_536_000 : -31_536_000))]
        default: return [.diskIsSlow(.milliseconds(10 + generator.below(200)))]
        }
    }
}
