import NavigationModel
import SeededRandom
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Invariants of tab bars, for all tabs and devices")
struct TabBarPropertyTests {
    private static let seeds: [UInt64] = Array(1...60)

    /// A device and a scene that one can meet.
    private static func meet(_ seed: UInt64) -> (sample: TabBarSample, traits: DeviceTraits) {
        var random = SeededGenerator(seed: seed)
        let devices = [
            TestDevice.phone, TestDevice.landscapePhone, TestDevice.smallPhone, TestDevice.pad,
            TestDevice.pad.running(17), TestDevice.android, TestDevice.landscapeAndroid,
        ]
        var traits = devices.randomElement(using: &random) ?? TestDevice.phone
        traits.scrollOffset = Bool.random(using: &random) ? 40 : 0
        traits.appearance = Bool.random(using: &random) ? .dark : .light
        traits.isMoreShown = Int.random(in: 0..<4, using: &random) == 0
        var sample = TabBarSample(Int.random(in: 1...12, using: &random))
        sample.tabs = sample.tabs.map { tab in
            let title = ["", "Home", "설정", "A title that no slot has room for", "الإعدادات"]
            let badge: [String?] = [nil, "", "1", "42", "99+", "a long badge"]
            return Tab(
                id: tab.id, title: title.randomElement(using: &random) ?? "",
                icon: Bool.random(using: &random) ? "star" : nil,
                isEnabled: Int.random(in: 0..<5, using: &random) > 0,
                badge: badge.randomElement(using: &random) ?? nil,
                stack: [Screen(id: "root", route: "app://root", title: "Root")])
        }
        sample.selected = sample.tabs.randomElement(using: &random)?.id
        func choose(_ property: Property) {
            guard case .choice(let words) = property.type, Bool.random(using: &random) else {
                return
            }
            sample.bars[BarKey(unchecked: property.pattern)] = words.randomElement(using: &random)
        }
        for property in [
            Property.tabBarStyle, .titleVisibility, .alignment, .placement,
        ] { choose(property) }
        return (sample, traits)
    }

    @Test(
        "Slots are within the bar, share it out without overlaps, and hold their parts",
        arguments: seeds)
    func slots(seed: UInt64) throws {
        let (sample, traits) = Self.meet(seed)
        let bar = try sample.bar(on: traits)
        let screen = traits.screen
        #expect(bar.frame.isWithin(screen) && bar.background.frame.isWithin(screen))
        for (index, item) in bar.items.enumerated() {
            #expect(item.frame.isWithin(bar.frame), "\(item.id)")
            #expect(item.touch.isWithin(screen), "\(item.id)")
            for other in bar.items.dropFirst(index + 1) {
                #expect(!item.frame.overlaps(other.frame), "\(item.id), \(other.id)")
                #expect(!item.touch.overlaps(other.touch), "\(item.id), \(other.id)")
            }
            if let icon = item.icon { #expect(icon.frame.isWithin(item.frame), "\(item.id)") }
            if let marker = item.marker { #expect(marker.frame.isWithin(item.frame), "\(item.id)") }
            if let badge = item.badge { #expect(badge.frame.isWithin(screen), "\(item.id)") }
            guard let label = item.label else { continue }
            // The descent of a label that stands on its line may reach below the bar, into the safe
            // area.
            #expect(
                label.frame.x >= item.frame.x - 1e-6 && label.frame.maxX <= item.frame.maxX + 1e-6)
            #expect(label.baseline.y <= item.frame.maxY)
        }
        if bar.placement != .sidebar, bar.alignment != "centered" {
            let sum = bar.items.map(\.frame.width).reduce(0, +)
            #expect(abs(sum - bar.frame.width) < 1e-6)
        }
        #expect(bar.items.filter(\.isSelected).count == 1)
    }

    @Test("A badge covers neither a label nor the next icon", arguments: seeds)
    func badges(seed: UInt64) throws {
        let (sample, traits) = Self.meet(seed)
        let items = try sample.bar(on: traits).items
        for item in items {
            guard let badge = item.badge, let label = item.label else { continue }
            #expect(!badge.frame.overlaps(label.frame), "\(item.id)")
        }
        for (left, right) in zip(items, items.dropFirst()) {
            guard let badge = left.badge, let icon = right.icon else { continue }
            #expect(!badge.frame.overlaps(icon.frame), "\(left.id)")
        }
    }

    @Test("A bar of right-to-left text is its own mirror image", arguments: seeds)
    func mirrored(seed: UInt64) throws {
        let (sample, traits) = Self.meet(seed)
        // A language without words of its own, so that texts are as wide.
        let hebrew = try #require(LanguageTag("he"))
        let bar = try sample.bar(on: traits)
        // What a device's shape takes at the sides is the same at both on these devices.
        let mirror = try sample.bar(on: traits.with { $0.locale = hebrew })
        func expect(_ frame: Rect?, mirrors other: Rect?) {
            #expect((frame == nil) == (other == nil))
            guard let frame, let other else { return }
            #expect(abs(frame.x - (traits.size.width - other.maxX)) < 1e-6)
            #expect(frame.y == other.y && frame.height == other.height)
            #expect(abs(frame.width - other.width) < 1e-6)
        }
        expect(mirror.frame, mirrors: bar.frame)
        expect(mirror.background.frame, mirrors: bar.background.frame)
        #expect(mirror.items.map(\.id) == bar.items.map(\.id))
        for (item, other) in zip(mirror.items, bar.items) {
            expect(item.frame, mirrors: other.frame)
            expect(item.touch, mirrors: other.touch)
            expect(item.icon?.frame, mirrors: other.icon?.frame)
            expect(item.label?.frame, mirrors: other.label?.frame)
            expect(item.badge?.frame, mirrors: other.badge?.frame)
            expect(item.badge?.label?.frame, mirrors: other.badge?.label?.frame)
            expect(item.marker?.frame, mirrors: other.marker?.frame)
            #expect(item.label?.text == other.label?.text)
        }
    }

    @Test("The bars and the content share the screen without an overlap", arguments: seeds)
    func content(seed: UInt64) throws {
        let (sample, traits) = Self.meet(seed)
        let layout = BarLayout(sample.scene, on: traits)
        let bar = try #require(layout.tabBar)
        let navigationBar = try #require(layout.navigationBar)
        #expect(!layout.content.frame.overlaps(bar.frame))
        #expect(!layout.content.frame.overlaps(navigationBar.frame))
        if bar.placement == .top {
            // They share a row, and nothing in it lies over anything else.
            let tabs = bar.items.map(\.frame) + [bar.sidebarButton?.frame].compactMap(\.self)
            let words = [navigationBar.title?.frame, navigationBar.back?.frame]
            let buttons = (navigationBar.left + navigationBar.right)
                .filter { $0.accessibility != nil }.map(\.frame)
            for part in words.compactMap(\.self) + buttons {
                #expect(!tabs.contains { $0.overlaps(part) })
            }
        } else {
            #expect(!navigationBar.frame.overlaps(bar.frame))
        }
        #expect(layout.content.frame.isWithin(traits.screen))
        #expect(layout.content.frame.height > 0 && layout.content.frame.width > 0)
    }
}

extension Rect {
    /// Returns a Boolean value indicating whether all of it is in another, but for rounding.
    func isWithin(_ other: Rect) -> Bool {
        x >= other.x - 1e-6 && y >= other.y - 1e-6 && maxX <= other.maxX + 1e-6
            && maxY <= other.maxY + 1e-6
    }

    /// Returns a Boolean value indicating whether it has an area in common with another, but for
    /// rounding.
    func overlaps(_ other: Rect) -> Bool {
        min(maxX, other.maxX) - max(x, other.x) > 1e-6
            && min(maxY, other.maxY) - max(y, other.y) > 1e-6
    }
}
