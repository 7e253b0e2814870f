import NavigationModel

@testable import NavigationBars

/// The app of `Config/scenes/mail.yaml` in states to draw: five tabs with badges, one of them
/// disabled; in the first a list, and a message above it.
enum MailScene {
    /// The depth of the first tab's stack.
    enum Depth: Int {
        /// The list.
        case list = 1
        /// A message above it.
        case message
    }

    private static let app: Scene = {
        do {
            return try SceneSamples.app("mail")
        } catch {
            preconditionFailure("the scene file of the mail app can't be read: \(error)")
        }
    }()

    /// The app, so deep in its first tab, with bars that look as `bars` has it and a top screen
    /// that has the properties `screen` too; without `hasRows` it has none but its title. `more`
    /// tabs are one too many, or two.
    static func scene(
        _ depth: Depth = .list, bars: [BarKey: String] = [:], modals: [Modal] = [],
        hasRows: Bool = true, screen: Properties = [:], tabs more: Int = 0,
        standaloneBars: [StandaloneBar] = []
    ) -> Scene {
        var tabs = app.tabs
        let inbox = tabs[0]
        var stack = Array(inbox.stack.prefix(depth.rawValue))
        let top = stack.removeLast()
        let titled = hasRows ? top.properties : titles(of: top.properties)
        stack.append(
            Screen(
                id: top.id, route: top.route, title: top.title,
                properties: titled.merging(screen)))
        tabs[0] = Tab(
            id: inbox.id, title: inbox.title, icon: inbox.icon, badge: inbox.badge,
            properties: inbox.properties, stack: stack)
        tabs += [
            Tab(id: "contacts", title: "Contacts", icon: "person", badge: "2"),
            Tab(id: "trash", title: "Trash", icon: "trash", badge: "11"),
        ].prefix(more)
        return Scene(
            selectedTab: "inbox", tabs: tabs, modals: modals, bars: bars,
            standaloneBars: standaloneBars)
    }

    private static func titles(of properties: Properties) -> Properties {
        Properties(properties.values.filter { $0.key.rawValue.hasPrefix("title@") })
    }
}

extension Properties {
    /// Returns the values of both; those of `others` where they differ.
    func merging(_ others: Properties) -> Properties {
        Properties(values.merging(others.values) { $1 })
    }
}
