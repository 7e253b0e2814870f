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
    /// Keeps the shared selection, or an own one.
    case keepSelection(SelectionMode)
    /// Follows another device, by its index.
    case follow(Int)
    /// Sends another device, by its index, to the tab of this one.
    case handOff(Int)
    case setBadge(TabID, BadgeValue)
    case addToBadge(TabID, Int64)
    case push(Place, route: Int)
    /// A screen that says more than its route.
    case pushDraft(Place, route: Int, title: Int, identity: Int?)
    case pop(Place)
    /// Counted from the top.
    case popScreen(Place, depth: Int)
    case popTo(Place, depth: Int)
    case popToRoot(Place)
    /// Keeps every second screen or so, in a new order, and puts fresh ones on top.
    case setItems(Place, keeping: Int, fresh: [Int])
    case retitle(Place, depth: Int, Int)
    case present(route: Int, screens: [Int])
    case titleModal(Int)
    case dismiss
    case answer(ModalAnswer)
    case setBar(BarKey, String?)
    /// Says something about what a stack belongs to.
    case setProperty(Place, PropertyName, String?)
    /// Says something about the top screen of a stack.
    case setPropertyOfTop(Place, PropertyName, String?)
    case declareBar(StandaloneBarID, items: [Int])
    case removeBar(StandaloneBarID)
    case undo
    case odd(Oddity, TabID)

    /// A stack as somebody finds it.
    enum Place: Hashable, Sendable, ExpressibleByStringLiteral {
        case tab(TabID)
        /// The stack of the modal that is shown on top.
        case modal
        /// The items of a standalone bar.
        case bar(StandaloneBarID)

        init(stringLiteral value: String) { self = .tab(TabID(stringLiteral: value)) }
    }

    /// An operation that only a faulty client sends, or a newer one.
    enum Oddity: Hashable, Sendable, CaseIterable {
        case unknownTab, reusedScreen, danglingLink, ownLink, halfUnsupported, foreignPop
        case newerField, daemonsOwn
    }

    /// The tabs that schedules know; the first three are there from the start.
    static let tabs: [TabID] = ["one", "two", "three", "four"]

    /// Returns the acts of a device, step by step, each on what the one before shows.
    static func operations(
        _ acts: [Act], by device: Fleet.Device, in view: SceneState,
        generator: inout SeededGenerator
    ) -> [Operation] {
        var imagined = view
        var operations: [Operation] = []
        for (number, act) in acts.enumerated() {
            let steps = act.operations(by: device, in: imagined, &generator)
            operations += steps
            guard number < acts.count - 1, !steps.isEmpty else { continue }
            // Only the device itself may set its selection.
            let isOwn = steps.contains { $0.payload is SetSelectionOperation }
            let change = Change(
                device: isOwn ? device.id : DeviceID(high: .max, low: 0),
                sequence: SequenceNumber(rawValue: UInt64(number + 1)),
                base: Change.Base(revision: device.revision, latest: .zero), operations: steps)
            _ = imagined.execute(change, at: imagined.latest.next, revision: .zero)
        }
        return withoutInnerPops(operations)
    }

    /// The steps were imagined one by one, so a pop can't name what a step before it placed.
    private static func withoutInnerPops(_ operations: [Operation]) -> [Operation] {
        var placed: Set<ScreenID> = []
        return operations.filter { operation in
            switch operation.payload {
            case let push as PushOperation: placed.insert(push.id)
            case let setting as SetItemsOperation: placed.formUnion(setting.items.map(\.id))
            case let pop as PopOperation:
                return placed.isDisjoint(with: pop.screens.names.map(\.id))
            case let restore as RestoreOperation:
                return placed.isDisjoint(with: restore.screens.names.map(\.id))
            default: break
            }
            return true
        }
    }

    private func operations(
        by device: Fleet.Device, in view: SceneState, _ generator: inout SeededGenerator
    ) -> [Operation] {
        if case .odd(let oddity, let tab) = self {
            return oddity.operations(on: tab, in: view, &generator)
        }
        guard let intent = intent(of: device, in: view.scene) else { return [] }
        return (try? view.operations(for: intent, by: device.id, using: &generator)) ?? []
    }

    private func intent(of device: Fleet.Device, in scene: Scene) -> Intent? {
        switch self {
        case .begin:
            let tabs = Act.tabs.prefix(3).map { id in
                TabDescription(
                    id: id, title: "first", stack: [ScreenDescription(route: "/root/\(id)")])
            }
            return .replaceScene(SceneDescription(tabs: tabs))
        case .declare(let tab, let route):
            let stack = route.map { [Act.screen($0)] } ?? []
            return .declareTab(TabDescription(id: tab, title: "again", stack: stack), nil)
        case .remove(let tab): return .removeTab(tab)
        case .title(let tab, let title): return .updateTab(tab, title: "title \(title)")
        case .enable(let tab, let isEnabled): return .updateTab(tab, isEnabled: isEnabled)
        case .move(let tab, let place): return .moveTab(tab, place)
        case .select(let tab): return .selectTab(tab)
        case .keepSelection(let mode): return .keepSelection(mode)
        case .follow(let index): return .keepSelection(.following(Fleet.id(of: index)))
        case .handOff(let index): return .handOff(to: Fleet.id(of: index))
        case .setBadge(let tab, let badge): return .setBadge(tab, badge)
        case .addToBadge(let tab, let count): return .addToBadge(tab, count)
        case .push, .pushDraft, .pop, .popScreen, .popTo, .popToRoot, .setItems, .retitle,
            .setPropertyOfTop:
            return stackIntent(in: scene)
        case .setProperty(let place, let name, let text):
            return place.stack(in: scene).map { .setProperties($0.item, [name: text]) }
        case .declareBar(let bar, let items):
            return .declareBar(
                StandaloneBarDescription(id: bar, items: items.map(Act.screen)))
        case .removeBar(let bar): return .removeBar(bar)
        case .present(let route, let screens):
            return .presentModal(
                ModalDescription(route: "/modal/\(route)", stack: screens.map(Act.screen)))
        case .titleModal(let title):
            return scene.modals.last.map { .updateModal($0.id, title: "title \(title)") }
        case .dismiss: return scene.modals.last.map { .dismissModal($0.id) }
        case .answer(let answer): return scene.modals.last.map { .answerModal($0.id, answer) }
        case .setBar(let key, let text): return .setBar(key, text)
        case .undo: return device.reversals.last.map { .undo($0, by: device.id) }
        case .odd: return nil
        }
    }

    private func stackIntent(in scene: Scene) -> Intent? {
        switch self {
        case .push(let place, let route):
            return place.stack(in: scene).map { .push(Act.screen(route), onto: $0) }
        case .pushDraft(let place, let route, let title, let identity):
            let draft = ScreenDescription(
                route: "/\(route)", title: "draft \(title)", properties: ["prompt": "\(title)"],
                identity: identity.map { "identity \($0)" })
            return place.stack(in: scene).map { .push(draft, onto: $0) }
        case .pop(let place): return place.stack(in: scene).map { .pop(from: $0) }
        case .popToRoot(let place): return place.stack(in: scene).map { .popToRoot(of: $0) }
        case .popScreen(let place, let depth):
            return place.screens(in: scene).dropLast(depth).last.map { .popScreen($0.id) }
        case .popTo(let place, let depth):
            return place.screens(in: scene).dropLast(depth).last.map { .popTo($0.id) }
        case .setItems(let place, let keeping, let fresh):
            let screens = place.screens(in: scene).enumerated()
            let kept = screens.filter { keeping >> ($0.offset % 8) & 1 == 1 }
            let items = kept.reversed().map { ScreenDescription(route: $0.element.route) }
            return place.stack(in: scene).map { .setItems(items + fresh.map(Act.screen), of: $0) }
        case .retitle(let place, let depth, let title):
            let screen = place.screens(in: scene).dropLast(depth).last
            return screen.map { .updateScreen($0.id, title: "title \(title)") }
        case .setPropertyOfTop(let place, let name, let text):
            let screen = place.screens(in: scene).last
            return screen.map { .setProperties(.screen($0.id), [name: text]) }
        default: return nil
        }
    }

    private static func screen(_ route: Int) -> ScreenDescription {
        ScreenDescription(route: "/\(route)")
    }
}

extension Act.Place {
    fileprivate func stack(in scene: Scene) -> StackID? {
        switch self {
        case .tab(let tab): .tab(tab)
        case .modal: scene.modals.last.map { .modal($0.id) }
        case .bar(let bar): .bar(bar)
        }
    }

    fileprivate func screens(in scene: Scene) -> [Screen] {
        stack(in: scene).flatMap(scene.stack) ?? []
    }
}

extension StackID {
    /// The owner of the stack.
    fileprivate var item: ItemID {
        switch self {
        case .tab(let id): .tab(id)
        case .modal(let id): .modal(id)
        case .bar(let id): .bar(id)
        }
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
            return [.push(known, onto: .tab(tab), on: nil, attributes: route)]
        case .danglingLink:
            return [.push(fresh, onto: .tab(tab), on: "no such screen", attributes: route)]
        case .ownLink:
            return [.push(fresh, onto: .tab(tab), on: fresh, attributes: route)]
        case .halfUnsupported:
            return [.push(fresh, onto: .tab(tab), on: known, attributes: route), .unknown]
        case .foreignPop:
            let stamp = Stamp(time: .zero, device: .daemon, sequence: 3)
            return [.pop([ObservedScreen(id: known, placement: stamp)], from: .tab(tab))]
        case .newerField:
            let field = Field(number: 900, part: "of a newer version")
            return [.updateTab(tab, attributes: [Attribute(field: field, value: .flag(true))])]
        case .daemonsOwn:
            return [.prune(through: 1)]
        }
    }
}
