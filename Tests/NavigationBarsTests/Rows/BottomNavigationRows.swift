import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Bottom navigation: titles, places, themes, fingers")
struct BottomNavigationRows {
    private let phone = TestDevice.phone
    private let landscape = TestDevice.landscapePhone

    /// The label of each of four items, as it is laid out and drawn.
    private func labels(_ visibility: String?, selected: TabID = "a") throws -> [String?] {
        var bars: [BarKey: String] = [:]
        if let visibility { bars["tabBar.titleVisibility"] = visibility }
        var sample = TabBarSample.material(4, bars)
        sample.selected = selected
        let items = try sample.bar().items
        let svg = try sample.svg()
        for item in items {
            #expect(svg.has("\(item.id).label") == (item.label != nil), "\(item.id)")
        }
        return items.map(\.label?.text)
    }

    @Test("M-03: the marker goes with the selection")
    func marker() throws {
        #expect(DescribedRow("M-03")["marker"] == "selected")
        var sample = TabBarSample.material(4)
        var places: [Double] = []
        for id in ["a", "b", "c", "d"] as [TabID] {
            sample.selected = id
            let bar = try sample.bar()
            let marked = bar.items.filter { $0.marker != nil }
            #expect(marked.map(\.id) == ["tab.\(id)"])
            let marker = try #require(marked.first?.marker?.frame)
            #expect(isClose(marker.midX, marked[0].frame.midX))
            places.append(try sample.svg()["tab.\(id).marker"].number("x"))
            #expect(isDrawn(places[places.count - 1], marker.x))
            // It moves, rather than being elsewhere at once.
            #expect(bar.selectionMotion.kind != .none && bar.selectionMotion.duration > 0)
        }
        #expect(places == places.sorted() && Set(places).count == 4)
    }

    @Test("M-04: a bar of tabs of its own can be put on a screen")
    func standalone() throws {
        let row = DescribedRow("M-04")
        let bar = StandaloneBar(
            id: "filters", properties: ["kind": row["kind"], "selectedItem": "two"],
            items: ["one", "two", "three"].map { id in
                Screen(id: id, route: "", title: "\(id)", properties: ["image": "star"])
            })
        #expect(row["subject"] == "standaloneBar")
        let scene = Scene(selectedTab: nil, tabs: [], standaloneBars: [bar])
        let layout = try #require(BarLayout(scene, on: phone).standaloneBars.first)
        #expect(layout.id == "bar.filters")
        let tabBar = try #require(layout.tabBar)
        #expect(tabBar.style.rawValue == row["kind"])
        #expect(tabBar.items.map(\.id) == ["one", "two", "three"].map { "bar.filters.\($0)" })
        #expect(tabBar.items.map(\.label?.text) == [nil, "two", nil])
        #expect(tabBar.background.frame.maxY == phone.size.height)
        // Above the app's own bar of tabs it stands on that.
        let both = Scene(
            selectedTab: "a", tabs: TabBarSample(3).tabs, standaloneBars: [bar])
        let stacked = BarLayout(both, on: phone)
        #expect(stacked.standaloneBars.first?.tabBar?.frame.maxY == stacked.tabBar?.frame.y)
        #expect(stacked.standaloneBars.first?.tabBar?.safeBottom == 0)
        #expect(stacked.content.frame.maxY == stacked.standaloneBars.first?.tabBar?.frame.y)
    }

    @Test("M-06: the same items fill both kinds of bar")
    func items() throws {
        let styles = DescribedRow("M-06")["styles"].split(separator: ", ").map(String.init)
        #expect(styles.count == 2)
        for count in 1...7 {
            let bars = try styles.map { style in
                try TabBarSample(count, bars: ["tabBar.style": style]).bar()
            }
            #expect(bars.map(\.style.rawValue) == styles)
            #expect(bars[0].items.map(\.id) == bars[1].items.map(\.id))
            #expect(bars[0].more?.items == bars[1].more?.items)
            #expect(
                bars[0].items.map(\.accessibility)
                    == bars[1].items.map { item in
                        // But that Material's bar has no filled symbols of its own.
                        var element = item.accessibility
                        if item.isSelected { element.largeContentImage? += ".fill" }
                        return element
                    })
        }
    }

    @Test("M-13: 'selected' shows the title of the selected item alone")
    func selectedTitle() throws {
        let row = DescribedRow("M-13")
        let labels = try labels(row["titleVisibility"])
        #expect(labels == ["Tab 1", nil, nil, nil])
        #expect(
            try self.labels(row["titleVisibility"], selected: "c") == [nil, nil, "Tab 3", nil])
        #expect(Double(labels.compactMap(\.self).count) == row.number("labels"))
    }

    @Test("M-14: 'always' shows every title")
    func allTitles() throws {
        let row = DescribedRow("M-14")
        #expect(row["labels"] == "all")
        for selected in ["a", "c"] as [TabID] {
            let labels = try labels(row["titleVisibility"], selected: selected)
            #expect(labels == ["Tab 1", "Tab 2", "Tab 3", "Tab 4"])
        }
    }

    @Test("M-15: 'never' shows none")
    func noTitles() throws {
        let row = DescribedRow("M-15")
        let labels = try labels(row["titleVisibility"])
        #expect(Double(labels.compactMap(\.self).count) == row.number("labels"))
        #expect(labels.count == 4)
    }

    @Test("M-16: without a word about it, the selected title shows; a tab bar shows all")
    func initialTitles() throws {
        let row = DescribedRow("M-16")
        #expect(try TabBarSample.material().bar().titleVisibility == row["titleVisibility"])
        #expect(try labels(nil, selected: "b") == [nil, "Tab 2", nil, nil])
        let tabBar = TabBarSample(4, bars: ["tabBar.titleVisibility": "never"])
        #expect(try tabBar.bar().items.allSatisfy { $0.label != nil })
        #expect(try tabBar.bar().titleVisibility == nil)
    }

    @Test("M-27: the colours of a theme colour the bar")
    func themeColors() throws {
        let row = DescribedRow("M-27")
        func key(_ name: String) throws -> BarKey {
            try #require(BarKey(rawValue: row["property"].replacing("*", with: name)))
        }
        let sample = TabBarSample.material(
            4,
            [
                try key("primary"): "#6200EE", try key("surface"): "#FFF8E1",
                try key("unselected"): "#795548",
            ])
        let bar = try sample.bar()
        #expect(bar.background.color.hexadecimal == "#FFF8E1")
        #expect(bar.items[0].icon?.color.hexadecimal == "#6200EE")
        #expect(bar.items[0].label?.color.hexadecimal == "#6200EE")
        #expect(bar.items[1].icon?.color.hexadecimal == "#795548")
        #expect(bar.theme?.colors["surface"]?.hexadecimal == "#FFF8E1")
        let svg = try sample.svg()
        #expect(try svg["tabBar.background"]["fill"] == "#FFF8E1")
        #expect(try svg["tab.a.icon"]["fill"] == "#6200EE")
        #expect(try svg["tab.b.icon"]["fill"] == "#795548")
        let filled = TabBarSample.material(
            4, [try key("primary"): "#6200EE", try key("onPrimary"): "#FFFFFF"])
        let item = try filled.item()
        #expect(item.icon?.color.hexadecimal == "#FFFFFF")
        #expect(item.marker?.color.hexadecimal == "#6200EE" && item.marker?.color.opacity == 1)
        let faint = TabBarSample.material(4, [try key("onSurface"): "#112233"])
        #expect(try faint.pair().other.icon?.color.hexadecimal == "#112233")
    }

    @Test("M-28: the font of a theme is the font of labels")
    func themeFonts() throws {
        let row = DescribedRow("M-28")
        let key = try #require(BarKey(rawValue: row["property"].replacing("*", with: "title")))
        func font(_ text: String) throws -> Font? {
            try TabBarSample.material(4, [key: text]).item().label?.font
        }
        #expect(try font("Inter") == Font(family: "Inter", size: 12))
        #expect(try font("Noto Sans Bold") == Font(family: "Noto Sans", weight: .bold, size: 12))
        #expect(try font("Inter Medium 14") == Font(family: "Inter", weight: .medium, size: 14))
        #expect(try font("14") == Font(family: "Roboto", size: 14))
        let drawn = try TabBarSample.material(4, [key: "Inter Medium 14"]).svg()["tab.a.label"]
        #expect(drawn["font-family"]?.contains("Inter") == true)
        #expect(try drawn.number("font-size") == 14 && drawn.number("font-weight") == 500)
        // A size that fits no bar is part of a strange name.
        #expect(try font("Font 9000")?.size == 12)
    }

    @Test("M-29: the spoken label of an item is its title, in the language")
    func label() throws {
        #expect(DescribedRow("M-29")["label"] == "title")
        let sample = TabBarSample(
            title: "Inbox", properties: ["title@ko": "받은 편지함", "accessibilityLabel": "Mail"],
            bars: ["tabBar.style": "bottomNavigation", "tabBar.titleVisibility": "never"])
        #expect(try sample.item().accessibility.label == "Inbox")
        let korean = TestDevice.phone.with { $0.locale = LanguageTag("ko") ?? .english }
        #expect(try sample.item(on: korean).accessibility.label == "받은 편지함")
    }

    @Test("M-31: the spoken value is the one set")
    func value() throws {
        let row = DescribedRow("M-31")
        let name = try #require(PropertyName(rawValue: row["property"]))
        let bars: [BarKey: String] = ["tabBar.style": "bottomNavigation"]
        let sample = TabBarSample(
            badge: "10", properties: Properties([name: "10 unread emails"]), bars: bars)
        #expect(try sample.item().accessibility.value == "10 unread emails")
        #expect(try TabBarSample(badge: "10", bars: bars).item().accessibility.value == "10")
        #expect(try TabBarSample(bars: bars).item().accessibility.value == nil)
    }

    @Test(
        "M-34: items are high enough for fingers",
        arguments: [
            TestDevice.phone, TestDevice.landscapePhone, TestDevice.smallPhone, TestDevice.android,
            TestDevice.landscapeAndroid,
        ])
    func touchHeight(traits: DeviceTraits) throws {
        let row = DescribedRow("M-34")
        for alignment in DescribedRow("M-22")["alignments"].split(separator: ", ") {
            let bar = try TabBarSample.material(
                5, ["tabBar.alignment": String(alignment)]
            ).bar(on: traits)
            #expect(bar.items.allSatisfy { $0.touch.height >= row.number("height") })
            // The safe area below belongs to the items too.
            #expect(bar.items.allSatisfy { $0.touch.maxY == traits.size.height })
        }
    }

    @Test("M-35: items are wide enough for fingers, five on the narrowest phone too")
    func touchWidth() throws {
        let row = DescribedRow("M-35")
        let narrow = TestDevice.smallPhone.with { $0.size.width = 320 }
        for traits in [narrow, TestDevice.smallPhone, TestDevice.landscapePhone] {
            for alignment in DescribedRow("M-22")["alignments"].split(separator: ", ") {
                let bar = try TabBarSample.material(
                    5, ["tabBar.alignment": String(alignment)]
                ).bar(on: traits)
                #expect(bar.items.allSatisfy { $0.touch.width >= row.number("width") })
            }
        }
    }

    @Test("M-36: the size that fits a screen keeps to what fingers need")
    func fittingSize() throws {
        let row = DescribedRow("M-36")
        for width in [320.0, 393, 852] {
            let size = TabBarLayout.fittingSize(in: Size(width: width, height: 800))
            #expect(size.width == width)
            #expect(size.height >= row.number("height"))
            #expect(size.width / 5 >= row.number("width"))
        }
        // A bar of that height has no items too small for fingers, and one that is lower has.
        let fit = TabBarLayout.fittingSize(in: TestDevice.smallPhone.size)
        for (height, codes) in [(fit.height, []), (row.number("height") - 1, ["touch-target"])] {
            let sample = TabBarSample.material(5, ["tabBar.height": "\(height)"])
            let findings = Linter.findings(in: sample.scene, on: [TestDevice.smallPhone])
            #expect(findings.map(\.code).filter { $0 == "touch-target" } == codes)
        }
        let safe = TabBarLayout.fittingSize(in: phone.size, safeBottom: 34)
        #expect(safe.height == TabBarLayout.fittingSize(in: phone.size).height + 34)
    }

    @Test("M-37: the bar has the size that fits, at the left and lower edges")
    func frame() throws {
        let row = DescribedRow("M-37")
        for traits in [TestDevice.smallPhone, phone, landscape] {
            let bar = try TabBarSample.material().bar(on: traits)
            let fit = TabBarLayout.fittingSize(in: traits.size, safeBottom: bar.safeBottom)
            #expect(bar.frame.x == row.number("x"))
            #expect(bar.frame.y == traits.size.height - fit.height)
            #expect(bar.frame.width == fit.width)
            #expect(bar.frame.height + bar.safeBottom == fit.height)
            let end = bar.frame.maxY + bar.safeBottom
            #expect(traits.size.height - end == row.number("bottomDistance"))
            #expect(bar.background.frame.maxY == traits.size.height)
        }
    }

    @Test("M-38: a height that is set is the bar's", arguments: [40.0, 56, 72.5, 100])
    func explicitHeight(height: Double) throws {
        let key = try #require(BarKey(rawValue: DescribedRow("M-38")["property"]))
        let bar = try TabBarSample.material(4, [key: "\(height)"]).bar(on: TestDevice.smallPhone)
        #expect(bar.frame.height == height)
        #expect(bar.frame.maxY == TestDevice.smallPhone.size.height)
        #expect(bar.items.allSatisfy { $0.frame.height == height && $0.touch.height == height })
        // The safe area comes to it, as it comes to the height that fits.
        let above = try TabBarSample.material(4, [key: "\(height)"]).bar(on: phone)
        #expect(above.frame.height == height)
        #expect(above.frame.maxY == phone.size.height - phone.safeArea.bottom)
        for text in ["nan", "-3", "0", "1e9", "tall", "401"] {
            let wrong = try TabBarSample.material(4, [key: text]).bar(on: TestDevice.smallPhone)
            #expect(wrong.frame.height == 56, "\(text)")
        }
    }
}
