package import NavigationBars
package import NavigationModel
package import NavigationProperties
internal import NavigationText

/// A navigation bar as JSON: its delegate, its items (bottom to top), its effective looks, and the four
/// appearances: `null` if not set, except for the standard one.
struct NavigationBarJSON: Encodable {
    private let mode: String
    private let delegate: String?
    private let items: [NavigationItemJSON]
    private let topItem: NavigationItemJSON?
    private let backItem: NavigationItemJSON?
    private let back: Back?
    private let position: String
    private let isHidden: JSON
    private let alpha: JSON
    private let isTranslucent: JSON
    private let prefersLargeTitles: JSON
    private let appBarSize: JSON
    private let behavioralStyle: String
    private let preferredBehavioralStyle: JSON
    private let currentNSToolbarSection: String
    private let legacy: LegacyBarJSON
    private let standardAppearance: [String: String]
    private let compactAppearance: [String: String]?
    private let scrollEdgeAppearance: [String: String]?
    private let compactScrollEdgeAppearance: [String: String]?

    private struct Back: Encodable {
        let title: String
    }

    init(_ bar: NavigationBarState, on platform: Platform) {
        let properties = bar.properties
        mode = bar.mode.rawValue
        delegate = bar.delegate
        items = bar.items.map(NavigationItemJSON.init)
        topItem = bar.topItem.map(NavigationItemJSON.init)
        backItem = bar.backItem.map(NavigationItemJSON.init)
        back = bar.backTitle().map(Back.init)
        position = bar.position
        isHidden = .typed(.isHidden, properties)
        alpha = .typed(.alpha, properties)
        isTranslucent = .typed(.isTranslucent, properties)
        prefersLargeTitles = .typed(.prefersLargeTitles, properties)
        appBarSize = .typed(.appBarSize, properties)
        behavioralStyle = bar.behavioralStyle(on: platform)
        preferredBehavioralStyle = .typed(.preferredBehavioralStyle, properties)
        currentNSToolbarSection = bar.toolbarSection(on: platform)
        legacy = LegacyBarJSON(properties)
        func texts(_ name: String) -> [String: String]? {
            let texts = properties.effective.under("navigationBar." + name).texts
            return texts.isEmpty ? nil : texts
        }
        standardAppearance = texts("standardAppearance") ?? [:]
        compactAppearance = texts("compactAppearance")
        scrollEdgeAppearance = texts("scrollEdgeAppearance")
        compactScrollEdgeAppearance = texts("compactScrollEdgeAppearance")
    }
}

/// An item of a navigation bar as JSON, its buttons outermost first.
private struct NavigationItemJSON: Encodable {
    let id: String
    let route: String
    let title: String?
    let followsScreenTitle: Bool
    let prompt: String?
    let left: [BarButtonJSON]
    let right: [BarButtonJSON]
    let titleView: String?
    let segments: [String]
    let largeTitleDisplayMode: String
    let backButtonTitle: String?
    let hidesBackButton: Bool
    let image: String?
    let badge: String?

    init(_ item: NavigationItem) {
        let properties = item.properties
        id = item.id.rawValue
        route = item.screen.route
        title = item.title
        followsScreenTitle = item.followsScreenTitle
        prompt = item.prompt
        left = item.left.map(BarButtonJSON.init)
        right = item.right.map(BarButtonJSON.init)
        titleView = item.titleView
        segments = properties.list(.segments)
        largeTitleDisplayMode = item.largeTitleDisplayMode
        backButtonTitle = item.backButtonTitle
        hidesBackButton = item.hidesBackButton
        image = properties.explicitText(.itemImage)
        badge = properties[Property.badge.name()]
    }
}

/// A button of a bar as JSON.
private struct BarButtonJSON: Encodable {
    let id: String
    let kind: String
    let title: String?
    let image: String?
    let style: String
    let width: Double?
    let enabled: Bool
    let accessibilityLabel: String?

    init(_ button: BarButton) {
        id = button.id
        kind = button.kind
        title = button.title
        image = button.image
        style = button.style
        width = button.kind == "fixedSpace" ? button.width : nil
        enabled = button.isEnabled
        accessibilityLabel = button.accessibilityLabel
    }
}

/// The properties of the bar itself, as UIKit's older properties: by their names, those with parts by
/// the names of the parts.
private struct LegacyBarJSON: Encodable {
    let barStyle: JSON
    let barTintColor: JSON
    let tintColor: JSON
    let titleTextAttributes: [String: String]
    let titleVerticalPositionAdjustment: [String: String]
    let backgroundImage: [String: String]
    let shadowImage: JSON
    let shadowImageCapInsets: JSON
    let backIndicatorImage: JSON
    let backIndicatorTransitionMaskImage: JSON

    init(_ bar: BarProperties) {
        let explicit = bar.effective.under("navigationBar")
        barStyle = .typed(.barStyle, bar)
        barTintColor = .typed(.barTintColor, bar)
        tintColor = .typed(.tintColor, bar)
        titleTextAttributes = explicit.under("titleTextAttributes").texts
        titleVerticalPositionAdjustment = explicit.under("titleVerticalPositionAdjustment").texts
        backgroundImage = explicit.under("backgroundImage").texts
        shadowImage = .typed(.shadowImage, bar)
        shadowImageCapInsets = .typed(.shadowImageCapInsets, bar)
        backIndicatorImage = .typed(.backIndicatorImage, bar)
        backIndicatorTransitionMaskImage = .typed(.backIndicatorTransitionMaskImage, bar)
    }
}

/// The tab bar as JSON: its effective looks, from whatever origin, and the tabs that do not fit.
struct TabBarJSON: Encodable {
    private let style: JSON
    private let titleVisibility: JSON
    private let alignment: JSON
    private let height: JSON
    private let tintColor: JSON
    private let barTintColor: JSON
    private let isHidden: JSON
    private let placement: JSON
    private let sidebar: Sidebar
    private let theme: Theme
    private let designLanguage: JSON
    private let accessory: JSON
    private let drawer: JSON
    private let more: More?

    private struct Sidebar: Encodable {
        let isExpanded: JSON
    }

    private struct Theme: Encodable {
        let colors: [String: String]
        let fonts: [String: String]
    }

    private struct More: Encodable {
        let items: [String]
    }

    init(_ scene: Scene) {
        let explicit = scene.appearance
        let hidden = scene.tabsBehindMore.map(\.id.rawValue)
        let themed = explicit.under("tabBar.theme")
        style = .typed(.tabBarStyle, explicit)
        titleVisibility = .typed(.titleVisibility, explicit)
        alignment = .typed(.alignment, explicit)
        height = .typed(.barHeight, explicit)
        tintColor = .typed(.tabBarTintColor, explicit)
        barTintColor = .typed(.tabBarBarTintColor, explicit)
        isHidden = .typed(.tabBarIsHidden, explicit)
        placement = .typed(.placement, explicit)
        sidebar = Sidebar(isExpanded: .typed(.sidebarIsExpanded, explicit))
        theme = Theme(colors: themed.under("colors").texts, fonts: themed.under("fonts").texts)
        designLanguage = .typed(.designLanguage, explicit)
        accessory = .typed(.accessory, explicit)
        drawer = .typed(.drawer, explicit)
        more = hidden.isEmpty ? nil : More(items: hidden)
    }
}

/// A screen as JSON.
package struct ScreenJSON: Encodable {
    private let id: String
    private let route: String
    private let title: String?
    private let kind: JSON
    private let panes: [Pane]
    private let page: JSON
    private let pages: JSON
    private let children: [Child]
    private let popover: PopoverJSON?
    private let payload: JSON
    private let properties: [String: String]

    private struct Pane: Encodable {
        let id: String
        let title: JSON
        let bar: JSON
        let border: JSON
    }

    private struct Child: Encodable {
        let id: String
        let route: JSON
    }

    /// Takes a screen.
    package init(_ screen: Screen) {
        let explicit = screen.properties
        id = screen.id.rawValue
        route = screen.route
        title = screen.title
        kind = .typed(.kind, explicit)
        panes = explicit.list(.panes).map { id in
            Pane(
                id: id, title: .typed(.paneTitle, explicit, id),
                bar: .typed(.paneBar, explicit, id),
                border: .typed(.paneBorder, explicit, id))
        }
        page = .typed(.page, explicit)
        pages = .typed(.pageCount, explicit)
        children = explicit.list(.children).map {
            Child(id: $0, route: .typed(.childRoute, explicit, $0))
        }
        popover = PopoverJSON(explicit)
        payload = JSON(payload: screen.payload)
        properties = explicit.texts
    }
}

/// A screen of a stack as JSON, with its `parent`: the screen below it.
package struct StackedScreenJSON: Encodable {
    private let screen: ScreenJSON
    private let parent: String?

    private enum CodingKeys: CodingKey { case parent }

    /// Returns the screens of a stack, bottom to top.
    static func list(_ stack: [Screen]) -> [StackedScreenJSON] {
        zip(stack, [nil] + stack.map(\.id.rawValue)).map { screen, parent in
            StackedScreenJSON(screen: ScreenJSON(screen), parent: parent)
        }
    }

    /// Encodes the parent among the members of the screen.
    package func encode(to encoder: any Encoder) throws {
        try screen.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(parent, forKey: .parent)
    }
}

/// The source of a popover as JSON.
struct PopoverJSON: Encodable {
    private let source: String

    /// Takes the properties of a screen or modal; `nil` if it is no popover.
    init?(_ properties: Properties) {
        guard let source = properties.explicitText(.popoverSource) else { return nil }
        self.source = source
    }
}

extension JSON {
    /// Returns the effective value of a property, by its type: a truth value, a number or a text;
    /// `null` for none.
    package static func typed(
        _ property: Property, _ properties: Properties, _ parts: String...
    ) -> JSON {
        let name = parts.first.map { property.name($0) }
        return typed(properties.text(property, name), property.type)
    }

    /// Returns the effective value of a property of a bar.
    package static func typed(_ property: Property, _ bar: BarProperties) -> JSON {
        typed(bar.text(property), property.type)
    }

    private static func typed(_ text: String?, _ form: PropertyType) -> JSON {
        guard let text else { return .null }
        return switch form {
        case .flag: .bool(text == "true")
        case .integer: Int64(text).map(JSON.integer) ?? .null
        case .number: Double(text).map(JSON.number) ?? .null
        case .text, .message, .choice, .color, .list, .offset, .insets: .string(text)
        }
    }
}
