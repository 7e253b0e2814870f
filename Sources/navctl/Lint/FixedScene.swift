internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationSceneFile

extension Fix {
    /// What has to be wished for it.
    var intent: Intent {
        let text = value.flatMap { $0.isEmpty ? nil : $0 }
        let property = PropertyName(unchecked: name)
        return switch item {
        case .scene: .setBar(BarKey(unchecked: name), text)
        case .tab(let id) where name == Property.title.pattern: .updateTab(id, title: text ?? "")
        case .tab(let id) where name == Property.badge.pattern:
            .setBadge(id, text.map(BadgeValue.text) ?? .cleared)
        case .tab(let id): .setProperties(.tab(id), [property: text])
        case .screen(let id) where name == Property.title.pattern:
            .updateScreen(id, title: text ?? "")
        case .screen(let id): .setProperties(.screen(id), [property: text])
        case .modal(let id) where name == Property.title.pattern:
            .updateModal(id, title: text ?? "")
        case .modal(let id): .setProperties(.modal(id), [property: text])
        case .bar(let id): .setProperties(.bar(id), [property: text])
        }
    }
}

extension [LintFinding] {
    /// All that can be mended safely, in one wish; `nil` if nothing can. Of two that say otherwise of
    /// the same, the graver counts.
    var mending: Intent? {
        var seen: Set<String> = []
        let fixes = flatMap(\.fix).filter { seen.insert("\($0.item) \($0.name)").inserted }
        return fixes.isEmpty ? nil : .batch(fixes.map(\.intent))
    }
}

extension SceneDescription {
    /// The description with a wish fulfilled; what it says nothing of, it goes on to say nothing of.
    func fulfilling(_ intent: Intent) throws -> SceneDescription {
        var mended = SceneDescription(try preview(then: intent))
        mended.modals = mended.modals ?? modals.map { _ in [] }
        mended.bars = mended.bars ?? bars.map { _ in [:] }
        mended.standaloneBars = mended.standaloneBars ?? standaloneBars.map { _ in [] }
        if selectedTab == nil { mended.selectedTab = nil }
        return mended
    }
}
