import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Bars of tabs, beyond what is described")
struct TabBarTests {
    @Test(
        "Colours are read as names of the system's and as digits",
        arguments: [
            ("#FF8000", "#FF8000", 1.0), ("#ff800080", "#FF8000", 128.0 / 255),
            ("systemRed", "#FF3B30", 1), ("clear", "#000000", 0),
        ])
    func colors(text: String, hexadecimal: String, opacity: Double) throws {
        let color = try #require(Color(text, on: TestDevice.phone))
        #expect(color.hexadecimal == hexadecimal && color.opacity == opacity)
    }

    @Test(
        "Ignores text that is no colour",
        arguments: [
            "", "#", "#12345", "#1234567", "#GGGGGG", "#+12345", "red ", "systemred", "FF8000",
            "#１２３４５６",
        ])
    func noColors(text: String) {
        #expect(Color(text, on: TestDevice.phone) == nil)
    }

    @Test("The colours that can be set are those that are drawn")
    func systemColors() {
        #expect(SystemColor.allCases.map(\.rawValue).sorted() == PropertyType.systemColors.sorted())
    }

    @Test("Being elevated changes the background in dark alone")
    func elevated() {
        let background = SystemColor.systemBackground
        #expect(background.color(in: .dark, isElevated: true).hexadecimal == "#1C1C1E")
        #expect(background.color(in: .dark).hexadecimal == "#000000")
        #expect(background.color(in: .light, isElevated: true).hexadecimal == "#FFFFFF")
        let blue = SystemColor.systemBlue
        #expect(blue.color(in: .dark, isElevated: true) == blue.color(in: .dark))
    }

    @Test("The tabs of a group are in the sidebar alone; their group stands for them in the bar")
    func groups() throws {
        var sample = TabBarSample(4)
        sample.tabs[2] = Tab(id: "c", title: "C", icon: "star", properties: ["group": "a"])
        sample.selected = "c"
        let bar = try sample.bar()
        #expect(bar.items.map(\.id) == ["tab.a", "tab.b", "tab.d"])
        #expect(bar.items.filter(\.isSelected).map(\.id) == ["tab.a"])

        sample.bars["tabBar.sidebar.isExpanded"] = "true"
        let sidebar = try sample.bar(on: TestDevice.pad)
        #expect(sidebar.items.map(\.id) == ["tab.a", "tab.c", "tab.b", "tab.d"])
        #expect(sidebar.items.filter(\.isSelected).map(\.id) == ["tab.c"])
        let x = sidebar.items.compactMap { $0.icon?.frame.x }
        #expect(x[1] > x[0] && x[2] == x[0])

        // Tabs in a ring of groups are all there.
        sample.tabs[0] = Tab(id: "a", title: "A", properties: ["group": "c"])
        sample.tabs[1] = Tab(id: "b", title: "B", properties: ["group": "b"])
        sample.tabs[3] = Tab(id: "d", title: "D", properties: ["group": "nowhere"])
        #expect(try sample.bar().items.map(\.id) == ["tab.a", "tab.b", "tab.c", "tab.d"])
    }

    @Test("A sidebar too low for its rows puts the rest behind More")
    func lowSidebar() throws {
        let sample = TabBarSample(40, bars: ["tabBar.sidebar.isExpanded": "true"])
        let bar = try sample.bar(on: TestDevice.pad)
        let more = try #require(bar.more)
        #expect(bar.items.last?.id == "more")
        #expect(bar.items.count - 1 + more.items.count == 40)
        #expect(bar.items.allSatisfy { $0.frame.maxY <= TestDevice.pad.size.height })
    }

    @Test("An accessory floats above the bar, and the content ends above it")
    func accessory() throws {
        let sample = TabBarSample(bars: ["tabBar.accessory": "Now playing"])
        let layout = BarLayout(sample.scene, on: TestDevice.phone)
        let bar = try #require(layout.tabBar)
        let background = try #require(bar.accessoryBackground)
        #expect(bar.accessory?.text == "Now playing")
        #expect(background.frame.maxY < bar.frame.y)
        #expect(bar.accessory?.frame.isWithin(background.frame) == true)
        #expect(layout.content.frame.maxY <= background.frame.y)
        #expect(try TabBarSample().bar().accessoryBackground == nil)
    }

    @Test(
        "An accessory is a button: it has an element, an area for touches, the focus, and words",
        arguments: [TestDevice.phone, TestDevice.landscapePhone, TestDevice.pad])
    func accessoryControl(device: DeviceTraits) throws {
        let sample = TabBarSample(
            bars: [
                "tabBar.accessory": "Now playing", "tabBar.accessory@ko": "지금 재생 중",
            ])
        let id = "tabBar.accessory"
        let layout = BarLayout(sample.scene, on: device)
        let control = try #require(layout.tabBar?.accessoryControl)
        #expect(control.touch == layout.tabBar?.accessoryBackground?.frame)
        #expect(control.touch.height >= 44)
        #expect(layout.elements.first { $0.id == id }?.frame == control.touch)
        let order = ReadingOrder(layout)
        let element = try #require(order[id])
        #expect(element.strings == ["Now playing button"])
        #expect(element.isFocusable)
        #expect(order.elements.filter(\.isFocusable).map(\.id).contains(id))
        #expect(!control.isFocused)

        let focused = BarLayout(
            sample.scene,
            on: device.with {
                $0.focused = id
                $0.locale = LanguageTag("ko") ?? .english
            })
        #expect(focused.tabBar?.accessoryControl?.isFocused == true)
        #expect(ReadingOrder(focused)[id]?.strings == ["지금 재생 중 버튼"])
        let svg = try SVGDocument(of: focused)
        #expect(try svg[id]["role"] == "button")
        #expect(try svg[id]["aria-label"] == "지금 재생 중")
        #expect(svg.has("\(id).focus") && svg.has("\(id).touch"))
    }

    @Test(
        "Icons and labels stay clear of what the device's shape takes at the sides",
        arguments: [
            false, true,
        ])
    func sides(isMaterial: Bool) throws {
        let traits = TestDevice.landscapePhone.with {
            $0.size.width = 500
            $0.safeArea.left = 59
            $0.safeArea.right = 59
        }
        let sample = isMaterial ? TabBarSample.material() : TabBarSample()
        let bar = try sample.bar(on: traits)
        let visible = Rect(x: 59, y: 0, width: 500 - 118, height: traits.size.height)
        for item in bar.items {
            #expect(item.icon?.frame.isWithin(visible) == true, "\(item.id)")
            #expect(item.label?.frame.isWithin(visible) != false, "\(item.id)")
        }
        // The slots share the whole bar all the same.
        #expect(bar.items.first?.frame.x == 0 && bar.items.last?.frame.maxX == 500)
    }

    @Test("Rows of More begin at the side where text begins, and clear of the device's shape")
    func rowsOfMore() throws {
        let traits = TestDevice.landscapePhone.with { $0.isMoreShown = true }
        let rows = try #require(try TabBarSample(7).bar(on: traits).more?.rows)
        let mirrored = try #require(try TabBarSample(7).bar(on: traits.rightToLeft).more?.rows)
        #expect(rows.count == 3 && mirrored.count == 3)
        for (row, other) in zip(rows, mirrored) {
            let (icon, chevron) = (try #require(row.icon), try #require(row.disclosure))
            #expect(icon.frame.x > traits.safeArea.left)
            #expect(icon.frame.maxX < row.label.frame.x)
            #expect(row.label.frame.maxX < chevron.frame.x && !chevron.isMirrored)
            #expect(chevron.frame.maxX < traits.size.width - traits.safeArea.right)
            #expect(other.icon?.frame == icon.frame.mirrored(in: traits.screen))
            #expect(other.label.frame.maxX < (other.icon?.frame.x ?? 0))
            #expect(other.disclosure?.frame == chevron.frame.mirrored(in: traits.screen))
            #expect(other.disclosure?.isMirrored == true)
        }
    }

    @Test("The focused item is marked as such")
    func focus() throws {
        let bar = try TabBarSample().bar(on: TestDevice.phone.with { $0.focused = "tab.b" })
        #expect(bar.items.filter(\.isFocused).map(\.id) == ["tab.b"])
    }

    @Test("The identifier and the large content image of an item")
    func accessibility() throws {
        let explicit = TabBarSample(properties: [
            "accessibilityIdentifier": "home-tab", "largeContentTitle": "The whole house",
            "largeContentTitle@ko": "집", "largeContentImage": "house.large",
        ])
        let element = try explicit.item().accessibility
        #expect(element.identifier == "home-tab")
        #expect(element.largeContentTitle == "The whole house")
        #expect(element.largeContentImage == "house.large")
        let korean = TestDevice.phone.with { $0.locale = LanguageTag("ko") ?? .english }
        #expect(try explicit.item(on: korean).accessibility.largeContentTitle == "집")
        let plain = try TabBarSample().item().accessibility
        #expect(plain.identifier == nil)
        #expect(plain.largeContentTitle == "Tab 1" && plain.largeContentImage == "house.fill")
    }

    @Test("The search tab brings its symbol; a background that is set tints the material")
    func details() throws {
        let search = TabBarSample(icon: nil, properties: ["role": "search"])
        #expect(try search.item().icon?.symbol.hasPrefix("magnifyingglass") == true)
        let tinted = TabBarSample(bars: ["tabBar.barTintColor": "#102030"])
        let atRest = try tinted.bar().background
        #expect(atRest.color.hexadecimal == "#102030" && atRest.color.opacity < 1)
        let scrolled = try tinted.bar(on: TestDevice.phone.scrolled).background
        #expect(scrolled.color.hexadecimal == "#102030" && scrolled.color.opacity == 1)
    }

    @Test("An app on Android has a bottom navigation bar unless it sets another style")
    func style() throws {
        #expect(try TabBarSample().bar(on: TestDevice.android).style == .bottomNavigation)
        let explicit = TabBarSample(bars: ["tabBar.style": "tabBar"])
        #expect(try explicit.bar(on: TestDevice.android).style == .tabBar)
        #expect(try TabBarSample().bar(on: TestDevice.phone).style == .tabBar)
    }
}
