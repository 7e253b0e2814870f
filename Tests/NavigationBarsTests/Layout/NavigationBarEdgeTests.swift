import NavigationModel
import Testing

@testable import NavigationBars

/// The widths at which something in a bar of a phone just fits: a hundredth of a point more and it is
/// there whole, a hundredth less and it is not.
@Suite("Navigation bars, where something just fits")
struct NavigationBarEdgeTests {
    /// Margins of a bar that is narrower than 414 points.
    private static let margin = 16.0
    /// The left edge of the words on the way back: behind the empty part of the indicator's square.
    private static let backWords = 2.0 + 24 - 3
    private static let gap = 8.0

    private static func width(_ text: String, _ weight: Font.Weight = .regular) -> Double {
        TextMetrics.width(of: text, in: Font(weight: weight, size: 17))
    }

    /// The bar of a sample on phones that are wider and narrower than the edge by very little.
    private static func around(
        _ edge: Double, _ sample: NavigationBarSample
    ) throws -> (wider: NavigationBarLayout, narrower: NavigationBarLayout) {
        func bar(_ width: Double) throws -> NavigationBarLayout {
            try sample.bar(on: TestDevice.smallPhone.with { $0.size.width = width })
        }
        return (try bar(edge + 0.01), try bar(edge - 0.01))
    }

    @Test("Words on the way back show while the title stays in the middle, else that it leads back")
    func centred() throws {
        let sample = NavigationBarSample(["A long name of what is before", "General"])
        let before = Self.backWords + Self.width("A long name of what is before") + Self.gap
        let edge = 2 * before + Self.width("General", .semibold)
        let (wider, narrower) = try Self.around(edge, sample)
        #expect(wider.back?.label?.text == "A long name of what is before")
        #expect(narrower.back?.label?.text == "Back")
        #expect(narrower.title?.text == "General")
    }

    @Test("Shows words while the title is whole where not even Back leaves it in the middle")
    func beside() throws {
        let title = "A title of some length here"
        let sample = NavigationBarSample(["Top", title])
        let edge =
            Self.backWords + Self.width("Top") + Self.gap + Self.width(title, .semibold)
            + Self.margin
        let (wider, narrower) = try Self.around(edge, sample)
        #expect(wider.back?.label?.text == "Top" && wider.title?.text == title)
        #expect(narrower.back?.label == nil && narrower.title?.text == title)
    }

    @Test("A title is truncated where it would touch the chevron or the margin")
    func title() throws {
        let title = "A title of some length here"
        let edge = 2 + 24 + Self.gap + Self.width(title, .semibold) + Self.margin
        let (wider, narrower) = try Self.around(edge, NavigationBarSample(["Top", title]))
        #expect(wider.title?.text == title)
        #expect(narrower.title?.text.hasSuffix("…") == true)
    }

    @Test("Without a title the words on the way back have the bar to its margin")
    func alone() throws {
        let before = "A long name of what is before"
        let edge = Self.backWords + Self.width(before) + Self.margin
        let (wider, narrower) = try Self.around(edge, NavigationBarSample([before, ""]))
        #expect(wider.back?.label?.text == before)
        #expect(narrower.back?.label?.text == "Back")
    }

    @Test("Items after the title keep a gap from the words on the way back")
    func items() throws {
        let sample = NavigationBarSample(
            ["Top", "A title of some length here"],
            top: ["right": "a", "right.a.title": "Edit"])
        let edge =
            Self.backWords + Self.width("Top") + Self.gap
            + Self.width("A title of some length here", .semibold) + Self.gap
            + Self.width("Edit") + Self.margin
        let (wider, narrower) = try Self.around(edge, sample)
        #expect(wider.right.first?.label?.text == "Edit")
        #expect(wider.back?.label?.text == "Top")
        #expect(narrower.back?.label == nil)
    }

    @Test("A large title is truncated where it would touch a margin")
    func largeTitle() throws {
        let title = "A title of some length"
        let edge =
            2 * Self.margin
            + TextMetrics.width(of: title, in: Font(weight: .bold, size: 34))
        let (wider, narrower) = try Self.around(
            edge, NavigationBarSample([title], bar: ["navigationBar.prefersLargeTitles": "true"]))
        #expect(wider.title?.text == title && wider.titleMode == .large)
        #expect(narrower.title?.text.hasSuffix("…") == true)
    }

    @Test("A text item is truncated where the title would keep less than 44 points between gaps")
    func cutItem() throws {
        let words = "An item with words that say a lot"
        let sample = NavigationBarSample(
            ["General settings"], top: ["right": "a", "right.a.title": words])
        let edge = Self.margin + Self.gap + 44 + Self.gap + Self.width(words) + Self.margin
        let (wider, narrower) = try Self.around(edge, sample)
        #expect(wider.right.first?.label?.text == words)
        #expect(narrower.right.first?.label?.text.hasSuffix("…") == true)
    }

    @Test("Bars have the wider margin from 414 points on")
    func margins() {
        #expect(NavigationBarMetrics.margin(in: 413.99) == 16)
        #expect(NavigationBarMetrics.margin(in: 414) == 20)
    }
}
