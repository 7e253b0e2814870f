internal import NavigationModel
internal import NavigationProperties
internal import NavigationYAML

extension SceneFileReader {
    /// Reads the properties of an object: texts by name, nested or with dots, each checked against
    /// the vocabulary.
    mutating func properties(_ node: YAMLNode, of target: Property.Target) -> Properties {
        var texts: [PropertyName: String] = [:]
        gather(node, "properties", of: target, into: &texts)
        limit(texts.count, SceneLimits.properties, node, "properties")
        return Properties(texts)
    }

    /// Reads the look of the bars that set none of their own.
    mutating func bars(_ node: YAMLNode) -> [BarKey: String] {
        var texts: [PropertyName: String] = [:]
        gather(node, "bars", of: .appearance, into: &texts)
        limit(texts.count, SceneLimits.barKeys, node, "bars")
        return Dictionary(
            uniqueKeysWithValues: texts.map { (BarKey(unchecked: $0.key.rawValue), $0.value) })
    }

    /// Reports too many names.
    private mutating func limit(_ count: Int, _ limit: Int, _ node: YAMLNode, _ key: String) {
        guard count > limit else { return }
        report(node, "'\(key)' has \(count) names, the maximum is \(limit)")
    }

    /// Reads a mapping; `prefix` is the beginning of the names in it, with its dot.
    private mutating func gather(
        _ node: YAMLNode, _ key: String, behind prefix: String = "",
        of target: Property.Target, into texts: inout [PropertyName: String]
    ) {
        guard case .mapping(let entries) = node.content else {
            report(node, "'\(key)' must be a mapping of names to texts, not \(node.kind)")
            return
        }
        for entry in entries where !hasTooManyProblems {
            guard let part = text(entry.key, named: key) else { continue }
            if case .mapping = entry.value.content {
                gather(entry.value, key, behind: "\(prefix)\(part).", of: target, into: &texts)
                continue
            }
            guard let name = PropertyName(rawValue: prefix + part) else {
                report(
                    entry.key,
                    "\(excerpt(prefix + part)) is not a valid name",
                    advice: "use 1 to \(PropertyName.maximumLength) bytes without control "
                        + "characters")
                continue
            }
            guard let text = propertyText(entry, under: name, of: target) else { continue }
            if texts.updateValue(text, forKey: name) != nil {
                report(entry.key, "duplicate name \(excerpt(name.rawValue))", advice: "keep one")
            }
        }
    }

    /// Reads the text under a name, and checks both against the vocabulary.
    private mutating func propertyText(
        _ entry: YAMLNode.Entry, under name: PropertyName, of target: Property.Target
    ) -> String? {
        let type = PropertySchema.property(name, of: target)?.type ?? .text
        guard let text = plainText(entry.value, as: type, named: name.rawValue) else { return nil }
        if text.isEmpty {
            report(entry.value, "empty text", advice: "leave the name out")
        }
        do throws(PropertySchema.PropertyError) {
            try PropertySchema.check(name, text, of: target)
        } catch {
            let isOfText = if case .wrongType = error { true } else { false }
            report(isOfText ? entry.value : entry.key, printable(error.description))
        }
        return text
    }

    /// Reads a text or, where the type has one, a YAML number, truth value or list.
    private mutating func plainText(
        _ node: YAMLNode, as type: PropertyType, named name: String
    ) -> String? {
        switch node.content {
        case .scalar(let scalar) where type.isPlain(scalar): return scalar.text
        case .sequence(let items) where type.hasParts:
            var parts: [String] = []
            for item in items {
                guard let part = plainText(item, as: type.part, named: name) else { return nil }
                parts.append(part)
            }
            return parts.joined(separator: ",")
        case .scalar, .sequence, .mapping: return text(node, named: name)
        }
    }
}

extension PropertyType {
    /// Returns a Boolean value indicating whether the scalar is none of YAML's texts but of this
    /// type, and can stand without quotes.
    fileprivate func isPlain(_ scalar: YAMLScalar) -> Bool {
        switch (self, scalar.meaning) {
        case (.flag, .flag), (.integer, .number), (.number, .number), (.offset, .number),
            (.insets, .number):
            true
        default: false
        }
    }

    /// A Boolean value indicating whether a list of YAML's can stand for it.
    fileprivate var hasParts: Bool {
        switch self {
        case .list, .offset, .insets: true
        case .text, .message, .flag, .integer, .number, .choice, .color: false
        }
    }

    /// The type of the items of such a list.
    fileprivate var part: PropertyType {
        switch self {
        case .offset, .insets: .number(-.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
        case .list, .text, .message, .flag, .integer, .number, .choice, .color: .text
        }
    }
}
