import NavigationModel
import Testing

@Suite("Differences between two scenes")
struct SceneDifferenceTests {
    private let root = Screen(id: "r", route: "mail")
    private let seven = Screen(id: "s7", route: "mail/7", title: "Hello")
    private let eight = Screen(id: "s8", route: "mail/8")

    private func scene(
        _ stack: [Screen], selected: TabID = "inbox", badge: String? = nil, title: String = "Inbox",
        tabs: [TabID] = ["inbox", "search"], modals: [Modal] = [], bars: [BarKey: String] = [:],
        standaloneBars: [StandaloneBar] = []
    ) -> Scene {
        Scene(
            selectedTab: selected,
            tabs: tabs.map { id in
                id == "inbox"
                    ? Tab(id: id, title: title, badge: badge, stack: stack)
                    : Tab(id: id, title: id.rawValue)
            }, modals: modals, bars: bars, standaloneBars: standaloneBars)
    }

    @Test("Equal scenes have none, unequal ones always some")
    func equality() {
        let modal = Modal(id: "m", route: "ask", stack: [eight])
        let scenes = [
            scene([root]), scene([root, seven]), scene([root, eight]), scene([root, eight, seven]),
            scene([root, seven, eight]), scene([root], selected: "search"),
            scene([root], badge: ""), scene([root], badge: "3"), scene([root], title: "In"),
            scene([root], tabs: ["inbox"]), scene([root], tabs: ["search", "inbox"]),
            scene([root], modals: [modal]), scene([root], bars: ["app.tint": "blue"]),
            scene([root], modals: [Modal(id: "m", route: "ask", kind: .multiStep)]),
            scene([Screen(id: "r", route: "mail", payload: [1])]),
            scene([Screen(id: "r", route: "mail", properties: ["prompt": "Today"])]),
            scene([Screen(id: "r", route: "mail", properties: ["prompt": "Now"])]),
            scene([root], modals: [Modal(id: "m", route: "ask", properties: ["step": "2"])]),
            scene([root], standaloneBars: [StandaloneBar(id: "tools")]),
            scene([root], standaloneBars: [StandaloneBar(id: "tools", items: [eight])]),
            scene(
                [root], standaloneBars: [StandaloneBar(id: "tools", properties: ["kind": "tabBar"])]
            ),
        ]
        for (index, former) in scenes.enumerated() {
            for (other, later) in scenes.enumerated() {
                #expect(
                    former.differences(to: later).isEmpty == (index == other), "\(index) \(other)")
            }
        }
    }

    @Test("Pushes and pops name the screen and the stack, pops from the top")
    func stacks() {
        let changes = scene([root, seven, eight]).differences(
            to: scene([root, Screen(id: "s9", route: "mail/9")]))
        #expect(
            changes == [
                .screenRemoved(eight, from: "inbox"), .screenRemoved(seven, from: "inbox"),
                .screenAdded(Screen(id: "s9", route: "mail/9"), to: "inbox"),
            ])
        #expect(
            scene([root, seven, eight]).differences(to: scene([root, eight, seven]))
                == [.screensReordered([root, eight, seven], in: "inbox")])
    }

    @Test("An added or removed tab is reported, its order only if it changed for the others")
    func tabs() {
        let both = scene([root])
        let one = scene([root], tabs: ["inbox"])
        #expect(both.differences(to: one) == [.tabRemoved(Tab(id: "search", title: "search"))])
        #expect(one.differences(to: both) == [.tabAdded(Tab(id: "search", title: "search"))])
        #expect(
            both.differences(to: scene([root], tabs: ["search", "inbox"]))
                == [.tabsReordered(["search", "inbox"])])
        #expect(
            both.differences(to: scene([root], selected: "search", badge: "3", title: "In"))
                == [
                    .tabChanged("inbox", .title, from: "Inbox", to: "In"),
                    .tabChanged("inbox", .badge, from: nil, to: "3"),
                    .selection(from: "inbox", to: "search"),
                ])
    }

    @Test("Properties are reported by their names, standalone bars with their items")
    func propertiesAndBars() {
        let tools = StandaloneBar(id: "tools", properties: ["kind": "tabBar"], items: [eight])
        let explicit = Screen(id: "r", route: "mail", properties: ["prompt": "Now", "app.x": "1"])
        #expect(
            scene([root]).differences(to: scene([explicit], standaloneBars: [tools]))
                == [
                    .screenChanged(explicit, in: "inbox", .property("app.x"), from: nil, to: "1"),
                    .screenChanged(
                        explicit, in: "inbox", .property("prompt"), from: nil, to: "Now"),
                    .barAdded(tools), .screenAdded(eight, to: .bar("tools")),
                ])
        #expect(
            scene([], standaloneBars: [tools])
                .differences(to: scene([], standaloneBars: [StandaloneBar(id: "tools")]))
                == [
                    .barChanged("tools", .property("kind"), from: "tabBar", to: nil),
                    .screenRemoved(eight, from: .bar("tools")),
                ])
        #expect(
            scene([], standaloneBars: [tools]).differences(to: scene([])) == [.barRemoved(tools)])
    }

    @Test("Modals are reported with the screens of their stacks")
    func modals() {
        let empty = Modal(id: "m", route: "ask")
        let filled = Modal(id: "m", route: "ask", stack: [eight])
        #expect(
            scene([]).differences(to: scene([], modals: [filled]))
                == [.modalPresented(filled), .screenAdded(eight, to: .modal("m"))])
        #expect(
            scene([], modals: [filled]).differences(to: scene([], modals: [empty]))
                == [.screenRemoved(eight, from: .modal("m"))])
        #expect(
            scene([], modals: [filled]).differences(to: scene([])) == [.modalClosed(filled)])
    }
}
