@testable import NavigationModel
import SeededRandom

/// One thing that a device does, decided by a number and by what it sees.
struct Act {
    private var generator: SeededGenerator
    private let flavour: Schedule.Flavour
    private let isFirst: Bool

    init(choice: UInt64, flavour: Schedule.Flavour) {
        generator = SeededGenerator(seed: choice)
        self.flavour = flavour
        isFirst = choice == 1
    }

    /// Does it; an intent that makes no sense to the device is left.
    func perform(by device: Int, in fleet: inout Fleet) {
        var act = self
        let view = fleet.devices[device].view
        var operations: [Operation] = []
        // A change has up to three steps, each on what the one before shows.
        var imagined = view
        let count = act.isFirst ? 1 : act.generator.pick([1, 1, 1, 2, 3]) ?? 1
        for number in 0..<count {
            let steps = act.operations(in: imagined)
            let time = imagined.latest.next
            _ = imagined.admit(
                Change(
                    device: fleet.devices[device].id,
                    sequence: SequenceNumber(rawValue: UInt64.max - UInt64(number)),
                    base: Change.Base(revision: .zero, latest: .zero), operations: steps),
                at: time, revision: .zero)
            operations += steps
        }
        fleet.make(Act.withoutInnerPops(operations), on: device)
    }

    /// The steps were imagined one by one, so a pop can't name what a step before it placed.
    private static func withoutInnerPops(
        _ operations: [Operation]
    ) -> [Operation] {
        var placed: Set<ScreenID> = []
        return operations.filter { operation in
            switch operation {
            case .push(let id, _, _, _): placed.insert(id)
            case .setItems(_, let items): placed.formUnion(items.map(\.id))
            case .pop(let screens, _): return placed.isDisjoint(with: screens.map(\.id))
            default: break
            }
            return true
        }
    }

    private mutating func operations(in view: SceneState) -> [Operation] {
        if isFirst {
            return become(["one", "two", "three"], in: view)
        }
        if flavour == .wild, generator.oneIn(12) { return nonsense(in: view) }
        return (try? view.operations(for: intent(in: view.scene), using: &generator)) ?? []
    }

    private mutating func become(
        _ tabs: [TabID], in view: SceneState
    ) -> [Operation] {
        let description = SceneDescription(
            tabs: tabs.map { TabDescription(id: $0, title: "first", stack: [screen("/root")]) })
        return (try? view.operations(for: .become(description), using: &generator)) ?? []
    }

    private mutating func intent(in scene: Scene) -> Intent {
        let tab = generator.pick(scene.tabs)?.id ?? "one"
        let screens = scene.tab(tab)?.stack ?? []
        let stackIntents = flavour == .twins ? 9 : 18
        switch generator.below(stackIntents) {
        case 0..<4: return .push(screen(), onto: .tab(tab))
        case 4, 5: return .pop(from: .tab(tab))
        case 6: return generator.pick(screens).map { .popScreen($0.id) } ?? .pop(from: .tab(tab))
        case 7: return generator.pick(screens).map { .popTo($0.id) } ?? .popToRoot(of: .tab(tab))
        case 8: return .setItems(items(on: screens), of: .tab(tab))
        default: return tabIntent(tab, scene)
        }
    }

    private mutating func tabIntent(_ tab: TabID, _ scene: Scene) -> Intent {
        let other = generator.pick(scene.tabs)?.id ?? tab
        switch generator.below(9) {
        case 0:
            let id = generator.pick(["one", "two", "three", "four"] as [TabID]) ?? "one"
            let stack = generator.oneIn(2) ? [screen()] : []
            return .declareTab(
                TabDescription(id: id, title: "again \(generator.below(9))", stack: stack), nil)
        case 1: return .removeTab(tab)
        case 2: return .updateTab(tab, title: "title \(generator.below(4))")
        case 3: return .updateTab(tab, isEnabled: generator.oneIn(2))
        case 4: return .moveTab(tab, generator.oneIn(2) ? .before(other) : .after(other))
        case 5, 6: return .selectTab(tab)
        case 7: return .addToBadge(tab, Int64(generator.below(4)))
        default:
            let badge: BadgeValue? = generator.pick([.cleared, .dot, .text("3"), .text("new")])
            return .setBadge(tab, badge ?? .cleared)
        }
    }

    private mutating func screen(_ route: String? = nil) -> ScreenDescription {
        if flavour == .twins {
            return ScreenDescription(route: route ?? "/\(generator.below(2))")
        }
        return ScreenDescription(
            route: (route ?? "/screen") + "/\(generator.next())",
            title: generator.oneIn(3) ? "shown" : nil)
    }

    private mutating func items(on screens: [Screen]) -> [ScreenDescription] {
        let kept = screens.filter { _ in generator.oneIn(2) }.map(ScreenDescription.init)
        return (0..<generator.below(3)).reduce(into: kept.shuffled(using: &generator)) { list, _ in
            list.append(screen())
        }
    }

    /// What only a faulty client sends.
    private mutating func nonsense(in view: SceneState) -> [Operation] {
        let known = generator.pick(view.scene.tabs)?.stack.last?.id ?? "nothing"
        let route = [Attribute(field: ScreenField.route, value: .text(screen("/odd").route))]
        let fresh = ScreenID.random(using: &generator)
        switch generator.below(7) {
        case 0: return [.push(fresh, onto: "nowhere", on: known, attributes: route)]
        case 1: return [.push(known, onto: "one", on: nil, attributes: route)]
        case 2: return [.push(fresh, onto: "one", on: "no such screen", attributes: route)]
        case 3: return [.push(fresh, onto: "one", on: fresh, attributes: route)]
        case 4: return [.push(fresh, onto: "one", on: known, attributes: []), .unknown]
        case 5:
            let stamp = Stamp(time: .zero, device: .daemon, sequence: 3)
            return [.pop([SeenScreen(id: known, placement: stamp)], from: "two")]
        default:
            let field = Field(number: 900, part: "of a newer version")
            return [.updateTab("one", attributes: [Attribute(field: field, value: .flag(true))])]
        }
    }
}
