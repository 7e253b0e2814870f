import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Forms of Apple's platforms")
struct PlatformFormTests {
    private func layout(
        _ profile: String, _ sample: NavigationBarSample = NavigationBarSample(),
        adjusting: (inout DeviceTraits) -> Void = { _ in }
    ) throws -> (bar: NavigationBarLayout, tabs: TabBarLayout, layout: BarLayout) {
        let layout = try BarLayout(sample.scene, on: profile, adjusting: adjusting)
        return (
            try #require(layout.navigationBar), try #require(layout.tabBar), layout
        )
    }

    @Test("N-87: an app on a Mac looks like a Mac's unless it prefers an iPad's style")
    func mac() throws {
        let (bar, tabs, _) = try self.layout("mac")
        #expect(bar.behavioralStyle == "mac" && bar.back?.label == nil)
        #expect(try #require(bar.title).frame.x < bar.frame.midX)
        #expect(tabs.placement == .sidebar)
        var sample = NavigationBarSample()
        sample.appearance = ["navigationBar.preferredBehavioralStyle": "pad"]
        let (pad, top, _) = try self.layout("mac", sample)
        #expect(pad.behavioralStyle == "pad" && pad.back?.indicator.frame.width == 24)
        #expect(top.placement == .top && top.items.allSatisfy { $0.icon == nil })
    }

    @Test("Nothing lies under the buttons of a Mac's window", arguments: ["en", "ar"])
    func windowControls(locale: String) throws {
        let (bar, tabs, layout) = try self.layout("mac") {
            $0.locale = LanguageTag(locale) ?? .english
            $0.isSidebarShown = false
        }
        let svg = try SVGDocument(of: layout)
        let controls = try (0..<3).map { try svg["surroundings.window.\($0)"].frame }
        let parts = [bar.back?.touch, bar.title?.frame, tabs.sidebarButton?.frame]
        for part in parts.compactMap(\.self) {
            #expect(!controls.contains { $0.overlaps(part) })
        }
    }

    @Test("A television has no back button, its tabs at the top, and modals over all")
    func television() throws {
        let (bar, tabs, layout) = try self.layout("apple-tv")
        #expect(bar.back == nil && bar.frame.y >= tabs.frame.maxY)
        #expect(layout.content.frame.y == bar.frame.maxY)
        #expect(tabs.items.allSatisfy { $0.icon == nil && $0.label != nil })
        let scene = NavigationBarSample.presenting(.simple).scene
        let modal = try #require(try BarLayout(scene, on: "apple-tv").modal)
        #expect(modal.frame == layout.screen && modal.cornerRadius == 0)
    }

    @Test("The focus of a television is dark on a bright pill, not a ring")
    func focus() throws {
        let scene = TabBarSample().scene
        let layout = try BarLayout(scene, on: "apple-tv") { $0.focused = "tab.b" }
        let item = try #require(layout.tabBar).items[1]
        #expect(item.isFocused && item.marker?.color == Color.televisionFocus)
        #expect(item.label?.color == Color.onTelevisionFocus)
        #expect(try !SVGDocument(of: layout).has("tab.b.focus"))
    }

    @Test("A headset has its tabs beside the window, with titles that are spoken alone")
    func headset() throws {
        for locale in ["en", "ar"] {
            let (bar, tabs, layout) = try self.layout("vision-pro") {
                $0.locale = LanguageTag(locale) ?? .english
            }
            #expect(tabs.items.allSatisfy { $0.icon != nil && $0.label == nil })
            #expect(tabs.items.allSatisfy { !$0.accessibility.label.isEmpty })
            #expect(tabs.background.frame.within(layout.window).width == 0)
            #expect(bar.frame.within(layout.window) == bar.frame)
            #expect(bar.back?.background != nil && layout.traits.appearance == .dark)
        }
    }

    @Test("From iOS 26 on bars are glass: buttons and tabs on pills over the content")
    func glass() throws {
        let (bar, tabs, layout) = try self.layout("iphone-17")
        #expect(bar.background.kind == .none && bar.separator == nil)
        #expect(bar.back?.label == nil && bar.back?.background?.cornerRadius == 22)
        #expect(tabs.background.cornerRadius == tabs.frame.height / 2)
        #expect(tabs.frame.x > 0 && tabs.frame.maxY < layout.screen.maxY)
        let (old, below, _) = try self.layout("iphone-16")
        #expect(old.back?.background == nil && below.frame.x == 0)
    }

    @Test("Before iOS 13 a modal covers the screen, and nothing is dark")
    func old() throws {
        let scene = NavigationBarSample.presenting(.simple).scene
        let whole = try BarLayout(scene, on: "iphone-8-ios12") { $0.appearance = .dark }
        let modal = try #require(whole.modal)
        #expect(modal.frame == whole.screen && modal.dimming == nil && modal.cornerRadius == 0)
        #expect(whole.traits.appearance == .light)
        let sheet = try #require(try BarLayout(scene, on: "iphone-se").modal)
        #expect(sheet.frame != whole.screen && sheet.cornerRadius > 0)
    }
}
