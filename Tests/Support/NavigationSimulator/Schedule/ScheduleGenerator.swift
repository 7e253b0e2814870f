import NavigationModel
import SeededRandom

/// Draws a schedule from a seed: people who act as people do, the situations in which merging is
/// hard, and every fault that there is.
package struct ScheduleGenerator {
    var generator: SeededGenerator
    private let seed: UInt64
    let devices: [DeviceName]
    let unknownUIDs: Int
    let nodes: Int
    let length: Duration
    private var steps: [Schedule.Step] = []
    private var lastRoute = 0
    private var routes: [String] = []

    private static let names: [DeviceName] = ["phone", "tablet", "desk", "car", "watch", "wall"]
    private static let tabs: [TabID] = ["inbox", "search", "settings", "library"]

    /// The schedule of a seed; the number of devices is drawn too, unless it is given.
    ///
    /// - Parameter hasLosses: whether storage loses something and budgets are reached; the rest of the
    ///   schedule is the same.
    /// - Parameter nodes: The number of daemons that share the store. Of several, the faults are those of
    ///   a fleet.
    package static func schedule(
        seed: UInt64, devices: Int? = nil, nodes: Int = 1, losses hasLosses: Bool = true
    ) -> Schedule {
        var generator = ScheduleGenerator(seed: seed, devices: devices, nodes: nodes)
        return nodes > 1 ? generator.drawFleet() : generator.draw(losses: hasLosses)
    }

    private init(seed: UInt64, devices count: Int?, nodes: Int) {
        self.seed = seed
        self.nodes = nodes
        var generator = SeededGenerator(seed: seed &* 0x2545_f491_4f6c_dd1d &+ 1)
        let drawn = 2 + generator.below(3)
        let count = min(max(count ?? drawn, 1), Self.names.count)
        devices = Array(Self.names.prefix(count))
        unknownUIDs = count > 2 && generator.oneIn(4) ? 1 : 0
        length = .seconds(20 + generator.below(100))
        self.generator = generator
    }

    private mutating func draw(losses hasLosses: Bool) -> Schedule {
        for name in devices where !generator.oneIn(3) {
            add(.act(name, .declare(Array(Self.tabs.prefix(3)))), at: between(.zero, .seconds(2)))
        }
        let situations = 8 + generator.below(25)
        for _ in 0..<situations { drawSituation(at: between(.zero, length)) }
        // Some runs are quiet, most are not.
        let faults = generator.oneIn(6) ? 0 : generator.below(18)
        for _ in 0..<faults { drawFault(at: between(.zero, length)) }
        if generator.oneIn(5) { addPause(at: between(.zero, length)) }
        drawAccess()
        if generator.oneIn(3) { drawCommands() }
        if generator.oneIn(6) { drawLostOutcome(at: between(.zero, length)) }
        if generator.oneIn(5) { drawFullShares(at: between(.zero, length)) }
        if generator.oneIn(6) { drawOtherStore(at: between(.zero, length)) }
        // At the end, so that the rest is the same without them.
        if hasLosses, generator.oneIn(3) { drawLoss(at: between(.zero, length)) }
        if hasLosses, generator.oneIn(4) { drawBudgets(at: between(.zero, length)) }
        drawOwnSelections()
        return schedule(healingAll: hasLosses)
    }

    /// A fleet's nodes fail, and its devices, while people go on.
    private mutating func drawFleet() -> Schedule {
        for name in devices where !generator.oneIn(3) {
            add(.act(name, .declare(Array(Self.tabs.prefix(3)))), at: between(.zero, .seconds(2)))
        }
        for _ in 0..<(8 + generator.below(25)) { drawSituation(at: between(.zero, length)) }
        for _ in 0..<generator.below(8) { drawDeviceFault(at: between(.zero, length)) }
        let faults = generator.oneIn(8) ? 0 : 2 + generator.below(10)
        for _ in 0..<faults { drawNodeFault(at: between(.zero, length)) }
        if generator.oneIn(3) { drawCommands() }
        if generator.oneIn(5) { drawFullShares(at: between(.zero, length)) }
        return schedule(healingAll: true)
    }

    private func schedule(healingAll healsAll: Bool) -> Schedule {
        // What has the same time keeps the order in which it was drawn.
        let ordered = steps.enumerated().sorted { left, right in
            (left.element.time, left.offset) < (right.element.time, right.offset)
        }
        return Schedule(
            seed: seed, devices: devices, nodes: nodes, unknownUIDs: unknownUIDs,
            steps: ordered.map(\.element), healsAll: healsAll)
    }

    /// Nothing happens for so long that the daemon looks through what it has.
    private mutating func addPause(at time: Duration) {
        steps = steps.map { step in
            guard step.time > time else { return step }
            return Schedule.Step(time: step.time + .seconds(1_250), happening: step.happening)
        }
    }

    // MARK: What people do

    private mutating func drawSituation(at time: Duration) {
        let tab = generator.pick(Self.tabs) ?? "inbox"
        let stack = generator.oneIn(6) ? "ask" : tab.rawValue
        switch generator.below(14) {
        case 0: everyone(at: time, within: .milliseconds(40)) { _ in .pop(stack) }
        case 1: pushesUnderPop(of: stack, at: time)
        case 2: listAgainstPushes(of: stack, at: time)
        case 3: movesInOneGap(at: time)
        case 4: removalAgainstEdits(of: tab, at: time)
        case 5: lateBatch(at: time)
        case 6: badges(of: tab, at: time)
        case 7: selections(at: time)
        case 8:
            everyone(at: time, within: .milliseconds(60)) { _ in .push("shared/1", onto: stack) }
        case 9: runs(on: stack, at: time)
        case 10: doubt(at: time)
        case 11: answers(at: time)
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

    private mutating func pushesUnderPop(of tab: String, at time: Duration) {
        let base = route()
        act(device(), .push(base, onto: tab), at: time)
        let later = time + .seconds(1)
        act(device(), generator.oneIn(2) ? .popToRoot(tab) : .popScreen(base), at: later)
        for _ in 0..<2 {
            act(device(), .push(route(), onto: tab), at: between(later, later + .milliseconds(30)))
        }
    }

    private mutating func listAgainstPushes(of tab: String, at time: Duration) {
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
            .push(route(), onto: tab.rawValue), .title(tab, "again"), .addToBadge(2, of: tab),
            .select(tab),
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

    /// Devices that keep selections of their own, or follow. Drawn from numbers of its own, so that
    /// the rest of a seed's schedule is the same without it.
    private mutating func drawOwnSelections() {
        var own = SeededGenerator(seed: seed &* 0x9e37_79b9_7f4a_7c15 &+ 7)
        guard own.oneIn(2) else { return }
        let acts: [Act] = [
            .keepSelection(.own), .keepSelection(.own), .follow, .follow, .handOff,
            .keepSelection(.shared), .select("inbox"), .select("search"), .remove("search"),
        ]
        let milliseconds = Int(length.wholeMicroseconds / 1_000)
        for _ in 0..<(4 + own.below(12)) {
            let name = own.pick(devices) ?? devices[0]
            let act = own.pick(acts) ?? .follow
            self.act(name, act, at: .milliseconds(own.below(milliseconds)))
        }
    }

    /// Several devices each put a pile of screens on the same one.
    private mutating func runs(on tab: String, at time: Duration) {
        for name in devices {
            for number in 0..<(1 + generator.below(3)) {
                let moment = time + .milliseconds(20 * number)
                act(name, .push(route(), onto: tab), at: between(moment, moment + .milliseconds(9)))
            }
        }
    }

    /// Something is done, and the connection breaks before anybody knows what became of it.
    private mutating func doubt(at time: Duration) {
        let name = device()
        act(name, anything(), at: time)
        let moment = between(time, time + .milliseconds(12))
        add(.device(name, generator.oneIn(3) ? .crashes : .losesConnection), at: moment)
        add(.device(name, .starts), at: time + .seconds(1))
        act(name, anything(), at: time + .seconds(2))
    }

    /// A question that everybody answers at once, with screens of its own.
    private mutating func answers(at time: Duration) {
        act(device(), .present("ask"), at: time)
        let later = time + .seconds(1)
        for name in devices where !generator.oneIn(3) {
            let answer: ModalAnswer = generator.oneIn(2) ? .cancel : .preferred
            act(name, .answer("ask", answer), at: between(later, later + .milliseconds(40)))
        }
        act(device(), .push(route(), onto: "ask"), at: between(time, later))
        if generator.oneIn(2) {
            act(device(), .dismiss("ask"), at: between(time, later + .milliseconds(40)))
        }
    }

    mutating func anything() -> Act {
        let tab = generator.pick(Self.tabs) ?? "inbox"
        let stack = generator.oneIn(8) ? "ask" : tab.rawValue
        switch generator.below(24) {
        case 0...4: return .push(route(), onto: stack, length: generator.oneIn(20) ? 40_000 : 0)
        case 5: return .pop(stack)
        case 6: return .popScreen(generator.pick(routes) ?? "root")
        case 7: return .popTo(generator.pick(routes) ?? "root")
        case 8: return .popToRoot(stack)
        case 9: return .setItems(["root", route()], of: stack)
        case 10: return .select(tab)
        case 11: return .title(tab, "title \(generator.below(5))")
        case 12: return .addToBadge(Int64(1 + generator.below(4)), of: tab)
        case 13: return .declare([tab])
        case 14: return .clearBadge(tab)
        case 15: return .present("ask")
        case 16: return .dismiss("ask")
        case 17: return .setBar("app.tint", "colour \(generator.below(3))")
        case 18: return .titleScreen(generator.pick(routes) ?? "root", "name \(lastRoute)")
        case 19: return .declareBar("tools")
        case 20: return .removeBar("tools")
        case 21: return .push(route(), onto: "tools")
        case 22:
            let text = generator.oneIn(3) ? nil : "text \(generator.below(5))"
            return .setProperty("prompt", of: generator.oneIn(2) ? .tab(tab) : .bar("tools"), text)
        default: return .push("shared/\(generator.below(3))", onto: stack)
        }
    }

    // MARK: Drawing

    mutating func add(_ happening: Happening, at time: Duration) {
        steps.append(Schedule.Step(time: time, happening: happening))
    }

    mutating func act(_ name: DeviceName, _ act: Act, at time: Duration) {
        add(.act(name, act), at: time)
    }

    mutating func device() -> DeviceName { generator.pick(devices) ?? devices[0] }

    mutating func between(_ low: Duration, _ high: Duration) -> Duration {
        let span = Int((high - low).wholeMicroseconds / 1_000)
        return low + .milliseconds(generator.below(max(1, span)))
    }

    mutating func route() -> String {
        lastRoute += 1
        routes.append("r\(lastRoute)")
        return "r\(lastRoute)"
    }
}
