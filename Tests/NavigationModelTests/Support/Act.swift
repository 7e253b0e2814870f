@testable import NavigationModel
import SeededRandom

/// One thing that a person does at a device, in terms of what the device shows then. What makes no
/// sense there is left, so a schedule stays one when parts of it are taken away.
enum Act: Hashable, Sendable {
    case begin
    case declare(TabID, route: Int?)
    case remove(TabID)
    case title(TabID, Int)
    case enable(TabID, Bool)
    case move(TabID, TabPlace)
    case select(TabID)
    case setBadge(TabID, BadgeValue)
    case addToBadge(TabID, Int64)
    case push(TabID, route: Int)
    case pop(TabID)
    /// Counted from the top.
    case popScreen(TabID, depth: Int)
    case popTo(TabID, depth: Int)
    case popToRoot(TabID)
    /// Keeps every second screen or so, in a new order, and puts fresh ones on top.
    case setItems(TabID, keeping: Int, fresh: [Int])
    case retitle(TabID, depth: Int, Int)
    case odd(Oddity, TabID)

    /// What only a faulty client sends, or a newer one.
    enum Oddity: Hashable, Sendable, CaseIterable {
        case unknownTab, reusedScreen, danglingLink, ownLink, halfUnsupported, foreignPop
        case newerField
    }

    /// The tabs that schedules know; the first three are there from the start.
    static let tabs: [TabID] = ["one", "two", "three", "four"]

    /// What a device does, step by step, each on what the one before shows.
    static func operations(
        _ acts: [Act], in view: SceneState, generator: inout SeededGenerator
    ) -> [Operation] {
        var imagined = view
        var operations: [Operation] = []
        for (number, act) in acts.enumerated() {
            let steps = act.operations(in: imagined, &generator)
            operations += steps
            guard number < acts.count - 1, !steps.isEmpty else { continue }
            let change = Change(
                device: DeviceID(high: .max, low: 0),
                sequence: SequenceNumber(rawValue: UInt64(number + 1)),
                base: Change.Base(revision: .zero, latest: .zero), operations: steps)
            _ = imagined.admit(change, at: imagined.latest.next, revision: .zero)
        }
        return withoutInnerPops(operations)
    }

    /// The steps were imagined one by one, so a pop can't name what a step before it placed.
    private static func withoutInnerPops(_ operations: [Operation]) -> [Operation] {
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

    private func operations(
        in view: SceneState, _ generator: inout SeededGenerator
    ) -> [Operation] {
        switch self {
        case .retitle(let tab, let depth, let title):
            guard let screen = view.scene.tab(tab)?.stack.dropLast(depth).last else { return [] }
            let attribute = Attribute(field: ScreenField.title, value: .text("title \(title)"))
            return [.updateScreen(screen.id, attributes: [attribute])]
        case .odd(let oddity, let tab):
            return oddity.operations(on: tab, in: view, &generator)
        default:
            guard let intent = intent(in: view) else { return [] }
            return (try? view.operations(for: intent, using: &generator)) ?? []
        }
    }

    private func intent(in view: SceneState) -> Intent? {
        switch self {
        case .begin:
            let tabs = Act.tabs.prefix(3).map { id in
                TabDescription(id: id, title: "first", stack: [Act.screen("/root/\(id)")])
            }
            return .become(SceneDescription(tabs: tabs))
        case .declare(let tab, let route):
            let stack = route.map { [Act.screen($0)] } ?? []
            return .declareTab(TabDescription(id: tab, title: "again", stack: stack), nil)
        case .remove(let tab): return .removeTab(tab)
        case .title(let tab, let title): return .updateTab(tab, title: "title \(title)")
        case .enable(let tab, let isEnabled): return .updateTab(tab, isEnabled: isEnabled)
        case .move(let tab, let place): return .moveTab(tab, place)
        case .select(let tab): return .selectTab(tab)
        case .setBadge(let tab, let badge): return .setBadge(tab, badge)
        case .addToBadge(let tab, let count): return .addToBadge(tab, count)
        case .push(let tab, let route): return .push(Act.screen(route), onto: tab)
        case .pop(let tab): return .pop(from: tab)
        case .popToRoot(let tab): return .popToRoot(of: tab)
        case .popScreen(let tab, let depth):
            return view.scene.tab(tab)?.stack.dropLast(depth).last.map { .popScreen($0.id) }
        case .popTo(let tab, let depth):
            return view.scene.tab(tab)?.stack.dropLast(depth).last.map { .popTo($0.id) }
        case .setItems(let tab, let keeping, let fresh):
            let stack = view.scene.tab(tab)?.stack ?? []
            let kept = stack.enumerated().filter { keeping >> ($0.offset % 8) & 1 == 1 }
            let items = kept.reversed().map { ScreenDescription($0.element) }
            return .setItems(items + fresh.map { Act.screen($0) }, of: tab)
        case .retitle, .odd: return nil
        }
    }

    static func screen(_ route: Int) -> ScreenDescription { screen("/\(route)") }

    private static func screen(_ route: String) -> ScreenDescription {
        ScreenDescription(route: route)
    }
}

extension Act.Oddity {
    fileprivate func operations(
        on tab: TabID, in view: SceneState, _ generator: inout SeededGenerator
    ) -> [Operation] {
        let known = view.scene.tab(tab)?.stack.last?.id ?? "nothing"
        let fresh = ScreenID.random(using: &generator)
        let route = [Attribute(field: ScreenField.route, value: .text("/odd/\(fresh)"))]
        switch self {
        case .unknownTab:
            return [.push(fresh, onto: "nowhere", on: known, attributes: route)]
        case .reusedScreen:
            return [.push(known, onto: tab, on: nil, attributes: route)]
        case .danglingLink:
            return [.push(fresh, onto: tab, on: "no such screen", attributes: route)]
        case .ownLink:
            return [.push(fresh, onto: tab, on: fresh, attributes: route)]
        case .halfUnsupported:
            return [.push(fresh, onto: tab, on: known, attributes: route), .unknown]
        case .foreignPop:
            let stamp = Stamp(time: .zero, device: .daemon, sequence: 3)
            return [.pop([SeenScreen(id: known, placement: stamp)], from: tab)]
        case .newerField:
            let field = Field(number: 900, part: "of a newer version")
            return [.updateTab(tab, attributes: [Attribute(field: field, value: .flag(true))])]
        }
    }
}
