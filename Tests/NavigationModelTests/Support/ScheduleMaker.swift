import NavigationModel
import SeededRandom

/// Makes schedules out of what is known to be risky, and of chance.
struct ScheduleMaker {
    /// Two or three devices at once, who do not know of each other.
    enum Risk: CaseIterable {
        case concurrentPops, pushUnderPop, pushOnPopped, popLifting, setItemsAgainstPushes
        case runsAgainstRuns
        case movesInOneGap, removalAgainstEdits, lateBatch, twins, badgeSetAgainstAdditions
        case selections, ownSelections, titles, modals, answers, bars, properties, standaloneBars,
            undoing, odd
        case chance
    }

    private var generator: SeededGenerator
    private let flavour: Schedule.Flavour
    private var lastRoute = 9

    init(seed: UInt64, flavour: Schedule.Flavour) {
        generator = SeededGenerator(seed: seed)
        self.flavour = flavour
    }

    mutating func steps() -> [Schedule.Step] {
        var steps: [Schedule.Step] = [
            act(0, .begin), .deliver(0), .learn(1, nil), .learn(2, nil),
        ]
        for _ in 0..<5 {
            steps += episode(risk())
            steps += pause()
        }
        return steps
    }

    /// Returns the acts of one device alone, in no particular order.
    mutating func acts(_ count: Int) -> [Act] {
        (0..<count).map { _ in
            let tab = tab()
            switch generator.below(6) {
            case 0: return edit(tab)
            case 1: return .present(route: route(), screens: [route()])
            case 2: return .move(tab, .after(self.tab()))
            default: return chance()
            }
        }
    }

    private mutating func risk() -> Risk {
        let ofStacks: [Risk] = [
            .concurrentPops, .pushUnderPop, .pushOnPopped, .popLifting, .setItemsAgainstPushes,
            .runsAgainstRuns, .twins, .modals, .standaloneBars, .undoing, .chance,
        ]
        let risks =
            switch flavour {
            case .wild, .upkeep: Risk.allCases
            case .distinct: Risk.allCases.filter { $0 != .twins && $0 != .odd }
            case .twins: ofStacks
            }
        return generator.pick(risks) ?? .chance
    }

    private mutating func episode(_ risk: Risk) -> [Schedule.Step] {
        switch risk {
        case .concurrentPops, .pushUnderPop, .pushOnPopped, .popLifting, .setItemsAgainstPushes,
            .runsAgainstRuns, .twins:
            stackEpisode(risk, on: .tab(tab()))
        case .movesInOneGap, .removalAgainstEdits, .badgeSetAgainstAdditions, .selections,
            .ownSelections, .titles:
            tabEpisode(risk, on: tab())
        case .modals, .answers, .bars:
            modalEpisode(risk)
        case .properties:
            properties(of: [.tab(tab()), .bar("tools"), .modal][generator.below(3)])
        case .standaloneBars:
            standaloneBars("tools")
        case .lateBatch:
            lateBatch()
        case .undoing:
            undoing(on: .tab(tab()))
        case .odd:
            together([[odd(), chance()], [odd(), odd()], [odd()]])
        case .chance:
            together([[chance(), chance()], [chance()], [chance()]])
        }
    }

    private mutating func stackEpisode(_ risk: Risk, on place: Act.Place) -> [Schedule.Step] {
        switch risk {
        case .concurrentPops:
            return [act(0, push(place)), act(0, push(place)), .deliver(0), .deliver(0)] + allLearn
                + together([[.pop(place)], [pop(place)], [pop(place)]])
        case .pushUnderPop:
            return together([[push(place), push(place)], [.popToRoot(place)], [pop(place)]])
        case .pushOnPopped:
            // While a third device pushes on what was there before.
            return [act(0, push(place)), act(0, push(place)), act(2, push(place))]
                + [.deliver(0), .deliver(0), .learn(1, nil)]
                + [act(1, push(place)), act(0, pop(place))]
                + [.deliver(1), .deliver(0), .deliver(2)].shuffled(using: &generator)
        case .popLifting:
            // What is popped has put an older branch on top of a newer one.
            return [act(0, push(place)), act(1, push(place)), .deliver(0), .deliver(1)]
                + [act(0, push(place)), .deliver(0), act(0, .pop(place)), .deliver(0)] + allLearn
                + (flavour == .upkeep ? [.prune(keeping: 0)] : [])
        case .setItemsAgainstPushes:
            return together(
                [[setItems(place)], [push(place)], [any([setItems(place), push(place)])]])
        case .twins:
            let route = route()
            let twin = Act.push(place, route: route)
            let other = any([twin, draft(place, route: route)])
            return together([[other, push(place)], [twin], [any([pop(place), other])]])
        default:
            return together(
                [[push(place), push(place)], [push(place), push(place)], [push(place)]])
        }
    }

    private mutating func tabEpisode(_ risk: Risk, on tab: TabID) -> [Schedule.Step] {
        let other = self.tab()
        switch risk {
        case .movesInOneGap:
            let gap: TabPlace = generator.oneIn(2) ? .before(other) : .after(other)
            return together([
                [.move(tab, gap)], [.move(self.tab(), gap)], [.declare("four", route: nil)],
            ])
        case .removalAgainstEdits:
            return together([[.remove(tab)], [edit(tab), edit(tab)], [.declare(tab, route: nil)]])
        case .badgeSetAgainstAdditions:
            return together([
                [.setBadge(tab, badge())], [.addToBadge(tab, 2), .addToBadge(tab, 1)],
                [any([.addToBadge(tab, 5), .setBadge(tab, badge())])],
            ])
        case .selections:
            return together([
                [.select(tab)], [any([.enable(tab, false), .remove(tab)])], [.select(other)],
            ])
        case .ownSelections:
            let ends: [Act] = [
                .handOff(1), .handOff(1), .handOff(0), .remove(tab), .keepSelection(.own),
                .follow(1),
            ]
            let mode = any([.follow(0), .keepSelection(.shared)])
            return [act(1, .keepSelection(.own)), act(1, .select(other)), .deliver(1), .deliver(1)]
                + allLearn
                + together([
                    [.keepSelection(.own), .select(tab)],
                    [mode, any([push(.tab(tab)), .select(other), .keepSelection(.shared)])],
                    [any(ends), any([.select(other), .undo])],
                ])
        default:
            return together([[.title(tab, 1), .title(tab, 2)], [.title(tab, 3)], [.title(tab, 4)]])
        }
    }

    private mutating func modalEpisode(_ risk: Risk) -> [Schedule.Step] {
        switch risk {
        case .modals:
            let screens = (0..<generator.below(3)).map { _ in route() }
            let acts = [[modalAct(), modalAct()], [modalAct()], [any([.dismiss, modalAct()])]]
            return [act(0, .present(route: route(), screens: screens)), .deliver(0)] + allLearn
                + together(acts)
        case .answers:
            return [act(1, .present(route: route(), screens: [])), .deliver(1)] + allLearn
                + together([
                    [.answer(.cancel)], [.answer(.preferred)], [any([.dismiss, .titleModal(1)])],
                ])
        default:
            return together([
                [.setBar("app.tint", "red")],
                [.setBar("app.tint", generator.oneIn(2) ? nil : "blue")],
                [.setBar("app.tint", "green"), .undo],
            ])
        }
    }

    /// Returns the properties that are set at once, under the same name and under others.
    private mutating func properties(of place: Act.Place) -> [Schedule.Step] {
        let text = generator.oneIn(3) ? nil : "theirs"
        return [
            act(0, .declareBar("tools", items: [route()])),
            act(0, .present(route: route(), screens: [route()])), .deliver(0), .deliver(0),
        ] + allLearn
            + together([
                [.setProperty(place, "prompt", "mine"), .setProperty(place, "app.own", "1")],
                [.setProperty(place, "prompt", text), .setPropertyOfTop(place, "title@ko", "제목")],
                [
                    any([.setProperty(place, "prompt", nil), .undo]),
                    .setPropertyOfTop(place, "title@ko", nil),
                ],
            ])
    }

    /// A bar comes and goes while others edit it.
    private mutating func standaloneBars(_ bar: StandaloneBarID) -> [Schedule.Step] {
        let place = Act.Place.bar(bar)
        return [act(0, .declareBar(bar, items: [route()])), .deliver(0)] + allLearn
            + together([
                [.removeBar(bar)], [push(place), any([setItems(place), pop(place)])],
                [any([.declareBar(bar, items: []), .setProperty(place, "kind", "tabBar"), .undo])],
            ])
    }

    private mutating func lateBatch() -> [Schedule.Step] {
        let late = (0..<(2 + generator.below(4))).map { _ in act(2, chance()) }
        let early = (0..<3).flatMap { _ in
            let device = generator.below(2)
            return [act(device, chance()), .deliver(device)]
        }
        return late + early + [.wait(500)] + late.map { _ in .deliver(2) }
    }

    private mutating func undoing(on place: Act.Place) -> [Schedule.Step] {
        [act(0, chance()), .deliver(0)] + allLearn
            + together([[.undo, any([.undo, chance()])], [pop(place)], [push(place)]])
    }

    /// Each device does its part without knowing of the others; then all arrives in some order.
    private mutating func together(_ parts: [[Act]]) -> [Schedule.Step] {
        let devices = [0, 1, 2].shuffled(using: &generator)
        var made: [Schedule.Step] = []
        var arriving: [Int] = []
        for (device, acts) in zip(devices, parts) {
            // Two acts are one change of two steps, or two changes.
            let changes = generator.oneIn(3) ? [acts] : acts.map { [$0] }
            for acts in changes {
                made.append(.act(device, acts, fresh: generator.next()))
                arriving.append(device)
            }
        }
        // One of them may stay where it is for longer.
        let staying = generator.oneIn(3) ? devices[0] : nil
        arriving.shuffle(using: &generator)
        return made.shuffled(using: &generator)
            + arriving.filter { $0 != staying }.map { .deliver($0) }
    }

    private mutating func pause() -> [Schedule.Step] {
        var steps: [Schedule.Step] = []
        for device in 0..<3 {
            switch generator.below(4) {
            case 0: break
            case 1: steps.append(.learn(device, 1 + generator.below(3)))
            default: steps.append(.learn(device, nil))
            }
        }
        if generator.oneIn(3) { steps.append(.wait(Int64(generator.below(1_000)))) }
        if flavour == .upkeep, generator.oneIn(2) {
            steps.append(.prune(keeping: generator.below(6)))
            if generator.oneIn(2) { steps.append(.rekey) }
        }
        return steps
    }

    private let allLearn: [Schedule.Step] = [.learn(0, nil), .learn(1, nil), .learn(2, nil)]

    private mutating func act(_ device: Int, _ act: Act) -> Schedule.Step {
        .act(device, [act], fresh: generator.next())
    }

    // MARK: Acts

    private mutating func tab() -> TabID {
        // Most meet on one tab.
        generator.oneIn(2) ? "one" : generator.pick(Act.tabs) ?? "one"
    }

    private mutating func route() -> Int {
        if flavour == .twins { return generator.below(2) }
        lastRoute += 1
        return lastRoute
    }

    private mutating func push(_ place: Act.Place) -> Act {
        let route = route()
        guard flavour == .twins, generator.oneIn(2) else { return .push(place, route: route) }
        return draft(place, route: route)
    }

    private mutating func draft(_ place: Act.Place, route: Int) -> Act {
        .pushDraft(
            place, route: route, title: generator.below(2),
            identity: generator.oneIn(3) ? generator.below(2) : nil)
    }

    private mutating func pop(_ place: Act.Place) -> Act {
        switch generator.below(5) {
        case 0, 1: .pop(place)
        case 2: .popScreen(place, depth: generator.below(4))
        case 3: .popTo(place, depth: generator.below(4))
        default: .popToRoot(place)
        }
    }

    private mutating func setItems(_ place: Act.Place) -> Act {
        let fresh = (0..<generator.below(3)).map { _ in route() }
        return .setItems(place, keeping: generator.below(256), fresh: fresh)
    }

    private mutating func badge() -> BadgeValue {
        generator.pick([.cleared, .dot, .text("3"), .text("new")]) ?? .cleared
    }

    private mutating func edit(_ tab: TabID) -> Act {
        switch generator.below(8) {
        case 0: .title(tab, generator.below(4))
        case 1: .enable(tab, generator.oneIn(2))
        case 2: .select(tab)
        case 3: .setBadge(tab, badge())
        case 4: .addToBadge(tab, Int64(generator.below(4)))
        case 5: .retitle(.tab(tab), depth: generator.below(3), generator.below(4))
        case 6: setItems(.tab(tab))
        default: push(.tab(tab))
        }
    }

    private mutating func modalAct() -> Act {
        switch generator.below(6) {
        case 0: .titleModal(generator.below(4))
        case 1: setItems(.modal)
        case 2: pop(.modal)
        case 3: .dismiss
        default: push(.modal)
        }
    }

    private mutating func chance() -> Act {
        let tab = tab()
        let place = Act.Place.tab(tab)
        if flavour == .twins {
            return any([
                push(place), push(place), pop(place), setItems(place), .undo,
                .retitle(place, depth: generator.below(2), generator.below(2)),
            ])
        }
        switch generator.below(12) {
        case 0, 1: return push(place)
        case 2: return pop(place)
        case 3: return edit(tab)
        case 4: return setItems(place)
        case 5: return .remove(tab)
        case 6: return .declare(tab, route: generator.oneIn(2) ? route() : nil)
        case 7: return modalAct()
        case 8: return .undo
        case 9: return .setPropertyOfTop(place, "prompt", generator.oneIn(3) ? nil : "Today")
        case 10: return generator.oneIn(2) ? .removeBar("tools") : push(.bar("tools"))
        default: return .setBar("background", generator.oneIn(2) ? nil : "dark")
        }
    }

    private mutating func odd() -> Act {
        .odd(generator.pick(Act.Oddity.allCases) ?? .unknownTab, tab())
    }

    private mutating func any(_ acts: [Act]) -> Act { generator.pick(acts) ?? acts[0] }
}
