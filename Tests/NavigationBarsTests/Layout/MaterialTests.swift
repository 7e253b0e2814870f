import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Material 3 on Android")
struct MaterialTests {
    private let phone = TestDevice.android
    private let tablet = TestDevice.android.with { $0.size = Size(width: 800, height: 1280) }

    @Test("All destinations of a navigation bar have labels, unless an app wants fewer")
    func labels() throws {
        #expect(try TabBarSample().bar(on: phone).items.allSatisfy { $0.label != nil })
        let selected = TabBarSample(bars: ["tabBar.titleVisibility": "selected"])
        let labelled = try selected.bar(on: phone).items.filter { $0.label != nil }
        #expect(labelled.map(\.id) == ["tab.a"])
    }

    @Test("A tablet has a rail at the leading edge, a phone a bar in both orientations")
    func rail() throws {
        #expect(try TabBarSample().bar(on: phone).placement == .bottom)
        #expect(try TabBarSample().bar(on: TestDevice.landscapeAndroid).placement == .bottom)
        let rail = try TabBarSample().bar(on: tablet)
        #expect(rail.placement == .rail && rail.frame.x == 0)
        let mirrored = try TabBarSample().bar(on: tablet.rightToLeft)
        #expect(mirrored.frame.maxX == tablet.size.width)
        for layout in [tablet, tablet.rightToLeft].map({ BarLayout(TabBarSample().scene, on: $0) })
        {
            let bar = try #require(layout.tabBar)
            #expect(layout.content.frame.width == tablet.size.width - bar.frame.width)
            #expect(layout.content.frame.within(bar.frame).width == 0)
        }
    }

    @Test("Destinations of a rail are beside the status bar's end, and don't overlap")
    func railItems() throws {
        let items = try TabBarSample(7).bar(on: tablet).items
        #expect(items.count == 7)
        #expect(items.allSatisfy { $0.frame.y >= tablet.statusBarHeight })
        for (upper, lower) in zip(items, items.dropFirst()) {
            #expect(upper.frame.maxY <= lower.frame.y)
        }
    }

    @Test("The size that fits a device is that of its bar")
    func fittingSize() throws {
        for traits in [phone, TestDevice.landscapeAndroid] {
            let bar = try TabBarSample().bar(on: traits)
            let size = TabBarLayout.fittingSize(on: traits)
            #expect(size.height == bar.frame.height + bar.safeBottom)
            #expect(size.width == bar.frame.width)
        }
        let small = TestDevice.smallPhone
        #expect(TabBarLayout.fittingSize(on: small) == TabBarLayout.fittingSize(in: small.size))
    }

    @Test("A back button is an arrow alone, which is spoken with the title it leads to")
    func back() throws {
        let layout = BarLayout(NavigationBarSample().scene, on: phone)
        let bar = try #require(layout.navigationBar)
        let back = try #require(bar.back)
        #expect(back.label == nil && back.indicator.symbol == "arrow.backward")
        #expect(back.frame.width == 48 && back.accessibility.label == "Settings")
        #expect(try #require(bar.title).frame.x == back.frame.maxX + 4)
        let own = NavigationBarSample(top: ["backButton.image": "xmark"])
        let symbol = BarLayout(own.scene, on: phone).navigationBar?.back?.indicator.symbol
        #expect(symbol == "xmark")
    }

    @Test("The title of a large app bar becomes that of a small one over scrolled content")
    func collapsing() throws {
        let sample = NavigationBarSample(bar: ["navigationBar.prefersLargeTitles": "true"])
        let large = try #require(BarLayout(sample.scene, on: phone).navigationBar)
        let small = try #require(BarLayout(sample.scene, on: phone.scrolled).navigationBar)
        #expect(large.titleMode == .large && small.titleMode == .standard)
        #expect(large.background.color == phone.scheme.surface)
        #expect(small.background.color == phone.scheme.surfaceContainer)
        #expect(large.separator == nil && small.separator == nil)
    }

    @Test("The colours are the scheme's, unless an app has its own", arguments: [false, true])
    func colors(isDark: Bool) throws {
        let traits = isDark ? phone.dark : phone
        let scheme = traits.scheme
        let bar = try TabBarSample(badge: "3").bar(on: traits)
        #expect(bar.background.color == scheme.surfaceContainer)
        #expect(bar.items[0].marker?.color == scheme.secondaryContainer)
        #expect(bar.items[0].icon?.color == scheme.onSecondaryContainer)
        #expect(bar.items[1].label?.color == scheme.onSurfaceVariant)
        #expect(bar.items[0].badge?.fill == scheme.error)
        #expect(bar.items[0].badge?.label?.color == scheme.onError)
        #expect(bar.items[0].badge?.borderWidth == 0)
        let tinted = try TabBarSample(bars: ["tabBar.tintColor": "#112233"]).bar(on: traits)
        #expect(tinted.items[0].icon?.color == Color(0x112233))
    }

    @Test("A bottom sheet has a handle above its buttons, and a full-screen dialog has none")
    func sheet() throws {
        let layout = BarLayout(NavigationBarSample.presenting(.simple).scene, on: phone)
        let sheet = try #require(layout.modal)
        let handle = try #require(sheet.handle)
        #expect(handle.frame.maxY < sheet.navigationBar.frame.y)
        #expect(sheet.frame.maxY == phone.size.height)
        let whole = BarLayout(NavigationBarSample.presenting(.fullScreen).scene, on: phone)
        #expect(whole.modal?.handle == nil && whole.modal?.cornerRadius == 0)
        let apple = BarLayout(NavigationBarSample.presenting(.simple).scene, on: TestDevice.phone)
        #expect(apple.modal?.handle == nil)
    }
}
