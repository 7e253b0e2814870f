import NavigationModel
import SeededRandom

/// Random intents of every kind, as a person may have them in front of a scene.
struct AnyIntent {
    private var generator: SeededGenerator
    /// A Boolean value indicating whether intents without an inverse are left out: refreshing a
    /// tab, answering a modal.
    private let isReversible: Bool

    init(seed: UInt64, isReversible: Bool = false) {
        generator = SeededGenerator(seed: seed)
        self.isReversible = isReversible
    }

    mutating func next(in scene: Scene) -> Intent {
        let tab = generator.pick(scene.tabs)?.id ?? "one"
        let modal = generator.pick(scene.modals)?.id ?? "none"
        let bar = generator.pick(scene.standaloneBars)?.id ?? "tools"
        var stack: StackID =
            !scene.modals.isEmpty && generator.oneIn(3) ? .modal(modal) : .tab(tab)
        if !scene.standaloneBars.isEmpty, generator.oneIn(4) { stack = .bar(bar) }
        let top = scene.stack(stack)?.last?.id ?? "none"
        let screen = generator.pick(scene.stack(stack) ?? [])?.id ?? top
        switch generator.below(36) {
        case 0..<5: return .push(self.screen(), onto: stack)
        case 5, 6: return .pop(from: stack)
        case 7: return .popScreen(screen)
        case 8: return .popTo(screen)
        case 9: return .popToRoot(of: stack)
        case 10, 11: return .setItems(screens(scene.stack(stack) ?? []), of: stack)
        case 12:
            return .updateScreen(screen, title: text(), payload: generator.oneIn(2) ? [1] : nil)
        case 13: return .presentModal(self.modal())
        case 14: return .updateModal(modal, title: text(), kind: .fullScreen)
        case 15: return .dismissModal(modal)
        case 16: return isReversible ? .dismissModal(modal) : .answerModal(modal, .cancel)
        case 17, 18: return .setBar(generator.pick(Self.keys) ?? "app.tint", text())
        case 19: return .replaceScene(description(scene))
        case 20: return .declareBar(self.bar())
        case 21: return .removeBar(bar)
        case 22: return .setProperties(.tab(tab), texts())
        case 23: return .setProperties(.screen(screen), texts())
        case 24: return .setProperties(.modal(modal), texts())
        case 25: return .setProperties(.bar(bar), texts())
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
                TabDescription(
                    id: id, title: "again", badge: badge(), properties: properties(), stack: stack),
                generator.oneIn(2) ? nil : .before(other))
        case 1: return .removeTab(tab)
        case 2: return .updateTab(tab, title: text(), icon: text())
        case 3: return .updateTab(tab, isEnabled: generator.oneIn(2))
        case 4: return .moveTab(tab, generator.oneIn(2) ? .before(other) : .after(other))
        case 5:
            let isNew = !isReversible || scene.selectedTab != other
            return isNew ? .selectTab(other) : .addToBadge(tab, 1)
        case 6: return .addToBadge(tab, generator.pick([1, 2, 3, -1]) ?? 1)
        default:
            let badge: BadgeValue? = generator.pick([.cleared, .dot, .text("3"), .text("new")])
            return .setBadge(tab, badge ?? .cleared)
        }
    }

    private static let keys: [BarKey] = ["navigationBar.tintColor", "tabBar.style", "app.tint"]
    private static let names: [PropertyName] = [
        "prompt", "title@ko", "right.edit.title", "app.own",
    ]

    private mutating func texts() -> [PropertyName: String?] {
        (0..<generator.below(3)).reduce(into: [:]) { texts, _ in
            let name = generator.pick(Self.names) ?? "prompt"
            texts.updateValue(generator.oneIn(3) ? nil : text(), forKey: name)
        }
    }

    private mutating func properties() -> Properties {
        Properties(generator.oneIn(2) ? [:] : texts().compactMapValues(\.self))
    }

    private mutating func bar() -> StandaloneBarDescription {
        let id: StandaloneBarID = generator.oneIn(2) ? "tools" : "colours"
        let items = generator.oneIn(2) ? [screen(), screen()] : []
        return StandaloneBarDescription(id: id, properties: properties(), items: items)
    }

    private mutating func text() -> String { generator.pick(["", "a", "b", "c"]) ?? "" }

    private mutating func badge() -> String? {
        generator.oneIn(4) ? nil : generator.pick(["", "7", "new"])
    }

    private mutating func screen() -> ScreenDescription {
        ScreenDescription(route: "/\(generator.below(4))", title: text(), properties: properties())
    }

    private mutating func screens(_ shown: [Screen]) -> [ScreenDescription] {
        let kept = shown.filter { _ in generator.oneIn(2) }.map {
            ScreenDescription(route: $0.route, title: generator.oneIn(2) ? $0.title : text())
        }
        return (0..<generator.below(3)).reduce(into: kept.shuffled(using: &generator)) { list, _ in
            list.append(screen())
        }
    }

    private mutating func modal() -> ModalDescription {
        ModalDescription(
            route: "/modal/\(generator.below(3))", kind: .multiStep, title: text(),
            properties: properties(),
            stack: generator.oneIn(2) ? [screen(), screen()] : [])
    }

    private mutating func description(_ scene: Scene) -> SceneDescription {
        var wanted = SceneDescription(scene)
        wanted.selectedTab = nil
        wanted.tabs = wanted.tabs.filter { _ in !generator.oneIn(4) }.shuffled(using: &generator)
        for index in wanted.tabs.indices {
            if generator.oneIn(2) { wanted.tabs[index].title = text() }
            if generator.oneIn(3) { wanted.tabs[index].badge = badge() }
            if generator.oneIn(3) { wanted.tabs[index].properties = properties() }
            if generator.oneIn(3) { wanted.tabs[index].stack.append(screen()) }
        }
        wanted.modals = generator.oneIn(2) ? [modal()] : nil
        wanted.bars = generator.oneIn(2) ? ["app.tint": "d"] : nil
        wanted.standaloneBars = generator.oneIn(2) ? [bar()] : nil
        return wanted
    }
}
