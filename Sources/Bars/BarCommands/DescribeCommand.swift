internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl describe`
struct DescribeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Show an item's effective properties.",
        discussion: """
            Includes the platform's defaults for properties that are not set. Without an id
            it describes the visible screen.

            EXAMPLES:
              navctl describe inbox
              navctl describe k3f9x2m7q0va --output json | jq .item
            """)

    @Argument(help: "The id of a tab, a screen, a modal or a standalone bar")
    var id: String?

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let (view, blockingError) = await session.fetchScene()
        let found = try ItemDescription.all(in: view.scene, on: options.platform)
        let shown = view.scene.modals.last?.stack ?? view.scene.selected?.stack ?? []
        guard let id = id ?? shown.last?.id.rawValue else {
            throw CommandError(message: "no screen is visible", advice: "name an item")
        }
        let items = found.filter { $0.id == id }
        guard !items.isEmpty else {
            throw CommandError(
                message: "no item with the id '\(id.label())'", advice: "see 'navctl show'")
        }
        switch output.format {
        case .json:
            // A tab and a bar may have the same name: each is described.
            try output.write(
                object: Joined(items[0], ItemsJSON(items: items, revision: view.revision.rawValue)))
        case .text:
            for item in items { for line in item.lines { try output.write(line) } }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}

/// An item of a scene with its effective properties.
struct ItemDescription: Encodable {
    /// `tab`, `screen`, `modal` or `bar`.
    let kind: String
    /// Its id.
    let id: String
    /// The JSON of `show`.
    let item: JSON

    private enum CodingKeys: CodingKey { case kind, item }

    /// Returns all items with an id.
    static func all(in scene: Scene, on platform: Platform) throws -> [ItemDescription] {
        let value = try JSON(encoding: SceneJSON(scene, on: platform))
        let tabs = value.elements("tabs")
        let modals = value.elements("modals")
        let bars = value.elements("standaloneBars")
        let screens =
            try (tabs + modals).flatMap { $0.elements("stack") }
            + scene.standaloneBars.flatMap(\.items).map { try JSON(encoding: ScreenJSON($0)) }
        return [("tab", tabs), ("modal", modals), ("bar", bars), ("screen", screens)].flatMap {
            kind, values in
            values.compactMap { value in
                guard case .string(let id)? = value.member("id") else { return nil }
                return ItemDescription(kind: kind, id: id, item: value)
            }
        }
    }

    /// For people: a line for each, those of parts indented.
    var lines: [StyledLine] {
        var headline = StyledLine("\(kind) ", .dim)
        headline.append(id.label(), .bold)
        return [headline] + Self.lines(of: item, indentation: 2, besides: ["id"])
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

/// The items with an id as JSON.
private struct ItemsJSON: Encodable {
    let items: [ItemDescription]
    let revision: UInt64
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
