internal import NavigationBars
internal import NavigationModel
internal import NavigationProperties

/// A screen as JSON.
enum ScreenJSON {
    /// Returns the screens of a stack, bottom to top, each with its `parent`: the one below it.
    static func values(of stack: [Screen]) -> JSON {
        let below = [nil] + stack.map(\.id.rawValue)
        return .array(
            zip(stack, below).map { screen, parent in
                .object(members(of: screen).adding(["parent": JSON(parent)]))
            })
    }

    /// Returns `id`, `route`, `title`, `kind`, `panes`, `page`, `pages`, `children`, `popover`,
    /// `properties`.
    static func value(of screen: Screen) -> JSON { .object(members(of: screen)) }

    private static func members(of screen: Screen) -> [String: JSON] {
        let properties = screen.properties
        return [
            "id": .string(screen.id.rawValue), "route": .string(screen.route),
            "title": JSON(screen.title), "kind": .typed(.kind, properties),
            "panes": .array(properties.list(.panes).map { pane($0, properties) }),
            "page": .typed(.page, properties), "pages": .typed(.pageCount, properties),
            "children": .array(properties.list(.children).map { child($0, properties) }),
            "popover": popover(properties), "properties": SceneJSON.value(of: properties),
        ]
    }

    private static func pane(_ id: String, _ properties: Properties) -> JSON {
        [
            "id": .string(id), "title": .typed(.paneTitle, properties, id),
            "bar": .typed(.paneBar, properties, id),
            "border": .typed(.paneBorder, properties, id),
        ]
    }

    private static func child(_ id: String, _ properties: Properties) -> JSON {
        ["id": .string(id), "route": .typed(.childRoute, properties, id)]
    }

    /// Returns the source of a popover; `null` for a screen that is none.
    static func popover(_ properties: Properties) -> JSON {
        properties.said(.popoverSource).map { ["source": .string($0)] } ?? .null
    }
}
