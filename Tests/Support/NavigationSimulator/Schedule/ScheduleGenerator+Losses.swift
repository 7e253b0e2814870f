import NavigationModel
import SeededRandom

/// Budgets that are reached, and storage that lies.
extension ScheduleGenerator {
    /// One device is away while the others come and go on a stack, more than is kept for its sake; or a
    /// quota leaves no room for all that people do.
    mutating func drawBudgets(at time: Duration) {
        let end = time + .seconds(5 + generator.below(20))
        if !generator.oneIn(3) {
            add(.daemon(.keepsForAbsent(bytes: 4_500 + generator.below(8_000))), at: time)
            let name = device()
            add(.device(name, .goesOffline), at: time)
            for number in 0..<(6 + generator.below(30)) {
                let moment = time + .milliseconds(150 * number)
                let other = device()
                act(
                    other, .push(route(), onto: "inbox"),
                    at: between(moment, moment + .milliseconds(60)))
                act(other, .pop("inbox"), at: moment + .milliseconds(90))
            }
            for _ in 0..<(1 + generator.below(4)) { act(name, anything(), at: between(time, end)) }
            add(.device(name, .comesOnline), at: end)
        }
        if !generator.oneIn(3) { drawQuota(from: time, to: end) }
    }

    private mutating func drawQuota(from time: Duration, to end: Duration) {
        let allowance =
            generator.pick([.scene, .scene, .user, .store]) ?? Happening.Allowance.scene
        let bytes = 10_000 + generator.below(30_000)
        add(.daemon(.allows(allowance, bytes: bytes)), at: between(time, end))
        for _ in 0..<10 {
            act(device(), .push(route(), onto: "search", length: 3_000), at: between(time, end))
        }
        if generator.oneIn(2) {
            add(.daemon(.crashes), at: end)
            add(.daemon(.starts), at: end + .milliseconds(300))
            for _ in 0..<4 {
                let moment = between(end + .seconds(6), end + .seconds(12))
                act(device(), .push(route(), onto: "search", length: 3_000), at: moment)
            }
        }
        if generator.oneIn(2) {
            add(.daemon(.allowsEverything), at: end + .seconds(generator.below(20)))
        }
    }

    /// The daemon's disk loses something, people go on with what is left, and heal it from what devices
    /// remember, one device after the other, or at the end.
    mutating func drawLoss(at time: Duration) {
        let some = Duration.seconds(1 + generator.below(6))
        for _ in 0..<(1 + generator.below(4)) {
            act(device(), anything(), at: between(max(.zero, time - .seconds(3)), time))
        }
        if generator.oneIn(2) {
            add(.device(device(), .goesOffline), at: between(max(.zero, time - .seconds(3)), time))
        }
        switch generator.below(4) {
        case 0:
            add(.daemon(.losesWrites(1 + generator.below(5))), at: time)
            add(.daemon(.acceptsLoss), at: time + some)
        case 1:
            add(.daemon(.losesDisk), at: time)
            add(.daemon(.beginsAnew), at: time + some)
        default:
            let isStranger = unknownUIDs > 0 && generator.oneIn(3)
            add(.daemon(.sceneRots(isStranger ? "ben" : "ann")), at: time)
            add(.daemon(.crashes), at: time + .milliseconds(generator.below(3_000)))
        }
        add(.daemon(.starts), at: time + some + .milliseconds(200))
        let later = time + some + .seconds(2)
        for name in devices where !generator.oneIn(3) {
            let moment = between(later, later + .seconds(12))
            if generator.oneIn(3) { act(name, anything(), at: between(later, moment)) }
            add(.device(name, .comesOnline), at: between(later, moment))
            add(.device(name, .heals), at: moment)
        }
        for _ in 0..<generator.below(4) {
            act(device(), anything(), at: between(later, later + .seconds(15)))
        }
    }
}
