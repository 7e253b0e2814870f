internal import NavigationModel
internal import NavigationProperties
internal import NavigationYAML

extension SceneFileReader {
    /// Reads the bars that no controller manages.
    mutating func standaloneBars(_ node: YAMLNode) -> [StandaloneBarDescription] {
        var bars: [StandaloneBarDescription] = []
        let key = SceneFileSceneKey.standaloneBars
        for item in elements(of: node, key, limit: SceneLimits.standaloneBars) where !hasGivenUp {
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
            report(idNode, "there is a bar \(excerpt(id.rawValue)) already: give each its own id")
        }
        return StandaloneBarDescription(id: id, properties: properties, items: items)
    }
}
