import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Announcements of tab bars")
struct AnnouncementTabRows {
    /// A scene of five tabs, or of as many as there are titles; the first is selected.
    private func scene(
        _ titles: [String] = ["Home", "Inbox", "Calendar", "Search", "Settings"],
        badge: String? = nil, value: String? = nil, selected: TabID = "tab0",
        style: String = "tabBar"
    ) -> Scene {
        Scene(
            selectedTab: selected,
            tabs: titles.enumerated().map { index, title in
                Tab(
                    id: TabID(unchecked: "tab\(index)"), title: title, icon: "star",
                    badge: title == "Inbox" ? badge : nil,
                    properties: title == "Inbox"
                        ? Properties(["accessibilityValue": value ?? ""]) : [:],
                    stack: [
                        Screen(id: ScreenID(unchecked: "screen\(index)"), route: "r", title: title)
                    ])
            }, bars: ["tabBar.style": style])
    }

    private func order(_ scene: Scene, in language: String = "en") throws -> ReadingOrder {
        let locale = try #require(LanguageTag(language))
        return ReadingOrder(BarLayout(scene, on: TestDevice.phone.with { $0.locale = locale }))
    }

    @Test(
        "T-64: a tab is spoken as its label, that it is a tab, and which of how many",
        arguments: [
            "tabBar", "bottomNavigation",
        ])
    func position(style: String) throws {
        let row = DescribedRow("T-64")
        let order = try order(scene(style: style))
        let home = try #require(order["tab.tab0"])
        #expect(home.strings == [LocalizedString.selected.text(in: .english), row["spoken"]])
        #expect(home.role == .tab)
        let last = try #require(order["tab.tab4"])
        let total = Int(row.number("total"))
        #expect(last.strings == ["Settings, tab, \(total) of \(total)"])
        // The slots in sight are counted: with seven tabs the last is More.
        let many = try self.order(scene(["Home", "B", "C", "D", "E", "F", "G"], style: style))
        #expect(many["tab.tab0"]?.strings.last == row["spoken"])
        #expect(many["more"]?.strings == ["More, tab, \(total) of \(total)"])
        #expect(many["tab.tab4"] == nil)
    }

    @Test(
        "T-65: a tab with a badge is spoken with it, and without its place",
        arguments: [
            "tabBar", "bottomNavigation",
        ])
    func badge(style: String) throws {
        let row = DescribedRow("T-65")
        let inbox = try order(scene(badge: row["badge"], style: style))["tab.tab1"]
        #expect(inbox?.strings == [row["spoken"]])
        let dot = try order(scene(badge: "", style: style))["tab.tab1"]
        #expect(dot?.strings == ["\(row["label"]), new, tab"])
    }

    @Test("M-33: the value of the example is spoken word for word, in place of the badge")
    func value() throws {
        let row = DescribedRow("M-33")
        let badged = scene(badge: "10", value: row["value"], style: "bottomNavigation")
        #expect(try order(badged)["tab.tab1"]?.strings == ["Inbox, \(row["value"]), tab"])
        let change = Announcement.strings(
            from: scene(badge: "9", value: "9 unread emails", style: "bottomNavigation"),
            to: badged, on: TestDevice.phone)
        #expect(change == ["Inbox, \(row["value"]), tab"])
    }

    @Test("M-32: a value that is set is spoken instead of the badge, without one the badge is")
    func valueBesideBadge() throws {
        let property = DescribedRow("M-32")["property"]
        #expect(property == Property.accessibilityValue.pattern)
        #expect(try order(scene(badge: "4"))["tab.tab1"]?.strings == ["Inbox, 4, tab"])
        let reported = try order(scene(badge: "4", value: "four letters"))["tab.tab1"]
        #expect(reported?.strings == ["Inbox, four letters, tab"])
    }

    @Test("M-29, M-30: the spoken label of a tab is its title; a label of its own is refused")
    func label() throws {
        let row = DescribedRow("M-30")
        let name = PropertyName(unchecked: row["property"])
        #expect(throws: PropertySchema.PropertyError.self) {
            try PropertySchema.check(name, "Post", of: .tab)
        }
        // One that arrives all the same is not spoken.
        let tab = Tab(
            id: "tab", title: "Mail", properties: [name: "Post"],
            stack: [Screen(id: "s", route: "r", title: "Mail")])
        let layout = BarLayout(
            Scene(selectedTab: "tab", tabs: [tab]), on: TestDevice.phone)
        #expect(layout.tabBar?.items.first?.accessibility.label == "Mail")
        #expect(DescribedRow("M-29")["label"] == "title")
    }

    @Test("T-62, T-63: the bar is a tab bar, and a tab a button that is selected or not")
    func roles() throws {
        let layout = BarLayout(scene(), on: TestDevice.phone)
        let bar = try #require(layout.tabBar)
        #expect(bar.accessibility.role.rawValue == DescribedRow("T-62")["role"])
        let row = DescribedRow("T-63")
        for (index, item) in bar.items.enumerated() {
            #expect(item.accessibility.role.rawValue == row["role"])
            let traits = item.accessibility.traits.map(\.rawValue).joined(separator: ", ")
            #expect(traits == (index == 0 ? row["traits"] : "button"))
        }
    }

    @Test(
        "T-59: More is spoken in the language of the device",
        arguments: [
            ("en", "More, tab, 5 of 5"), ("ko", "더 보기, 탭, 5개 중 5번째"),
            ("ar", "المزيد، علامة تبويب، 5 من 5"), ("de", "Mehr, Tab, 5 von 5"),
            ("ja", "その他、タブ、5個中5個目"), ("fr", "More, tab, 5 of 5"),
        ])
    func more(language: String, spoken: String) throws {
        let many = scene(["Home", "B", "C", "D", "E", "F"])
        #expect(try order(many, in: language)["more"]?.strings == [spoken])
        if language == "en" {
            #expect(spoken.hasPrefix(DescribedRow("T-59")["label"] + ","))
        }
    }

    @Test("Selecting a tab speaks it, with its place and that it is selected")
    func select() {
        let strings = Announcement.strings(
            from: scene(), to: scene(selected: "tab1"), on: TestDevice.phone)
        #expect(strings == ["selected", "Inbox, tab, 2 of 5"])
        let badged = Announcement.strings(
            from: scene(badge: "3"), to: scene(badge: "3", selected: "tab1"),
            on: TestDevice.phone)
        #expect(badged == ["selected", "Inbox, 3, tab"])
    }

    @Test("A tab behind More is known by its view, whose left item leads back to More")
    func selectBehindMore() {
        let titles = ["Home", "B", "C", "D", "E", "Far"]
        let strings = Announcement.strings(
            from: scene(titles), to: scene(titles, selected: "tab5"), on: TestDevice.phone)
        #expect(strings == ["Far", "More"])
    }

    @Test("A badge that is set, changed and cleared is announced as its tab; nothing else is")
    func badges() {
        func change(_ old: String?, _ new: String?) -> [String] {
            Announcement.strings(
                from: scene(badge: old), to: scene(badge: new), on: TestDevice.phone)
        }
        #expect(change(nil, "3") == ["Inbox, 3, tab"])
        #expect(change("3", "4") == ["Inbox, 4, tab"])
        #expect(change("4", nil) == ["Inbox, tab, 2 of 5"])
        #expect(change("4", "4").isEmpty)
    }

    @Test("Selecting the selected tab again is announced as a refresh")
    func refresh() {
        func home(_ count: Int) -> Scene {
            Scene(
                selectedTab: "home",
                tabs: [
                    Tab(
                        id: "home", title: "Home", refreshCount: count,
                        stack: [Screen(id: "s", route: "r", title: "Home")])
                ])
        }
        #expect(
            Announcement.strings(from: home(0), to: home(1), on: TestDevice.phone)
                == ["Home, refreshed"])
        #expect(Announcement.strings(from: home(1), to: home(1), on: TestDevice.phone).isEmpty)
    }

    @Test("A tab that can't be used is spoken as dimmed, and the focus passes over it")
    func disabled() throws {
        let scene = Scene(
            selectedTab: "a",
            tabs: [
                Tab(id: "a", title: "A"), Tab(id: "b", title: "B", isEnabled: false),
                Tab(id: "c", title: "C"),
            ])
        let order = try order(scene)
        #expect(order["tab.b"]?.strings == ["B, tab, 2 of 3", "dimmed"])
        #expect(order.focus(after: "tab.a") == "tab.c")
    }

    @Test("Titles that others wrote are spoken without controls and marks of direction")
    func hostile() throws {
        let order = try order(scene(SceneSamples.hostile))
        for string in order.strings {
            for scalar in string.unicodeScalars {
                #expect(scalar.value >= 0x20 && scalar != "\u{202e}" && scalar != "\u{7f}")
            }
        }
        let red = Scene(
            selectedTab: "a", tabs: [Tab(id: "a", title: "\u{1b}[31m\u{202e}{type}\n x")])
        #expect(try self.order(red)["tab.a"]?.strings.last == "[31m{type} x, tab, 1 of 1")
    }
}
