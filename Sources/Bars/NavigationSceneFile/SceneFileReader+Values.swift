internal import FoundationEssentials
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText
internal import NavigationYAML

extension SceneFileReader {
    /// The values of a mapping by their keys.
    struct Fields<Key: SceneFileKey> {
        /// The mapping.
        let owner: YAMLNode
        /// The values in it, by key.
        var values: [Key: YAMLNode] = [:]

        /// The value of a key, if it is there.
        subscript(key: Key) -> YAMLNode? { values[key] }
    }

    /// Returns the known keys of a mapping; unknown ones and those that stand twice are mistakes.
    mutating func mapping<Key: SceneFileKey>(of node: YAMLNode, _: Key.Type) -> Fields<Key>? {
        guard case .mapping(let entries) = node.content else {
            let keys = Key.allCases.map(\.rawValue).joined(separator: ", ")
            report(node, "\(Key.owner) must be a mapping with the keys \(keys), not \(node.kind)")
            return nil
        }
        var fields = Fields<Key>(owner: node)
        for entry in entries where !hasTooManyProblems {
            guard case .scalar(let scalar) = entry.key.content else {
                report(entry.key, "a key must be a word, not \(entry.key.kind)")
                continue
            }
            guard let key = Key(rawValue: scalar.text) else {
                reportUnknownKey(scalar.text, at: entry.key, Key.self)
                continue
            }
            if let first = fields[key] {
                report(
                    entry.key,
                    "duplicate key '\(key.rawValue)', first with the value in line "
                        + "\(first.position.line)", advice: "keep one")
            }
            fields.values[key] = entry.value
        }
        return fields
    }

    private mutating func reportUnknownKey<Key: SceneFileKey>(
        _ text: String, at node: YAMLNode, _: Key.Type
    ) {
        let names = Key.allCases.map(\.rawValue)
        let advice =
            SpellChecker.nearest(to: text, in: names).map { "did you mean '\($0)'?" }
            ?? "\(Key.owner) has \(names.joined(separator: ", "))"
        report(node, "unknown key \(excerpt(text))", advice: advice)
    }

    /// Returns the value of a key; a missing one is a mistake.
    mutating func required<Key: SceneFileKey>(_ key: Key, in fields: Fields<Key>) -> YAMLNode? {
        if let node = fields[key] { return node }
        report(
            fields.owner, "\(Key.owner) without '\(key.rawValue)'",
            advice: "add '\(key.rawValue): …'")
        return nil
    }

    /// Returns the items of a list, no more than `limit`.
    mutating func elements(
        of node: YAMLNode, _ key: some SceneFileKey, limit: Int
    ) -> ArraySlice<YAMLNode> {
        guard case .sequence(let items) = node.content else {
            report(
                node,
                "'\(key.rawValue)' must be a list, not \(node.kind)",
                advice: "begin each item with '- '")
            return []
        }
        if items.count > limit {
            report(
                items[limit],
                "'\(key.rawValue)' has \(items.count) items, the maximum is \(limit)")
        }
        return items.prefix(limit)
    }

    /// Reads a text of no more than `limit` bytes.
    mutating func text(
        _ node: YAMLNode, _ key: some SceneFileKey, limit: Int = SceneLimits.textLength
    ) -> String? {
        text(node, named: key.rawValue, limit: limit)
    }

    /// Reads a text of no more than `limit` bytes under a name.
    mutating func text(
        _ node: YAMLNode, named name: String, limit: Int = SceneLimits.textLength
    ) -> String? {
        guard case .scalar(let scalar) = node.content, scalar.meaning == .text else {
            let advice = adviceForText(node)
            report(node, "\(excerpt(name)) must be a text, not \(node.kind)", advice: advice)
            return nil
        }
        return isWithin(limit, scalar.text.utf8.count, node, name) ? scalar.text : nil
    }

    private func adviceForText(_ node: YAMLNode) -> String {
        guard case .scalar(let scalar) = node.content else { return "write it on one line" }
        return switch scalar.meaning {
        case .number, .flag, .ambiguousFlag: "put it in quotes, \"\(scalar.text)\""
        case .nothing: "write one, \"\" for an empty one, or leave the key out"
        case .bytes, .text: "write it without '!!binary'"
        }
    }

    /// Reads a text that can be an identifier.
    mutating func identifier<ID: Identifier>(_ node: YAMLNode, _ key: some SceneFileKey) -> ID? {
        guard let text = text(node, key) else { return nil }
        if let id = ID(rawValue: text) { return id }
        report(
            node,
            "\(excerpt(text)) is not a valid id",
            advice: "use 1 to \(ID.maximumLength) bytes without control characters")
        return nil
    }

    /// Reads bytes: the UTF-8 of a text, or base64 with the tag `!!binary`.
    mutating func bytes(_ node: YAMLNode, _ key: some SceneFileKey) -> [UInt8]? {
        let limit = SceneLimits.payloadLength
        guard case .scalar(let scalar) = node.content, scalar.meaning == .bytes else {
            return text(node, key, limit: limit).map { Array($0.utf8) }
        }
        let digits = scalar.text.filter { !$0.isWhitespace }
        guard let data = Data(base64Encoded: digits) else {
            report(
                node, "'\(key.rawValue)' is not base64",
                advice: "4 letters for 3 bytes, '=' at the end")
            return nil
        }
        return isWithin(limit, data.count, node, key.rawValue) ? Array(data) : nil
    }

    private mutating func isWithin(
        _ limit: Int, _ count: Int, _ node: YAMLNode, _ name: String
    ) -> Bool {
        guard count > limit else { return true }
        report(node, "\(excerpt(name)) has \(count) bytes, the maximum is \(limit)")
        return false
    }

    /// Reads `true` or `false`, and no word that only some readers take for one of them.
    mutating func flag(_ node: YAMLNode, _ key: some SceneFileKey) -> Bool? {
        if case .scalar(let scalar) = node.content, case .flag(let flag) = scalar.meaning {
            return flag
        }
        report(node, "'\(key.rawValue)' must be 'true' or 'false', not \(node.kind)")
        return nil
    }
}
