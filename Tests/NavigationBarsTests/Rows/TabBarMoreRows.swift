import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The tab bar: More, and what is spoken")
struct TabBarMoreRows {
    private var showingMore: DeviceTraits { TestDevice.phone.with { $0.isMoreShown = true } }

    @Test(
        "T-57: More is there with six items, and not with five",
        arguments: [
            "tabBar", "bottomNavigation",
        ])
    func threshold(style: String) throws {
        let row = DescribedRow("T-57")
        func bar(_ count: Double) throws -> TabBarLayout {
            try TabBarSample(Int(count), bars: ["tabBar.style": style]).bar()
        }
        #expect(try bar(row.number("without")).more == nil)
        #expect(try bar(row.number("with")).more != nil)
    }

    @Test("T-58: the icon of More is an ellipsis, selected or not")
    func icon() throws {
        let row = DescribedRow("T-58")
        var sample = TabBarSample(6)
        #expect(try sample.bar().items.last?.icon?.symbol == row["symbol"])
        sample.selected = "f"
        #expect(try sample.bar().items.last?.isSelected == true)
        #expect(try sample.bar().items.last?.icon?.symbol == row["symbol"])
        let circles = try sample.svg().elements(in: "more.icon").filter { $0.name == "circle" }
        #expect(Double(circles.count) == row.number("dots"))
    }

    @Test(
        "T-59: the label of More is the word for it in the device's language",
        arguments: [
            ("en", nil), ("en-GB", nil), ("ko", "더 보기"), ("de", "Mehr"), ("ja", "その他"),
            ("ar", "المزيد"), ("fi", nil),
        ])
    func label(language: String, word: String?) throws {
        let row = DescribedRow("T-59")
        let locale = try #require(LanguageTag(language))
        let traits = TestDevice.phone.with { $0.locale = locale }
        let bar = try TabBarSample(6).bar(on: traits)
        let more = try #require(bar.items.first { $0.id == "more" })
        #expect(more.label?.text == word ?? row["label"])
        #expect(more.accessibility.label == word ?? row["label"])
        #expect(try TabBarSample(6).svg(on: traits)["more.label"].text == word ?? row["label"])
    }

    @Test("T-60: the screen of More lists the tabs without a slot")
    func list() throws {
        let row = DescribedRow("T-60")
        let sample = TabBarSample(Int(row.number("count")))
        let more = try #require(try sample.bar().more)
        #expect(more.items == ["e", "f"])
        #expect(Double(more.items.count) == row.number("remaining"))
        #expect(more.rows.isEmpty)

        let layout = BarLayout(sample.scene, on: showingMore)
        let shown = try #require(layout.tabBar?.more)
        #expect(shown.items == more.items)
        #expect(shown.rows.map(\.label.text) == ["Tab 5", "Tab 6"])
        #expect(shown.rows.map(\.id) == ["e", "f"])
        #expect(layout.content.placeholder == nil)
        var top = layout.content.frame.y
        for row in shown.rows {
            #expect(row.frame.y == top && row.frame.width == TestDevice.phone.size.width)
            #expect(row.icon?.symbol == "house")
            #expect(row.disclosure?.isMirrored == false)
            #expect(row.accessibility.role == .row)
            top = row.frame.maxY
        }
        let slots = try #require(layout.tabBar?.items)
        #expect(Double(slots.count) == row.number("slots"))
        #expect(slots.filter(\.isSelected).map(\.id) == ["more"])
        // With all tabs in the bar there is no such screen.
        #expect(BarLayout(TabBarSample(5).scene, on: showingMore).tabBar?.more == nil)
    }

    @Test("T-61: the list of More is edited by a button: all tabs, in the order of the bar")
    func editing() throws {
        let row = DescribedRow("T-61")
        #expect(row["event"] == "moveTab")
        let sample = badged("13", "1")
        let shown = BarLayout(sample.scene, on: showingMore)
        let id = "navigationBar.right.edit"
        #expect(ReadingOrder(shown)[id]?.strings == ["Edit button"])
        let edited = BarLayout(sample.scene, on: showingMore.with { $0.isMoreEdited = true })
        #expect(ReadingOrder(edited)[id]?.strings == ["Done button"])
        let rows = try #require(edited.tabBar?.more?.rows)
        #expect(rows.map(\.id) == sample.tabs.map(\.id.rawValue))
        #expect(rows.allSatisfy { $0.disclosure?.symbol == "line.3.horizontal" })
        #expect(rows.map { $0.badge?.label?.text } == [nil, nil, nil, nil, "13", "1"])
        let order = ReadingOrder(edited)
        #expect(order["tabBar.more.row.a"]?.strings == ["Tab 1 button, 1 of 6"])
        #expect(order["tabBar.more.row.e"]?.strings == ["Tab 5 button, 13 letters, 5 of 6"])
        // Nothing to edit where all tabs have room, or the list is not shown.
        let other = BarLayout(sample.scene, on: TestDevice.phone.with { $0.isMoreEdited = true })
        #expect(ReadingOrder(other)[id] == nil && other.tabBar?.more?.rows.isEmpty == true)
    }

    @Test("The first screen of a tab behind More leads back to More, the others to the one before")
    func wayBack() throws {
        func layout(_ selected: TabID, depth: Int, on device: DeviceTraits) -> BarLayout {
            var sample = TabBarSample(6)
            sample.selected = selected
            for (index, tab) in sample.tabs.enumerated() {
                let stack = (1...depth).map { level in
                    Screen(
                        id: ScreenID(unchecked: "\(tab.id)\(level)"), route: "r",
                        title: "Level \(level)")
                }
                sample.tabs[index] = Tab(id: tab.id, title: tab.title, stack: stack)
            }
            return BarLayout(sample.scene, on: device)
        }
        let german = TestDevice.phone.with { $0.locale = LanguageTag("de") ?? .english }
        let back = try #require(layout("f", depth: 1, on: german).navigationBar?.back)
        #expect(back.label?.text == "Mehr")
        #expect(back.accessibility.label == "Mehr")
        #expect(layout("f", depth: 1, on: german).navigationBar?.title?.text == "Level 1")
        #expect(
            layout("f", depth: 2, on: german).navigationBar?.back?.accessibility.label == "Level 1")
        #expect(layout("a", depth: 1, on: german).navigationBar?.back == nil)
        // A tab without screens has no bar, and none is made up for it.
        var empty = TabBarSample(6)
        empty.selected = "f"
        #expect(BarLayout(empty.scene, on: german).navigationBar == nil)
        // The list itself is the first screen there.
        #expect(
            layout("f", depth: 1, on: showingMore).navigationBar?.title?.text == "More")
        #expect(layout("f", depth: 1, on: showingMore).navigationBar?.back == nil)
    }

    /// Seven tabs, of which the last ones, from the fifth on, have badges.
    private func badged(_ badges: String?...) -> TabBarSample {
        var sample = TabBarSample(4 + badges.count)
        for (index, badge) in badges.enumerated() {
            let tab = sample.tabs[4 + index]
            sample.tabs[4 + index] = Tab(
                id: tab.id, title: tab.title, icon: tab.icon, badge: badge,
                properties: [
                    "accessibilityValue": "{badge, plural, one {# letter} other {# letters}}"
                ])
        }
        return sample
    }

    @Test(
        "T-60: badges behind More are drawn in its list, and on More as their sum or a dot",
        arguments: [TestDevice.phone, TestDevice.phone.rightToLeft, TestDevice.landscapePhone])
    func badges(device: DeviceTraits) throws {
        let row = DescribedRow("T-60")
        let sample = badged("13", "1")
        #expect(Double(sample.tabs.count) == row.number("count"))
        let more = try #require(try sample.bar(on: device).items.last)
        #expect(more.badge?.label?.text == "14")
        #expect(more.accessibility.value == "14")
        let layout = BarLayout(sample.scene, on: device.with { $0.isMoreShown = true })
        let rows = try #require(layout.tabBar?.more?.rows)
        #expect(rows.map { $0.badge?.label?.text } == ["13", "1"])
        let svg = try SVGDocument(of: layout)
        for row in rows {
            let badge = try #require(row.badge)
            #expect(badge.frame.isWithin(row.frame))
            // Speech, picture and layout know the row by one id.
            #expect(
                layout.elements.first { $0.id == "tabBar.more.row.\(row.id)" }?.frame == row.frame)
            let chevron = try #require(row.disclosure)
            let isBefore =
                device.isRightToLeft
                ? badge.frame.x >= chevron.frame.maxX && badge.frame.maxX <= row.label.frame.x
                : badge.frame.maxX <= chevron.frame.x && badge.frame.x >= row.label.frame.maxX
            #expect(isBefore)
            #expect(try svg["tabBar.more.row.\(row.id).badge.label"].text == badge.label?.text)
        }
        let text = TerminalDrawing(of: layout, columns: 40).drawing.text()
        #expect(text.contains("13") && text.contains("14"))
        let spoken = ReadingOrder(layout)
        let word = LocalizedString.button.text(in: device.locale)
        let sentence = try #require(spoken["tabBar.more.row.e"]?.strings.first)
        #expect(sentence.contains("13 letters") && sentence.contains(word))
    }

    @Test("A badge that counts nothing makes a dot of the sum, and a single one stays as it is")
    func badgeSum() throws {
        func more(_ sample: TabBarSample) throws -> TabItemLayout {
            try #require(try sample.bar().items.last)
        }
        let dot = try more(badged("3", "99+"))
        #expect(dot.badge != nil && dot.badge?.label == nil)
        #expect(dot.accessibility.value == "new")
        #expect(try more(badged("3", "")).badge?.label == nil)
        #expect(try more(badged(nil, "99+")).badge?.label?.text == "99+")
        #expect(try more(badged(nil, nil)).badge == nil)
        #expect(try more(badged(nil, nil)).accessibility.value == nil)
        let large = String(Int.max)
        #expect(try more(badged(large, large)).accessibility.value == "new")
    }

    @Test("A change of a badge behind More is heard, once, as its tab")
    func heard() {
        func change(_ old: TabBarSample, _ new: TabBarSample) -> [String] {
            Announcement.strings(from: old.scene, to: new.scene, on: TestDevice.phone)
        }
        #expect(change(badged(nil, nil), badged(nil, "1")) == ["Tab 6, 1 letter, tab"])
        #expect(change(badged("2", "1"), badged("2", "4")) == ["Tab 6, 4 letters, tab"])
        #expect(change(badged("2", "1"), badged("2", nil)) == ["Tab 6, tab"])
        #expect(change(badged("2", "1"), badged("2", "1")).isEmpty)
    }

    @Test("A group without a badge has those of its children, and their changes are heard")
    func groups() throws {
        func sample(_ badge: String?) -> TabBarSample {
            var sample = TabBarSample(4)
            sample.tabs[2] = Tab(
                id: "c", title: "Child", badge: "2", properties: ["group": "b"])
            sample.tabs[3] = Tab(
                id: "d", title: "Other", badge: badge, properties: ["group": "b"])
            return sample
        }
        let items = try sample("5").bar().items
        #expect(items.map(\.id) == ["tab.a", "tab.b"])
        #expect(items[1].badge?.label?.text == "7")
        let strings = Announcement.strings(
            from: sample(nil).scene, to: sample("5").scene, on: TestDevice.phone)
        #expect(strings == ["Other, 5, tab"])
        let sidebar = TestDevice.pad
        var expanded = sample("5")
        expanded.bars = ["tabBar.sidebar.isExpanded": "true"]
        #expect(
            try expanded.bar(on: sidebar).items.map { $0.badge?.label?.text }
                == [nil, nil, "2", "5"])
    }

    @Test("A change of a badge in a standalone bar of tabs is heard")
    func standalone() {
        func scene(_ badge: String) -> Scene {
            let items = (1...6).map { number in
                Screen(
                    id: ScreenID(unchecked: "s\(number)"), route: "r", title: "Item \(number)",
                    properties: number > 4 ? ["badge": badge] : [:])
            }
            return Scene(
                selectedTab: nil, tabs: [],
                standaloneBars: [
                    StandaloneBar(id: "tools", properties: ["kind": "tabBar"], items: items)
                ])
        }
        #expect(
            Announcement.strings(from: scene("1"), to: scene("2"), on: TestDevice.phone)
                == ["More, 4, tab"])
    }

    @Test("A tab behind More that is selected shows More as selected")
    func selectedBehindMore() throws {
        var sample = TabBarSample(7)
        for id in ["e", "f", "g"] as [TabID] {
            sample.selected = id
            #expect(try sample.bar().items.filter(\.isSelected).map(\.id) == ["more"])
        }
        sample.selected = "d"
        #expect(try sample.bar().items.filter(\.isSelected).map(\.id) == ["tab.d"])
    }

    @Test("T-62: the bar has the role of a bar of tabs", arguments: ["tabBar", "bottomNavigation"])
    func role(style: String) throws {
        let row = DescribedRow("T-62")
        let bar = try TabBarSample(bars: ["tabBar.style": style]).bar()
        #expect(bar.accessibility.role.rawValue == row["role"])
    }

    @Test("T-63: an item is a tab: a button, selected or not")
    func traits() throws {
        let row = DescribedRow("T-63")
        let pair = try TabBarSample().pair()
        #expect(pair.selected.accessibility.role.rawValue == row["role"])
        let traits = pair.selected.accessibility.traits.map(\.rawValue)
        #expect(traits.joined(separator: ", ") == row["traits"])
        #expect(pair.other.accessibility.role.rawValue == row["role"])
        #expect(pair.other.accessibility.traits == [.button])
    }
}
