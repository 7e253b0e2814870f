internal import NavigationModel
internal import NavigationProperties
internal import NavigationText
internal import NavigationYAML

/// A reader of a scene from a YAML document, which gathers all mistakes in it.
///
/// It reads on after a mistake, so that people see all of them at once, up to
/// ``SceneFileError/mostProblems``; what it returns counts only if there is none.
struct SceneFileReader {
    /// The mistakes found so far, in no order.
    private(set) var problems: [YAMLDiagnostic] = []

    /// Reads the scene of the document, complete only if ``problems`` stays empty.
    mutating func scene(_ root: YAMLNode) -> SceneDescription {
        let nothing = SceneDescription(tabs: [])
        if case .scalar(let scalar) = root.content, scalar.meaning == .nothing {
            report(
                root, "the file is empty", advice: "begin it with 'version: \(SceneFile.version)'")
            return nothing
        }
        guard let fields = mapping(of: root, SceneFileSceneKey.self),
            checkVersion(fields)
        else { return nothing }
        guard let list = required(.tabs, in: fields) else { return nothing }
        let items = elements(of: list, SceneFileSceneKey.tabs, limit: SceneLimits.tabs)
        var tabs: [TabDescription] = []
        for item in items where !hasTooManyProblems {
            guard let tab = tabDescription(item, known: tabs) else { continue }
            tabs.append(tab)
        }
        let isComplete = tabs.count == items.count
        let selected = fields[.selected].flatMap { selection($0, in: tabs, isComplete: isComplete) }
        return SceneDescription(
            selectedTab: selected, tabs: tabs, modals: fields[.modals].map { modals($0) },
            bars: fields[.bars].map { bars($0) },
            standaloneBars: fields[.standaloneBars].map { standaloneBars($0) })
    }

    /// A Boolean value indicating whether there are too many mistakes to read on: nobody reads them
    /// all, and the suggestions for each take time.
    var hasTooManyProblems: Bool { problems.count >= SceneFileError.mostProblems }

    /// Reports a mistake at the place of `node`.
    mutating func report(_ node: YAMLNode, _ mistake: String, advice: String? = nil) {
        problems.append(YAMLDiagnostic(node.position, mistake, advice: advice))
    }

    /// Checks the version; returns a Boolean value indicating whether the rest of the file can be
    /// understood.
    private mutating func checkVersion(_ fields: Fields<SceneFileSceneKey>) -> Bool {
        guard let node = required(.version, in: fields) else { return false }
        guard case .scalar(let scalar) = node.content, scalar.meaning == .number,
            let number = Int(scalar.text)
        else {
            report(
                node, "'version' must be a number, not \(node.kind)", advice: "write 'version: 1'")
            return false
        }
        guard number == SceneFile.version else {
            report(
                node,
                "version \(number) is not supported: this program reads "
                    + "version \(SceneFile.version)", advice: "update it for a newer one")
            return false
        }
        return true
    }

    private mutating func selection(
        _ node: YAMLNode, in tabs: [TabDescription], isComplete: Bool
    ) -> TabID? {
        guard let id: TabID = identifier(node, SceneFileSceneKey.selected) else { return nil }
        guard let tab = tabs.first(where: { $0.id == id }) else {
            // A tab that is itself in error may be the one.
            guard isComplete else { return nil }
            let names = tabs.map(\.id.rawValue)
            let advice =
                SpellChecker.nearest(to: id.rawValue, in: names).map {
                    "did you mean \(excerpt($0))?"
                }
                ?? (names.isEmpty
                    ? "the file has no tabs"
                    : "the tabs are \(names.map(excerpt).joined(separator: ", "))")
            report(node, "no tab \(excerpt(id.rawValue))", advice: advice)
            return nil
        }
        guard tab.isEnabled else {
            report(node, "tab \(excerpt(id.rawValue)) is disabled", advice: "select another one")
            return nil
        }
        return id
    }

    private mutating func tabDescription(_ node: YAMLNode, known: [TabDescription])
        -> TabDescription?
    {
        typealias Key = SceneFileTabKey
        guard let fields = mapping(of: node, Key.self) else { return nil }
        let title = fields[.title].flatMap { text($0, Key.title, limit: SceneLimits.titleLength) }
        let icon = fields[.icon].flatMap { text($0, Key.icon) }
        let isEnabled = fields[.enabled].flatMap { flag($0, Key.enabled) } ?? true
        let badge = fields[.badge].flatMap { badgeText($0) }
        let properties = fields[.properties].map { self.properties($0, of: .tab) } ?? [:]
        let stack = fields[.stack].map { screens($0, Key.stack) } ?? []
        guard let idNode = required(.id, in: fields),
            let id: TabID = identifier(idNode, Key.id)
        else { return nil }
        if known.contains(where: { $0.id == id }) {
            report(
                idNode, "duplicate tab id \(excerpt(id.rawValue))", advice: "give each tab its own")
        }
        return TabDescription(
            id: id, title: title ?? id.rawValue, icon: icon, isEnabled: isEnabled, badge: badge,
            properties: properties, stack: stack)
    }

    private mutating func badgeText(_ node: YAMLNode) -> String? {
        if case .scalar(let scalar) = node.content, scalar.meaning == .flag(true) { return "" }
        guard let text = text(node, SceneFileTabKey.badge) else { return nil }
        if text.isEmpty { report(node, "empty badge", advice: "write 'badge: true' for a dot") }
        return text
    }

    mutating func screens(_ node: YAMLNode, _ key: some SceneFileKey) -> [ScreenDescription] {
        var screens: [ScreenDescription] = []
        for item in elements(of: node, key, limit: SceneLimits.stackDepth) where !hasTooManyProblems
        {
            if let screen = screenDescription(item) { screens.append(screen) }
        }
        return screens
    }

    private mutating func screenDescription(_ node: YAMLNode) -> ScreenDescription? {
        typealias Key = SceneFileScreenKey
        guard let fields = mapping(of: node, Key.self) else { return nil }
        let title = fields[.title].flatMap { text($0, Key.title, limit: SceneLimits.titleLength) }
        let payload = fields[.payload].flatMap { bytes($0, Key.payload) }
        let properties = fields[.properties].map { self.properties($0, of: .screen) } ?? [:]
        guard let route = required(.route, in: fields).flatMap({ text($0, Key.route) }) else {
            return nil
        }
        return ScreenDescription(
            route: route, title: title, payload: payload, properties: properties)
    }
}
