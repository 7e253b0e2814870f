internal import NavigationModel
internal import NavigationYAML

/// The places of a scene's parts in its file: where each begins, and where its properties are.
package struct SceneFilePositions: Hashable, Sendable {
    /// A line and a column of the file.
    package struct Position: Hashable, Sendable {
        /// The line, from 1.
        package let line: Int
        /// The column, from 1, counted in Unicode scalars.
        package let column: Int

        fileprivate init(_ node: YAMLNode) {
            line = node.position.line
            column = node.position.column
        }
    }

    /// The place of a tab, screen, modal or bar.
    package struct Item: Hashable, Sendable {
        /// The beginning of the item.
        package let position: Position
        /// The names of its keys and properties, with languages, where they stand.
        package fileprivate(set) var names: [String: Position] = [:]
        /// Its stack, bottom to top.
        package fileprivate(set) var stack: [Item] = []
    }

    /// The tabs, in the order of the file.
    package let tabs: [Item]
    /// The modals, bottom to top.
    package let modals: [Item]
    /// The bars that no controller manages.
    package let standaloneBars: [Item]
    /// The file as a whole, with the properties of all bars.
    package let scene: Item

    /// Reads the places of a document that is a scene; of one that is none, what there is of them.
    init(_ root: YAMLNode) {
        var scene = Item(position: Position(root))
        scene.gather(root["bars"])
        self.scene = scene
        tabs = Item.items(root["tabs"])
        modals = Item.items(root["modals"])
        standaloneBars = Item.items(root["standaloneBars"])
    }
}

extension SceneFilePositions.Item {
    fileprivate static func items(_ node: YAMLNode?) -> [Self] {
        guard case .sequence(let nodes) = node?.content else { return [] }
        return nodes.map { node in
            var item = Self(position: SceneFilePositions.Position(node))
            guard case .mapping(let entries) = node.content else { return item }
            for entry in entries {
                guard case .scalar(let key) = entry.key.content else { continue }
                switch key.text {
                case "stack", "items": item.stack = items(entry.value)
                case "properties": item.gather(entry.value)
                default: item.names[key.text] = SceneFilePositions.Position(entry.key)
                }
            }
            return item
        }
    }

    /// Takes the names in a mapping of properties, nested or with dots; `prefix` is the beginning of
    /// each, with its dot.
    fileprivate mutating func gather(_ node: YAMLNode?, behind prefix: String = "") {
        guard case .mapping(let entries) = node?.content else { return }
        for entry in entries {
            guard case .scalar(let key) = entry.key.content else { continue }
            names[prefix + key.text] = SceneFilePositions.Position(entry.key)
            gather(entry.value, behind: "\(prefix)\(key.text).")
        }
    }
}

extension YAMLNode {
    /// The value of a key of a mapping; the last one if it stands twice.
    fileprivate subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.last { entry in
            if case .scalar(let scalar) = entry.key.content { scalar.text == key } else { false }
        }?.value
    }
}
