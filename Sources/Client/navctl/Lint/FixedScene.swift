internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationSceneFile

extension Fix {
    /// The intent that applies the fix.
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
    /// All safe fixes, as one intent; `nil` if there are none. Of two for the same property of an
    /// item, the one of the more severe finding counts.
    var mending: Intent? {
        var seen: Set<String> = []
        let fixes = flatMap(\.fix).filter { seen.insert("\($0.item) \($0.name)").inserted }
        return fixes.isEmpty ? nil : .batch(fixes.map(\.intent))
    }
}

extension SceneDescription {
    /// Returns the description after an intent; parts that it leaves out stay left out.
    func fulfilling(_ intent: Intent) throws -> SceneDescription {
        var mended = SceneDescription(try preview(then: intent))
        mended.modals = mended.modals ?? modals.map { _ in [] }
        mended.bars = mended.bars ?? bars.map { _ in [:] }
        mended.standaloneBars = mended.standaloneBars ?? standaloneBars.map { _ in [] }
        if selectedTab == nil { mended.selectedTab = nil }
        return mended
    }
}
