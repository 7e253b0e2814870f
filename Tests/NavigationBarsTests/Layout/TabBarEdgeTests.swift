import NavigationModel
import Testing

@testable import NavigationBars

/// The counts and widths at which something in a bar of tabs just fits.
@Suite("Bars of tabs, where something just fits")
struct TabBarEdgeTests {
    @Test("Five tabs have slots of their own; of six the last two are behind More")
    func slots() throws {
        let five = try TabBarSample(5).bar()
        #expect(five.items.count == 5 && five.more == nil)
        let six = try TabBarSample(6).bar()
        #expect(six.items.map(\.id) == ["tab.a", "tab.b", "tab.c", "tab.d", "more"])
    }

    @Test("A label is whole in a slot with two points free at both sides, and else truncated")
    func label() throws {
        let title = "Everything that was played"
        let slot = TextMetrics.width(of: title, in: Font(weight: .medium, size: 10)) + 2 * 2
        func label(_ width: Double) throws -> String? {
            let traits = TestDevice.smallPhone.with { $0.size.width = width }
            return try TabBarSample(title: title).item(on: traits).label?.text
        }
        #expect(try label(3 * slot + 0.01) == title)
        #expect(try label(3 * slot - 0.01)?.hasSuffix("…") == true)
    }

    @Test("A badge of two characters or more has five points before and after them")
    func badge() {
        let font = Font(size: 13)
        let width = TextMetrics.width(of: "99+", in: font) + 2 * 5
        #expect(isClose(BadgeMetrics.uiKit.size(of: "99+", room: 200).width, width))
        #expect(isClose(BadgeMetrics.uiKit.size(of: "99+", room: width + 1e-6).width, width))
        #expect(BadgeMetrics.uiKit.size(of: "99+", room: width - 0.01).width < width - 1)
        #expect(BadgeMetrics.uiKit.size(of: "8", room: 200) == Size(width: 18, height: 18))
        #expect(BadgeMetrics.uiKit.size(of: " ", room: 200) == Size(width: 6, height: 6))
    }
}
