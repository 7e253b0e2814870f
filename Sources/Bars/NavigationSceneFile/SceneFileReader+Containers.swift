internal import NavigationModel
internal import NavigationProperties
internal import NavigationText
internal import NavigationYAML

extension SceneFileReader {
    /// Reads the modals, bottom to top.
    mutating func modals(_ node: YAMLNode) -> [ModalDescription] {
        var modals: [ModalDescription] = []
        let items = elements(of: node, SceneFileSceneKey.modals, limit: SceneLimits.modals)
        for item in items where !hasTooManyProblems {
            if let modal = modalDescription(item) { modals.append(modal) }
        }
        return modals
    }

    private mutating func modalDescription(_ node: YAMLNode) -> ModalDescription? {
        typealias Key = SceneFileModalKey
        guard let fields = mapping(of: node, Key.self) else { return nil }
        let kind = fields[.kind].flatMap { modalKind($0) } ?? .simple
        let title = fields[.title].flatMap { text($0, Key.title, limit: SceneLimits.titleLength) }
        let payload = fields[.payload].flatMap { bytes($0, Key.payload) }
        let properties = fields[.properties].map { self.properties($0, of: .modal) } ?? [:]
        let stack = fields[.stack].map { screens($0, Key.stack) } ?? []
        guard let route = required(.route, in: fields).flatMap({ text($0, Key.route) }) else {
            return nil
        }
        return ModalDescription(
            route: route, kind: kind, title: title, payload: payload, properties: properties,
            stack: stack)
    }

    private mutating func modalKind(_ node: YAMLNode) -> ModalKind? {
        guard let text = text(node, SceneFileModalKey.kind) else { return nil }
        let kinds: [ModalKind] = [.simple, .multiStep, .fullScreen]
        if let kind = kinds.first(where: { $0.rawValue == text }) { return kind }
        let names = kinds.map(\.rawValue)
        let advice =
            SpellChecker.nearest(to: text, in: names).map { "did you mean '\($0)'?" }
            ?? "use one of \(names.joined(separator: ", "))"
        report(node, "unknown kind of modal \(excerpt(text))", advice: advice)
        return nil
    }
}

extension SceneFileReader {
    /// Reads the bars that no controller manages.
    mutating func standaloneBars(_ node: YAMLNode) -> [StandaloneBarDescription] {
        var bars: [StandaloneBarDescription] = []
        let key = SceneFileSceneKey.standaloneBars
        for item in elements(of: node, key, limit: SceneLimits.standaloneBars)
        where !hasTooManyProblems {
            if let bar = standaloneBar(item, known: bars) { bars.append(bar) }
        }
        return bars
    }

    private mutating func standaloneBar(
        _ node: YAMLNode, known: [StandaloneBarDescription]
    ) -> StandaloneBarDescription? {
        typealias Key = SceneFileBarKey
        guard let fields = mapping(of: node, Key.self) else { return nil }
        let properties = fields[.properties].map { self.properties($0, of: .standaloneBar) } ?? [:]
        let items = fields[.items].map { screens($0, Key.items) } ?? []
        guard let idNode = required(.id, in: fields),
            let id: StandaloneBarID = identifier(idNode, Key.id)
        else { return nil }
        if known.contains(where: { $0.id == id }) {
            report(
                idNode, "duplicate bar id \(excerpt(id.rawValue))", advice: "give each bar its own")
        }
        return StandaloneBarDescription(id: id, properties: properties, items: items)
    }
}
