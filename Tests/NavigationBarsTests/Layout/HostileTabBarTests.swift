import NavigationModel
import Testing

@testable import NavigationBars

@Suite("A bar of tabs takes whatever it is given")
struct HostileTabBarTests {
    /// Sizes and safe areas that no device has.
    static let devices: [DeviceTraits] =
        [
            Size(width: 0, height: 0), Size(width: .nan, height: .nan), Size(width: 1, height: 1),
            Size(width: .infinity, height: 10), Size(width: -100, height: 800),
            Size(width: 5000, height: 3), Size(width: 7, height: 900),
            Size(width: 1e300, height: 1e300),
        ].flatMap { size in
            [Platform(.iOS, 18), Platform(.iPadOS, 18), Platform(.android, 14)].map { platform in
                DeviceTraits(
                    platform: platform, size: size,
                    safeArea: Insets(top: 44, left: .nan, bottom: 1e9, right: -3),
                    statusBarHeight: .infinity)
            }
        } + [TestDevice.phone, TestDevice.landscapePhone, TestDevice.pad]

    /// Every number of a bar, by where it stands.
    private func numbers(_ bar: TabBarLayout) -> [(what: String, rect: Rect)] {
        var rects: [(String, Rect)] = [
            ("bar", bar.frame), ("background", bar.background.frame),
        ]
        func add(_ what: String, _ rect: Rect?) { if let rect { rects.append((what, rect)) } }
        add("separator", bar.separator?.frame)
        add("accessory", bar.accessory?.frame)
        add("accessory background", bar.accessoryBackground?.frame)
        for item in bar.items {
            add(item.id, item.frame)
            add("touch \(item.id)", item.touch)
            add("icon \(item.id)", item.icon?.frame)
            add("label \(item.id)", item.label?.frame)
            add("badge \(item.id)", item.badge?.frame)
            add("text \(item.id)", item.badge?.label?.frame)
            add("marker \(item.id)", item.marker?.frame)
        }
        for row in bar.more?.rows ?? [] {
            add("row \(row.id)", row.frame)
            add("row label \(row.id)", row.label.frame)
        }
        return rects
    }

    private func expectSane(_ bar: TabBarLayout) {
        for (what, rect) in numbers(bar) {
            for number in [rect.x, rect.y, rect.width, rect.height] {
                #expect(number.isFinite, "\(what): \(rect)")
            }
            #expect(rect.width >= 0 && rect.height >= 0, "\(what): \(rect)")
        }
        #expect(bar.safeBottom.isFinite && bar.safeBottom >= 0)
    }

    @Test("On any screen every frame is finite and none is negative", arguments: devices)
    func screens(traits: DeviceTraits) throws {
        for style in ["tabBar", "bottomNavigation"] {
            for extra: [BarKey: String] in [
                [:], ["tabBar.sidebar.isExpanded": "true", "tabBar.accessory": "Playing"],
                ["tabBar.alignment": "centered", "tabBar.height": "400"],
                [
                    "tabBar.alignment": "justifiedAdjacentTitles",
                    "tabBar.titleVisibility": "always",
                ],
            ] {
                var sample = TabBarSample(
                    64, bars: extra.merging(["tabBar.style": style]) { $1 })
                sample.tabs[1] = Tab(id: "b", title: "", icon: nil, badge: "12345678901234567890")
                sample.tabs[63] = Tab(id: "z", title: "Last", badge: "")
                for traits in [traits, traits.rightToLeft, traits.with { $0.isMoreShown = true }] {
                    expectSane(try sample.bar(on: traits))
                }
            }
        }
    }

    @Test(
        "Hostile titles and badges are drawn printable and within their room",
        arguments: SceneSamples.hostile)
    func texts(text: String) throws {
        for traits in [TestDevice.phone, TestDevice.landscapePhone, TestDevice.pad] {
            let sample = TabBarSample(
                title: text, badge: text, properties: ["accessibilityValue": text],
                bars: text.isEmpty ? [:] : ["tabBar.accessory": text])
            let bar = try sample.bar(on: traits)
            expectSane(bar)
            let item = try #require(bar.items.first)
            for drawn in [item.label?.text, item.badge?.label?.text].compactMap(\.self) {
                #expect(drawn.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f })
                #expect(!drawn.unicodeScalars.contains { (0x202a...0x202e).contains($0.value) })
            }
            let room = item.frame.width
            #expect((item.label?.frame.width ?? 0) <= room)
            // What is spoken is the title as it is.
            #expect(item.accessibility.label == text)
        }
    }

    @Test("A title that does not fit is truncated, with an ellipsis")
    func cut() throws {
        let title = "A title that no slot has room for"
        for traits in [TestDevice.phone, TestDevice.landscapePhone] {
            let sample = TabBarSample(title: String(repeating: title, count: 9))
            let item = try sample.item(on: traits)
            let label = try #require(item.label)
            #expect(label.text.hasSuffix("…") && label.text.hasPrefix("A title"))
            #expect(label.frame.isWithin(item.frame.inset(by: Insets(bottom: -1))))
            #expect(try TabBarSample(title: "Home").item(on: traits).label?.text == "Home")
        }
    }

    @Test("An iPad's bar is made for its longest title, which is never truncated")
    func longest() throws {
        for length in 1...20 {
            let title = String(repeating: "Wave", count: length).prefix(length)
            var sample = TabBarSample(title: String(title), badge: "\(length)")
            sample.tabs[1] = Tab(id: "b", title: String(title), badge: "\(length)")
            let items = try sample.bar(on: TestDevice.pad).items.prefix(2)
            #expect(items.allSatisfy { $0.label?.text == String(title) }, "\(title)")
        }
    }

    @Test("A badge that does not fit is truncated, and stays on the screen")
    func cutBadge() throws {
        var sample = TabBarSample(5)
        sample.tabs[4] = Tab(id: "e", title: "E", icon: "star", badge: "123456789012345")
        for traits in [TestDevice.phone, TestDevice.phone.rightToLeft] {
            let badge = try #require(try sample.bar(on: traits).items.last?.badge)
            #expect(badge.label?.text.hasSuffix("…") == true)
            #expect(badge.frame.isWithin(traits.screen))
        }
    }

    @Test("A scene without tabs has no bar, nor has one that hides it")
    func hidden() {
        func bar(_ sample: TabBarSample, on traits: DeviceTraits) -> TabBarLayout? {
            BarLayout(sample.scene, on: traits).tabBar
        }
        #expect(BarLayout(.empty, on: TestDevice.phone).tabBar == nil)
        #expect(bar(TabBarSample(bars: ["tabBar.isHidden": "true"]), on: TestDevice.phone) == nil)
        let immersive = TestDevice.phone.with { $0.isImmersive = true }
        #expect(bar(TabBarSample(), on: immersive) == nil)
        // The content has the room then.
        #expect(BarLayout(TabBarSample().scene, on: immersive).content.frame.maxY == 852 - 34)

        func pushed(_ properties: Properties) -> TabBarLayout? {
            var sample = TabBarSample()
            let root = Screen(id: "r", route: "", properties: properties)
            let pushed = Screen(id: "p", route: "", properties: properties)
            let deep = Screen(id: "d", route: "")
            sample.tabs[0] = Tab(id: "a", title: "A", stack: [root, pushed, deep])
            return bar(sample, on: TestDevice.phone)
        }
        #expect(pushed(["hidesBottomBarWhenPushed": "true"]) == nil)
        #expect(pushed([:]) != nil)
        // A root is not pushed.
        var sample = TabBarSample()
        let root = Screen(
            id: "r", route: "", properties: ["hidesBottomBarWhenPushed": "true"])
        sample.tabs[0] = Tab(id: "a", title: "A", stack: [root])
        #expect(bar(sample, on: TestDevice.phone) != nil)
    }
}
