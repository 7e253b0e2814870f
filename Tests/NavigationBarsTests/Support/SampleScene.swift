import NavigationModel

@testable import NavigationBars

/// A scene that tests change before they look at it.
struct SampleScene {
    /// A screen to change.
    struct SampleScreen {
        var id: ScreenID
        var title: String?
        var properties: Properties = [:]

        var screen: Screen {
            Screen(id: id, route: "app://\(id)", title: title, properties: properties)
        }
    }

    /// A tab to change.
    struct SampleTab {
        var id: TabID
        var title: String
        var badge: String?
        var properties: Properties = [:]
        var stack: [SampleScreen] = []
    }

    /// A modal to change.
    struct SampleModal {
        var id: ModalID
        var kind: ModalKind = .simple
        var title: String?
        var properties: Properties = [:]
        var stack: [SampleScreen] = []
    }

    /// A bar by itself, to change.
    struct SampleBar {
        var id: StandaloneBarID
        var properties: Properties = [:]
        var items: [SampleScreen] = []
    }

    var selected: TabID?
    var tabs: [SampleTab] = []
    var modals: [SampleModal] = []
    var bars: Properties = [:]
    var standaloneBars: [SampleBar] = []

    /// The scene as it is now.
    var scene: Scene {
        Scene(
            selectedTab: selected ?? tabs.first?.id,
            tabs: tabs.map { tab in
                Tab(
                    id: tab.id, title: tab.title, icon: "star", badge: tab.badge,
                    properties: tab.properties, stack: tab.stack.map(\.screen))
            },
            modals: modals.map { modal in
                Modal(
                    id: modal.id, route: "app://\(modal.id)", kind: modal.kind, title: modal.title,
                    properties: modal.properties, stack: modal.stack.map(\.screen))
            },
            bars: Dictionary(
                uniqueKeysWithValues: bars.values.map {
                    (BarKey(unchecked: $0.key.rawValue), $0.value)
                }),
            standaloneBars: standaloneBars.map { bar in
                StandaloneBar(
                    id: bar.id, properties: bar.properties, items: bar.items.map(\.screen))
            })
    }

    /// Changes the screen with an id, on whatever stack it is.
    mutating func change(_ id: ScreenID, _ change: (inout SampleScreen) -> Void) {
        func apply(_ stack: inout [SampleScreen]) {
            for index in stack.indices where stack[index].id == id { change(&stack[index]) }
        }
        for index in tabs.indices { apply(&tabs[index].stack) }
        for index in modals.indices { apply(&modals[index].stack) }
        for index in standaloneBars.indices { apply(&standaloneBars[index].items) }
    }

    /// Changes the tab with an id.
    mutating func change(_ id: TabID, _ change: (inout SampleTab) -> Void) {
        for index in tabs.indices where tabs[index].id == id { change(&tabs[index]) }
    }

    /// The sample with something else about it.
    func with(_ change: (inout SampleScene) -> Void) -> SampleScene {
        var changed = self
        change(&changed)
        return changed
    }

    /// Says what a fix says.
    mutating func apply(_ fix: Fix) {
        let name = PropertyName(unchecked: fix.name)
        switch (fix.item, fix.name) {
        case (.scene, _): bars[name] = fix.value
        case (.tab(let id), "title"): change(id) { $0.title = fix.value ?? "" }
        case (.tab(let id), "badge"): change(id) { $0.badge = fix.value }
        case (.tab(let id), _): change(id) { $0.properties[name] = fix.value }
        case (.screen(let id), "title"): change(id) { $0.title = fix.value }
        case (.screen(let id), _): change(id) { $0.properties[name] = fix.value }
        case (.modal(let id), _):
            for index in modals.indices where modals[index].id == id {
                modals[index].properties[name] = fix.value
            }
        case (.bar(let id), _):
            for index in standaloneBars.indices where standaloneBars[index].id == id {
                standaloneBars[index].properties[name] = fix.value
            }
        }
    }
}

extension SampleScene {
    /// An app that follows every guideline, and says a lot about itself: whatever a check needs to
    /// know is there, and is as it should be.
    static let good = SampleScene(
        selected: "mail",
        tabs: [
            SampleTab(
                id: "mail", title: "Mail", badge: "3",
                properties: [
                    "accessibilityValue": "{badge} unread messages", "purpose": "view",
                    "features": "read,write",
                ],
                stack: [
                    SampleScreen(
                        id: "mailboxes", title: "Mailboxes",
                        properties: [
                            "area": "mail", "rows": "inbox,drafts,sent,junk,archive,trash",
                            "rows.inbox.title": "Inbox", "rows.inbox.pushes": "app://inbox",
                            "rows.inbox.accessory": "disclosureIndicator", "content": "messages",
                            "content.view": "by mailbox",
                        ]),
                    SampleScreen(
                        id: "inbox", title: "Inbox",
                        properties: ["right": "edit", "right.edit.title": "Edit", "area": "mail"]),
                ]),
            SampleTab(
                id: "calendar", title: "Calendar",
                properties: ["purpose": "view", "features": "plan,invite"],
                stack: [SampleScreen(id: "month", title: "November")]),
            SampleTab(
                id: "search", title: "Search",
                properties: ["purpose": "mode", "features": "find,filter"],
                stack: [
                    SampleScreen(
                        id: "find", title: "Find",
                        properties: ["content": "messages", "content.view": "by date"])
                ]),
        ],
        modals: [
            SampleModal(
                id: "event", title: "New Event",
                properties: ["hasInput": "true", "isSelfContained": "true"])
        ],
        standaloneBars: [
            SampleBar(
                id: "help", properties: ["navigationBar.delegate": "app"],
                items: [SampleScreen(id: "topics", title: "Topics")])
        ])
}
