import NavigationModel
import SeededRandom

/// Draws a schedule from a seed: people who act as people do, the situations in which merging is
/// hard, and every fault that there is.
package struct ScheduleGenerator {
    private var generator: SeededGenerator
    private let seed: UInt64
    private let devices: [DeviceName]
    private let strangers: Int
    private let length: Duration
    private var steps: [Schedule.Step] = []
    private var lastRoute = 0
    private var routes: [String] = []

    private static let names: [DeviceName] = ["phone", "tablet", "desk", "car", "watch", "wall"]
    private static let tabs: [TabID] = ["inbox", "search", "settings", "library"]

    /// The schedule of a seed; the number of devices is drawn too, unless it is given.
    package static func schedule(seed: UInt64, devices: Int? = nil) -> Schedule {
        var generator = ScheduleGenerator(seed: seed, devices: devices)
        return generator.draw()
    }

    private init(seed: UInt64, devices count: Int?) {
        self.seed = seed
        var generator = SeededGenerator(seed: seed &* 0x2545_f491_4f6c_dd1d &+ 1)
        let drawn = 2 + generator.below(3)
        let count = min(max(count ?? drawn, 1), Self.names.count)
        devices = Array(Self.names.prefix(count))
        strangers = count > 2 && generator.oneIn(4) ? 1 : 0
        length = .seconds(20 + generator.below(100))
        self.generator = generator
    }

    private mutating func draw() -> Schedule {
        for name in devices where !generator.oneIn(3) {
            add(.act(name, .declare(Array(Self.tabs.prefix(3)))), at: between(.zero, .seconds(2)))
        }
        let situations = 8 + generator.below(25)
        for _ in 0..<situations { drawSituation(at: between(.zero, length)) }
        // Some runs are quiet, most are not.
        let faults = generator.oneIn(6) ? 0 : generator.below(18)
        for _ in 0..<faults { drawFault(at: between(.zero, length)) }
        // What has the same time keeps the order in which it was drawn.
        let ordered = steps.enumerated().sorted { left, right in
            (left.element.time, left.offset) < (right.element.time, right.offset)
        }
        return Schedule(
            seed: seed, devices: devices, strangers: strangers, steps: ordered.map(\.element))
    }

    // MARK: What people do

    private mutating func drawSituation(at time: Duration) {
        let tab = generator.pick(Self.tabs) ?? "inbox"
        switch generator.below(13) {
        case 0: everyone(at: time, within: .milliseconds(40)) { _ in .pop(tab) }
        case 1: pushesUnderPop(of: tab, at: time)
        case 2: listAgainstPushes(of: tab, at: time)
        case 3: movesInOneGap(at: time)
        case 4: removalAgainstEdits(of: tab, at: time)
        case 5: lateBatch(at: time)
        case 6: badges(of: tab, at: time)
        case 7: selections(at: time)
        case 8: everyone(at: time, within: .milliseconds(60)) { _ in .push("shared/1", onto: tab) }
        case 9: runs(on: tab, at: time)
        case 10: doubt(on: tab, at: time)
        default:
            for _ in 0..<(1 + generator.below(4)) {
                act(device(), anything(), at: between(time, time + .seconds(3)))
            }
        }
    }

    private mutating func everyone(
        at time: Duration, within window: Duration, _ act: (DeviceName) -> Act
    ) {
        for name in devices { self.act(name, act(name), at: between(time, time + window)) }
    }

    private mutating func pushesUnderPop(of tab: TabID, at time: Duration) {
        let base = route()
        act(device(), .push(base, onto: tab), at: time)
        let later = time + .seconds(1)
        act(device(), generator.oneIn(2) ? .popToRoot(tab) : .popScreen(base), at: later)
        for _ in 0..<2 {
            act(device(), .push(route(), onto: tab), at: between(later, later + .milliseconds(30)))
        }
    }

    private mutating func listAgainstPushes(of tab: TabID, at time: Duration) {
        let items = ["root"] + (0..<generator.below(3)).map { _ in generator.pick(routes) ?? "new" }
        act(device(), .setItems(Array(Set(items)).sorted(), of: tab), at: time)
        for _ in 0..<3 {
            let moment = between(max(.zero, time - .milliseconds(20)), time + .milliseconds(20))
            act(device(), .push(route(), onto: tab), at: moment)
        }
    }

    private mutating func movesInOneGap(at time: Duration) {
        let target = generator.pick(Self.tabs) ?? "inbox"
        for name in devices {
            let tab = generator.pick(Self.tabs.filter { $0 != target }) ?? "search"
            let place = generator.oneIn(2) ? TabPlace.before(target) : .after(target)
            act(name, .move(tab, place), at: between(time, time + .milliseconds(50)))
        }
    }

    private mutating func removalAgainstEdits(of tab: TabID, at time: Duration) {
        act(device(), .remove(tab), at: time)
        let edits: [Act] = [
            .push(route(), onto: tab), .title(tab, "again"), .addToBadge(2, of: tab), .select(tab),
        ]
        for edit in edits where generator.oneIn(2) {
            act(device(), edit, at: between(time, time + .milliseconds(50)))
        }
        if !generator.oneIn(4) {
            act(device(), .declare([tab]), at: between(time, time + .seconds(8)))
        }
    }

    /// One device is away, and does much, while the others go on.
    private mutating func lateBatch(at time: Duration) {
        let name = device()
        let end = time + .seconds(1 + generator.below(30))
        add(.device(name, .goesOffline), at: time)
        for _ in 0..<(2 + generator.below(7)) { act(name, anything(), at: between(time, end)) }
        for _ in 0..<4 { act(device(), anything(), at: between(time, end)) }
        add(.device(name, .comesOnline), at: end)
    }

    private mutating func badges(of tab: TabID, at time: Duration) {
        everyone(at: time, within: .milliseconds(80)) { _ in .addToBadge(1, of: tab) }
        let moment = between(time, time + .milliseconds(80))
        act(device(), generator.oneIn(2) ? .clearBadge(tab) : .setBadge("7", of: tab), at: moment)
    }

    private mutating func selections(at time: Duration) {
        for name in devices {
            let tab = generator.pick(Self.tabs) ?? "inbox"
            act(name, .select(tab), at: between(time, time + .milliseconds(50)))
        }
        let tab = generator.pick(Self.tabs) ?? "inbox"
        act(device(), .disable(tab), at: between(time, time + .milliseconds(50)))
        act(device(), .enable(tab), at: time + .seconds(4))
    }

    /// Several devices each put a pile of screens on the same one.
    private mutating func runs(on tab: TabID, at time: Duration) {
        for name in devices {
            for number in 0..<(1 + generator.below(3)) {
                let moment = time + .milliseconds(20 * number)
                act(name, .push(route(), onto: tab), at: between(moment, moment + .milliseconds(9)))
            }
        }
    }

    /// Something is done, and the connection breaks before anybody knows what became of it.
    private mutating func doubt(on tab: TabID, at time: Duration) {
        let name = device()
        act(name, anything(on: tab), at: time)
        let moment = between(time, time + .milliseconds(12))
        add(.device(name, generator.oneIn(3) ? .crashes : .losesConnection), at: moment)
        add(.device(name, .starts), at: time + .seconds(1))
        act(name, anything(on: tab), at: time + .seconds(2))
    }

    private mutating func anything(on tab: TabID? = nil) -> Act {
        let tab = tab ?? generator.pick(Self.tabs) ?? "inbox"
        switch generator.below(16) {
        case 0...4: return .push(route(), onto: tab, length: generator.oneIn(20) ? 40_000 : 0)
        case 5: return .pop(tab)
        case 6: return .popScreen(generator.pick(routes) ?? "root")
        case 7: return .popTo(generator.pick(routes) ?? "root")
        case 8: return .popToRoot(tab)
        case 9: return .setItems(["root", route()], of: tab)
        case 10: return .select(tab)
        case 11: return .title(tab, "title \(generator.below(5))")
        case 12: return .addToBadge(Int64(1 + generator.below(4)), of: tab)
        case 13: return .declare([tab])
        case 14: return .clearBadge(tab)
        default: return .push("shared/\(generator.below(3))", onto: tab)
        }
    }

    // MARK: What goes wrong

    private mutating func drawFault(at time: Duration) {
        if generator.oneIn(3) { drawDaemonFault(at: time) } else { drawDeviceFault(at: time) }
    }

    private mutating func drawDeviceFault(at time: Duration) {
        let name = device()
        let some = Duration.seconds(1 + generator.below(20))
        let few = 1 + generator.below(4)
        var isDown = false
        let event: Happening.DeviceEvent
        switch generator.below(22) {
        case 0: event = .losesConnection
        case 1: event = .requestsGetLost(some)
        case 2: event = .repliesGetLost(some)
        case 3: event = .isSlow(by: .milliseconds(200 * few), during: some)
        case 4: event = .losesFeedMessages(few)
        case 5: event = .losesFeedMessages(10 * few)
        case 6: event = .getsFeedMessagesTwice(few)
        case 7: event = .getsFeedMessageLate(.milliseconds(100 * few))
        case 8: event = .feedIsQuiet(some + some)
        case 9: event = .feedIsLossy(percent: 10 * few)
        case 10: (event, isDown) = (.crashes, true)
        case 11: (event, isDown) = (.crashesAtWrite(few, .before), true)
        case 12: (event, isDown) = (.crashesAtWrite(few, .after), true)
        case 13: (event, isDown) = (.losesPower, true)
        case 14: (event, isDown) = (.reboots, true)
        case 15: event = .sleeps(some)
        case 16: event = .wallClockIsOff(by: .seconds(generator.oneIn(2) ? 31_536_000 : -86_400))
        case 17: event = .clockGoesBack(by: some)
        case 18: event = .clockDrifts(Int64(generator.below(20_000)) - 10_000)
        case 19, 20:
            add(.device(name, .isBackedUp), at: time)
            return add(.device(name, .isRestored), at: time + some)
        default: event = .isDamaged
        }
        add(.device(name, event), at: time)
        if isDown { add(.device(name, .starts), at: time + some) }
    }

    private mutating func drawDaemonFault(at time: Duration) {
        let some = Duration.seconds(1 + generator.below(15))
        switch generator.below(14) {
        case 0, 1: add(.daemon(.crashes), at: time)
        case 2, 3, 4, 5:
            let point = generator.pick(DaemonCrashPoint.allCases) ?? .after
            add(.daemon(.crashesAtWrite(point)), at: time)
        case 6: add(.daemon(.losesPower), at: time)
        case 7: add(.daemon(.sleeps(some)), at: time)
        case 8:
            add(.daemon(.diskIsFull), at: time)
            add(.daemon(.diskHasRoom), at: time + some)
        case 9: add(.daemon(.nextWriteIsUnknown(isWritten: generator.oneIn(2))), at: time)
        case 10: add(.daemon(.failsToRead(1 + generator.below(3))), at: time)
        case 11: add(.daemon(.diskIsSlow(.milliseconds(10 + generator.below(200)))), at: time)
        case 12: drawDaemonClock(at: time)
        default: add(.daemon(.getsGarbage(generator.next())), at: time)
        }
        // Whatever it was: somebody starts it again.
        add(.daemon(.starts), at: time + some + .milliseconds(500))
    }

    private mutating func drawDaemonClock(at time: Duration) {
        if generator.oneIn(2) {
            add(.daemon(.crashes), at: time)
            add(.daemon(.clockStandsAt1970), at: time)
        } else {
            add(.daemon(.clockIsOff(by: .seconds(31_536_000))), at: time)
        }
        add(.daemon(.clockIsRight), at: between(time, time + .seconds(20)))
    }

    // MARK: Drawing

    private mutating func add(_ happening: Happening, at time: Duration) {
        steps.append(Schedule.Step(time: time, happening: happening))
    }

    private mutating func act(_ name: DeviceName, _ act: Act, at time: Duration) {
        add(.act(name, act), at: time)
    }

    private mutating func device() -> DeviceName { generator.pick(devices) ?? devices[0] }

    private mutating func between(_ low: Duration, _ high: Duration) -> Duration {
        let span = Int((high - low).wholeMicroseconds / 1_000)
        return low + .milliseconds(generator.below(max(1, span)))
    }

    private mutating func route() -> String {
        lastRoute += 1
        routes.append("r\(lastRoute)")
        return "r\(lastRoute)"
    }
}
