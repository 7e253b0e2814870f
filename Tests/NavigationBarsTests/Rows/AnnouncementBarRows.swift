import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Announcements of navigation bars")
struct AnnouncementBarRows {
    private let general = Screen(id: "general", route: "s://general", title: "General")
    private let keyboard = Screen(
        id: "keyboard", route: "s://keyboard", title: "Keyboard",
        properties: [
            "right": "edit", "right.edit.title": "Edit", "title@ko": "키보드",
            "right.edit.title@ko": "편집", "title@ar": "لوحة المفاتيح",
        ])

    /// A scene whose tab has a stack; over it modals.
    private func scene(_ stack: [Screen], modals: [Modal] = []) -> Scene {
        Scene(
            selectedTab: "settings",
            tabs: [Tab(id: "settings", title: "Settings", stack: stack)], modals: modals)
    }

    private func layout(_ scene: Scene, in language: String = "en") throws -> BarLayout {
        let locale = try #require(LanguageTag(language))
        return BarLayout(scene, on: TestDevice.phone.with { $0.locale = locale })
    }

    private func order(_ scene: Scene, in language: String = "en") throws -> ReadingOrder {
        ReadingOrder(try layout(scene, in: language))
    }

    @Test("N-64: a bar that nothing was set up for is spoken, each of its elements")
    func bare() throws {
        #expect(DescribedRow("N-64")["setup"] == "none")
        let plain = Screen(id: "keyboard", route: "r", title: "Keyboard")
        let order = try order(scene([general, plain]))
        let bar = order.elements.filter { $0.id.hasPrefix("navigationBar.") }
        #expect(bar.map(\.role) == [.backButton, .heading])
        #expect(bar.allSatisfy { !$0.strings.isEmpty })
    }

    @Test("N-65: the trait of a bar is that people can touch it")
    func trait() throws {
        let bar = try #require(try layout(scene([general])).navigationBar)
        #expect(bar.accessibility.traits.map(\.rawValue) == [DescribedRow("N-65")["trait"]])
        #expect(bar.accessibility.role == .navigationBar)
        let read = try LayoutJSON(of: try layout(scene([general])))
        #expect(
            read["navigationBar.accessibility.traits"]
                == .list([.text(DescribedRow("N-65")["trait"])]))
    }

    @Test("N-66: a push and a pop are announced as the new title, then the name of the left item")
    func newView() throws {
        #expect(DescribedRow("N-66")["order"] == "title, left")
        let (below, above) = (scene([general]), scene([general, keyboard]))
        #expect(
            Announcement.strings(from: below, to: above, on: TestDevice.phone)
                == ["Keyboard", "General"])
        #expect(
            Announcement.strings(from: above, to: below, on: TestDevice.phone) == ["General"])
        let menu = Screen(
            id: "menu", route: "r", title: "Start",
            properties: ["left": "menu", "left.menu.title": "Menu"])
        #expect(
            Announcement.strings(from: above, to: scene([menu]), on: TestDevice.phone)
                == ["Start", "Menu"])
        let untitled = Screen(id: "u", route: "r")
        #expect(
            Announcement.strings(
                from: below, to: scene([untitled, keyboard]), on: TestDevice.phone)
                == ["Keyboard", "Back"])
    }

    @Test("N-67: the way back is spoken with its name and that it is one")
    func back() throws {
        let row = DescribedRow("N-67")
        let stop = try order(scene([general, keyboard]))["navigationBar.back"]
        #expect(stop?.strings == [row["spoken"]])
        #expect(row["spoken"].hasPrefix(row["name"] + " "))
    }

    @Test("N-68: a title is spoken with its name and that it is a heading")
    func heading() throws {
        let row = DescribedRow("N-68")
        let stop = try order(scene([general, keyboard]))["navigationBar.title"]
        #expect(stop?.strings == [row["spoken"]])
        #expect(stop?.role == .heading)
        let heading = try layout(scene([general, keyboard])).navigationBar?.heading
        #expect(heading?.traits == [.header])
        #expect(row["name"] == keyboard.title)
    }

    @Test("N-69: a button is spoken with its name and that it is one")
    func button() throws {
        let row = DescribedRow("N-69")
        let stop = try order(scene([general, keyboard]))["navigationBar.right.edit"]
        #expect(stop?.strings == [row["spoken"]])
        let own = Screen(
            id: "own", route: "r", title: "Own",
            properties: [
                "right": "edit", "right.edit.image": "pencil",
                "right.edit.accessibilityLabel": row["name"], "right.edit.isEnabled": "false",
            ])
        #expect(
            try order(scene([own]))["navigationBar.right.edit"]?.strings
                == [row["spoken"], "dimmed"])
    }

    @Test(
        "Bars are spoken in each language as it puts words together",
        arguments: [
            ("en", "Keyboard heading", "General back button", "Edit button"),
            ("ko", "키보드 제목", "General 뒤로 버튼", "편집 버튼"),
            ("ar", "لوحة المفاتيح عنوان", "General زر الرجوع", "Edit زر"),
            ("de", "Keyboard Überschrift", "General Zurück-Taste", "Edit Taste"),
            ("ja", "Keyboard 見出し", "General 戻るボタン", "Edit ボタン"),
        ])
    func languages(language: String, heading: String, back: String, button: String) throws {
        let order = try order(scene([general, keyboard]), in: language)
        #expect(order["navigationBar.title"]?.strings == [heading])
        #expect(order["navigationBar.back"]?.strings == [back])
        #expect(order["navigationBar.right.edit"]?.strings == [button])
    }

    @Test(
        "The back button to a screen without a title is announced once, in each language",
        arguments: [
            ("en", "back button"), ("ko", "뒤로 버튼"), ("ar", "زر الرجوع"), ("de", "Zurück-Taste"),
            ("ja", "戻るボタン"),
        ])
    func untitled(language: String, back: String) throws {
        let untitled = Screen(id: "untitled", route: "r")
        let order = try order(scene([untitled, keyboard]), in: language)
        #expect(order["navigationBar.back"]?.strings == [back])
    }

    @Test("Texts too long to be drawn are spoken whole: prompt, title, back, segments, step")
    func whole() throws {
        let long = "Choose whom you want to share all of these photographs with, at once"
        let back = Screen(id: "back", route: "r", title: long)
        let top = Screen(id: "top", route: "r", title: long, properties: ["prompt": long])
        let layout = try layout(scene([back, top]))
        let bar = try #require(layout.navigationBar)
        #expect(bar.prompt?.text.hasSuffix("…") == true && bar.title?.text.hasSuffix("…") == true)
        let order = ReadingOrder(layout)
        #expect(order["navigationBar.prompt"]?.strings == [long])
        #expect(order["navigationBar.title"]?.strings == ["\(long) heading"])
        #expect(order["navigationBar.back"]?.strings == ["\(long) back button"])
        #expect(try SVGDocument(of: layout)["screen.title"].text == long)

        let names = (0..<8).map { "Segment number \($0)" }
        let control = Screen(
            id: "control", route: "r",
            properties: [
                "titleView": "segmentedControl",
                "titleView.segments": names.joined(separator: ","),
            ])
        let segmented = try self.layout(scene([control]))
        let drawn = try #require(segmented.navigationBar?.segmentedControl).segments
        #expect(drawn.contains { $0.label.text.hasSuffix("…") })
        let svg = try SVGDocument(of: segmented)
        for (index, name) in names.enumerated() {
            let id = "navigationBar.segments.\(index)"
            #expect(ReadingOrder(segmented)[id]?.strings.last?.hasPrefix("\(name) button") == true)
            #expect(try svg[id]["aria-label"] == name)
        }
        let narrow = TestDevice.phone.with { $0.size.width = 40 }
        let modal = Modal(
            id: "m", route: "r", kind: .multiStep, title: "M",
            properties: ["step": "2", "steps": "3"])
        let steps = ReadingOrder(BarLayout(scene([general], modals: [modal]), on: narrow))
        #expect(steps["modal.step"]?.strings == ["Step 2 of 3"])
    }

    @Test("N-97: an element's accessibility identifier is with it, and is never spoken")
    func identifiers() throws {
        let layout = try identified()
        let read = try LayoutJSON(of: layout)
        for (path, identifier) in [
            ("tabBar.items.0", "tab-id"), ("navigationBar", "top-id"),
            ("navigationBar.right.0", "edit-id"), ("modal", "modal-id"),
            ("standaloneBars.0.navigationBar", "bar-id"),
        ] {
            #expect(read["\(path).accessibility.identifier"] == .text(identifier), "\(path)")
        }
        // Nobody else is known by what the tab or the modal is known by.
        #expect(read["modal.navigationBar.accessibility.identifier"] == nil)
        #expect(!ReadingOrder(layout).strings.contains { $0.contains("-id") })
    }

    @Test(
        "N-97: an element's accessibility identifier is its id in the picture, which keeps the layout's"
    )
    func drawnIdentifiers() throws {
        #expect(DescribedRow("N-97")["protocol"] == "UIAccessibilityIdentification")
        let svg = try SVGDocument(of: try identified())
        for (identifier, id, role) in [
            ("tab-id", "tab.settings", "tab"), ("top-id", "navigationBar", "navigation"),
            ("edit-id", "navigationBar.right.edit", "button"), ("modal-id", "modal", "dialog"),
            ("bar-id", "bar.own", "navigation"),
        ] {
            let element = try svg[identifier]
            #expect(element["role"] == role, "\(identifier)")
            #expect(element["data-element"] == id && element["data-testid"] == identifier)
            #expect(!svg.has(id), "\(id)")
        }
        // Without one the layout's own id stands.
        let plain = try SVGDocument(of: try layout(scene([general, keyboard])))
        #expect(plain.has("tab.settings") && plain.has("navigationBar.right.edit"))
        #expect(!plain.elements.contains { $0["data-element"] != nil })
    }

    @Test(
        "N-97: no id stands twice, whatever tests know elements by",
        arguments: ["same", "tabBar", "navigationBar.title", "tab.b", "screen", "a b", "\u{202e}x"])
    func uniqueIdentifiers(identifier: String) throws {
        let name = PropertyName(unchecked: DescribedRow("N-97")["property"])
        let tabs = ["a", "b", "c"].map { id in
            Tab(
                id: TabID(unchecked: id), title: id, properties: [name: identifier],
                stack: [general])
        }
        let svg = try SVGDocument(of: try layout(Scene(selectedTab: "a", tabs: tabs)))
        let known = svg.elements.filter { $0["data-testid"] != nil }
        #expect(known.count == tabs.count)
        let isPlain = identifier == "same"
        #expect(known.count { $0["data-element"] != nil } == (isPlain ? 1 : 0))
        #expect(known.last?.id == "tab.c")
        #expect(svg.has("tab.a") == !isPlain)
    }

    /// A scene whose elements tests know by identifiers of their own.
    private func identified() throws -> BarLayout {
        let name = PropertyName(unchecked: DescribedRow("N-97")["property"])
        let screen = Screen(
            id: "s", route: "r", title: "S",
            properties: [
                "right": "edit", "right.edit.title": "Edit",
                Property.buttonAccessibilityIdentifier.name("right", "edit"): "edit-id",
            ])
        let tab = Tab(
            id: "settings", title: "Settings",
            properties: [name: "tab-id", "navigationBar.accessibilityIdentifier": "top-id"],
            stack: [screen])
        let scene = Scene(
            selectedTab: "settings", tabs: [tab],
            modals: [Modal(id: "m", route: "r", title: "M", properties: [name: "modal-id"])],
            standaloneBars: [
                StandaloneBar(id: "own", properties: [name: "bar-id"], items: [screen])
            ])
        return try layout(scene)
    }

    @Test("N-98: an item has a large title and a large symbol, its own or those that it shows")
    func largeContent() throws {
        let names = DescribedRow("N-98")["properties"].split(separator: ",").map { name in
            PropertyName(unchecked: String(name.drop { $0 == " " }))
        }
        let (title, image) = (try #require(names.first), try #require(names.last))
        func element(_ properties: Properties, in language: String = "en") throws
            -> AccessibilityElement
        {
            let tab = Tab(
                id: "a", title: "Mail", icon: "envelope", properties: properties,
                stack: [general])
            let other = Tab(id: "b", title: "B")
            let layout = try layout(
                Scene(selectedTab: "b", tabs: [tab, other]), in: language)
            return try #require(layout.tabBar?.items.first?.accessibility)
        }
        let shown = try element([:])
        #expect(shown.largeContentTitle == "Mail" && shown.largeContentImage == "envelope")
        let own: Properties = [
            title: "All mail", image: "tray", title.language("de"): "Alle Post",
        ]
        let large = try element(own)
        #expect(large.largeContentTitle == "All mail" && large.largeContentImage == "tray")
        #expect(try element(own, in: "de").largeContentTitle == "Alle Post")
        // So have a bar with a title, its way back and its buttons.
        let read = try LayoutJSON(of: try layout(scene([general, keyboard])))
        for (path, words) in [("", "Keyboard"), (".back", "General"), (".right.0", "Edit")] {
            let large = read["navigationBar\(path).accessibility.largeContentTitle"]
            #expect(large == .text(words), "\(path)")
        }
        #expect(
            read["navigationBar.back.accessibility.largeContentImage"]
                == read["navigationBar.back.indicator.symbol"])
    }

    @Test("N-101: the focus goes through all that can be used, in reading order, and round again")
    func focus() throws {
        #expect(DescribedRow("N-101")["protocols"].contains("UIFocusEnvironment"))
        let scene = scene([general, keyboard])
        let order = try order(scene)
        var places: [String] = []
        var place = order.focus(after: nil)
        for _ in 0..<4 {
            places.append(try #require(place))
            place = order.focus(after: place)
        }
        #expect(
            places == [
                "navigationBar.back", "navigationBar.right.edit", "tab.settings",
                "navigationBar.back",
            ])
        // The layout marks what has it.
        for id in places.dropLast() {
            let layout = BarLayout(scene, on: TestDevice.phone.with { $0.focused = id })
            #expect((layout.navigationBar?.back?.isFocused == true) == (id == places[0]))
            #expect(layout.navigationBar?.right.first?.isFocused == (id == places[1]))
            #expect(layout.tabBar?.items.first?.isFocused == (id == places[2]))
        }
        #expect(order.focus(after: "gone") == places[0])
        #expect(try self.order(.empty).focus(after: nil) == nil)
    }
}
