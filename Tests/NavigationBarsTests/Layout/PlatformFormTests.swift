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

    @Test(
        "N-88, N-89: a bar stands over the column that its section of a Mac's toolbar is for",
        arguments: ["en", "ar"])
    func toolbarSections(locale: String) throws {
        func layout(_ section: String, panes: String? = nil) throws -> BarLayout {
            var top: Properties = [
                "left": "edit", "left.edit.title": "Edit", "right": "add",
                "right.add.image": "plus",
            ]
            if let panes {
                top["kind"] = "split"
                top["panes"] = panes
                for pane in panes.split(separator: ",") {
                    top[PropertyName(unchecked: "panes.\(pane).bar")] = "false"
                }
            }
            let sample = NavigationBarSample(
                ["Inbox"], top: top, bar: ["navigationBar.currentNSToolbarSection": section])
            return try self.layout("mac", sample) { $0.locale = LanguageTag(locale) ?? .english }
                .layout
        }
        let sidebar = try layout("sidebar")
        let (bar, tabs) = (try #require(sidebar.navigationBar), try #require(sidebar.tabBar))
        #expect(bar.frame.within(tabs.frame) == bar.frame)
        #expect(bar.title?.text == "Inbox" && bar.left.count == 1 && bar.right.count == 1)
        #expect(bar.background.kind == .none && bar.separator == nil)
        #expect(tabs.items.allSatisfy { $0.frame.y >= bar.frame.maxY })
        let svg = try SVGDocument(of: sidebar)
        let controls = try (0..<3).map { try svg["surroundings.window.\($0)"].frame }
        let parts = (bar.left + bar.right).map(\.touch) + [try #require(bar.title).frame]
        for part in parts + [try #require(tabs.sidebarButton).frame] {
            #expect(!controls.contains { $0.overlaps(part) })
        }
        let button = try #require(tabs.sidebarButton).frame
        #expect(!parts.contains { $0.overlaps(button) })
        // Later elements lie over earlier ones.
        #expect(try svg["tabBar"].index < svg["navigationBar"].index)

        let content = try layout("content")
        #expect(content.isBarOnSidebar == false && sidebar.isBarOnSidebar)
        #expect(content.navigationBar?.frame.x == content.content.frame.x)
        let none = try layout("none")
        #expect(none.navigationBar?.frame == content.navigationBar?.frame)
        let columns = try layout("supplementary", panes: "list,detail")
        let panes = columns.content.panes
        #expect(columns.navigationBar?.frame.x == panes[0].frame.x)
        #expect(columns.navigationBar?.frame.width == panes[0].frame.width)
        #expect(panes.allSatisfy { $0.frame.y == columns.navigationBar?.frame.maxY })
        let last = try layout("content", panes: "list,detail")
        #expect(last.navigationBar?.frame.x == panes[1].frame.x)
        #expect(last.navigationBar?.frame.width == panes[1].frame.width)
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

    @Test("A headset's tabs show their titles while people look at one", arguments: ["en", "ar"])
    func lookedAt(locale: String) throws {
        let (_, rest, closed) = try self.layout("vision-pro") {
            $0.locale = LanguageTag(locale) ?? .english
        }
        let focus = try #require(rest.items.first).id
        let (_, tabs, layout) = try self.layout("vision-pro") {
            $0.locale = LanguageTag(locale) ?? .english
            $0.focused = focus
        }
        #expect(tabs.items.allSatisfy { $0.label?.text == $0.accessibility.label })
        #expect(tabs.background.frame.width > rest.background.frame.width)
        for item in tabs.items {
            let (label, icon) = (try #require(item.label).frame, try #require(item.icon).frame)
            #expect(label.isWithin(tabs.background.frame) && !label.overlaps(icon))
        }
        #expect(layout.window == closed.window)
    }

    @Test("On glass the search tab stands apart, on a circle", arguments: ["en", "ar"])
    func glassSearch(locale: String) throws {
        var sample = TabBarSample(3)
        sample.tabs[2] = Tab(id: "find", title: "Find", properties: ["role": "search"])
        let tabs = try #require(
            try BarLayout(sample.scene, on: "iphone-17") {
                $0.locale = LanguageTag(locale) ?? .english
            }.tabBar)
        let search = tabs.items[2]
        let circle = try #require(search.background)
        #expect(
            circle.frame.width == circle.frame.height && circle.frame.height == tabs.frame.height)
        #expect(circle.frame.within(tabs.background.frame).width == 0)
        #expect(search.label == nil && search.accessibility.label == "Find")
        #expect(tabs.items.dropLast().allSatisfy { $0.frame.isWithin(tabs.background.frame) })
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
