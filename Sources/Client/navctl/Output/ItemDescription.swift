internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// An item of a scene with its effective properties.
struct ItemDescription {
    /// `tab`, `screen`, `modal` or `bar`.
    let kind: String
    /// Its id.
    let id: String
    /// The JSON of `show`.
    let object: JSON

    /// Returns all items with an id.
    static func all(in scene: Scene, on platform: Platform) -> [ItemDescription] {
        let value = SceneJSON.value(of: scene, on: platform)
        let tabs = value.elements("tabs")
        let modals = value.elements("modals")
        let bars = value.elements("standaloneBars")
        let screens =
            (tabs + modals).flatMap { $0.elements("stack") }
            + scene.standaloneBars.flatMap(\.items).map(ScreenJSON.value)
        return [("tab", tabs), ("modal", modals), ("bar", bars), ("screen", screens)].flatMap {
            kind, values in
            values.compactMap { value in
                guard case .string(let id)? = value.member("id") else { return nil }
                return ItemDescription(kind: kind, id: id, object: value)
            }
        }
    }

    /// For people: a line for each, those of parts indented.
    var lines: [StyledLine] {
        var headline = StyledLine("\(kind) ", .dim)
        headline.append(id.label(), .bold)
        return [headline] + Self.lines(of: object, indentation: 2, besides: ["id"])
    }

    private static func lines(
        of value: JSON, indentation: Int, besides: Set<String> = []
    ) -> [StyledLine] {
        switch value {
        case .object(let members):
            return members.sorted { $0.key < $1.key }.flatMap { name, member in
                besides.contains(name) ? [] : lines(name, member, indentation)
            }
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                lines("\(index + 1)", element, indentation)
            }
        case .null, .bool, .integer, .number, .string:
            return []
        }
    }

    /// Returns lines without empty values.
    private static func lines(
        _ name: String, _ value: JSON, _ indentation: Int
    ) -> [StyledLine] {
        var line = StyledLine("")
        line.pad(to: indentation)
        line.append(name.label(), .dim)
        switch value {
        case .null, .array([]), .object([:]): return []
        case .object, .array:
            let parts = lines(of: value, indentation: indentation + 2)
            return parts.isEmpty ? [] : [line] + parts
        case .string(let text): line.append("  " + text.label())
        case .bool, .integer, .number: line.append("  \(value.text)")
        }
        return [line]
    }
}

extension JSON {
    /// Returns a member of an object.
    func member(_ name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// Returns the elements of a list that is a member.
    func elements(_ name: String) -> [JSON] {
        if case .array(let elements)? = member(name) { elements } else { [] }
    }
}
