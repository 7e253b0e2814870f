import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The tab bar: background, sizes and slots")
struct TabBarRows {
    @Test("T-01: at rest the bar is of a translucent material", arguments: [false, true])
    func material(isDark: Bool) throws {
        let row = DescribedRow("T-01")
        let traits = isDark ? TestDevice.phone.dark : TestDevice.phone
        let background = try TabBarSample().bar(on: traits).background
        let drawn = try TabBarSample().svg(on: traits)["tabBar.background"]
        #expect(try drawn.number("fill-opacity") < row.number("opacityBelow"))
        #expect(background.kind.rawValue == row["kind"])
        let material = try #require(background.material)
        #expect(row["materials"].contains(material.rawValue))
        #expect(background.color.opacity < row.number("opacityBelow"))
        #expect(background.color.opacity > 0)
        #expect(drawn["data-material"] == material.rawValue)
        // A material is as light or dark as what is around it.
        #expect((background.color.green < 0x80) == isDark)
        #expect(drawn["fill"] == background.color.hexadecimal)
    }

    @Test("T-02: in light, with content under it, it is the system's background")
    func scrolledInLight() throws {
        let row = DescribedRow("T-02")
        let system = try #require(SystemColor(rawValue: row["color"]))
        // Being elevated is for dark alone.
        for isElevated in [false, true] {
            let traits = TestDevice.phone.scrolled.with { $0.isElevated = isElevated }
            let background = try TabBarSample().bar(on: traits).background
            #expect(background.kind.rawValue == row["kind"] && background.material == nil)
            #expect(background.color.opacity == row.number("opacity"))
            #expect(background.color == system.color(in: .light))
            let drawn = try TabBarSample().svg(on: traits)["tabBar.background"]
            // UIKit's published white: the description has the colour's name alone.
            #expect(drawn["fill"] == "#FFFFFF" && drawn["fill-opacity"] == nil)
        }
    }

    @Test("T-03: in dark, with content under it, it is black")
    func scrolledInDark() throws {
        let row = DescribedRow("T-03")
        let traits = TestDevice.phone.dark.scrolled
        let background = try TabBarSample().bar(on: traits).background
        let drawn = try TabBarSample().svg(on: traits)["tabBar.background"]
        #expect(drawn["fill"] == row["fill"] && drawn["fill-opacity"] == nil)
        #expect(background.kind.rawValue == row["kind"])
        #expect(background.color.opacity == row.number("opacity"))
        #expect(background.color.hexadecimal == row["fill"])
    }

    @Test("T-04: in dark and elevated, with content under it, it is a dark gray")
    func scrolledElevated() throws {
        let row = DescribedRow("T-04")
        let traits = TestDevice.phone.dark.scrolled.with { $0.isElevated = true }
        let background = try TabBarSample().bar(on: traits).background
        let drawn = try TabBarSample().svg(on: traits)["tabBar.background"]
        #expect(drawn["fill"] == row["fill"] && drawn["fill-opacity"] == nil)
        #expect(background.kind.rawValue == row["kind"])
        #expect(background.color.opacity == row.number("opacity"))
        #expect(background.color.hexadecimal == row["fill"])
    }

    @Test("T-05: a line of a third of a point is at the top", arguments: [false, true])
    func separator(isDark: Bool) throws {
        let row = DescribedRow("T-05")
        let traits = isDark ? TestDevice.phone.dark : TestDevice.phone
        let bar = try TabBarSample().bar(on: traits.scrolled)
        let separator = try #require(bar.separator)
        #expect(separator.frame.height == row.number("thickness"))
        #expect(separator.frame.y == bar.frame.y)
        #expect(separator.frame.x == 0 && separator.frame.width == bar.frame.width)
        #expect(separator.color == SystemColor.separator.color(on: traits))
        let drawn = try TabBarSample().svg(on: traits.scrolled)["tabBar.separator"]
        #expect(try drawn.number("stroke-width") == row.number("thickness"))
        #expect(isDrawn(try drawn.frame.y, bar.frame.y))
        // UIKit's published colour: the description has its name alone.
        #expect(drawn["stroke"] == (isDark ? "#545458" : "#3C3C43"))
        #expect(try drawn.number("stroke-opacity") == (isDark ? 0.6 : 0.29))
    }

    @Test("T-06: at rest there is no line", arguments: [false, true])
    func separatorAtRest(isDark: Bool) throws {
        let row = DescribedRow("T-06")
        let traits = isDark ? TestDevice.phone.dark : TestDevice.phone
        let bar = try TabBarSample().bar(on: traits)
        #expect((bar.separator != nil) == (row["visibleAtRest"] == "true"))
        let drawn = try TabBarSample().svg(on: traits)
        #expect(drawn.has("tabBar.separator") == (row["visibleAtRest"] == "true"))
    }

    @Test("T-07: scrolling makes the bar opaque, and back, as it makes the navigation bar")
    func scrolling() throws {
        let row = DescribedRow("T-07")
        let sample = NavigationBarSample()
        func kind(_ offset: Double) throws -> String {
            let traits = TestDevice.phone.with { $0.scrollOffset = offset }
            let layout = sample.layout(on: traits)
            let kind = try #require(layout.tabBar).background.kind
            #expect(layout.navigationBar?.background.kind == kind)
            return kind.rawValue
        }
        #expect(try kind(0) == row["kindAtRest"])
        #expect(try kind(1) == row["kindScrolled"])
        #expect(try kind(500) == row["kindScrolled"])
        #expect(try kind(0) == row["kindAtRest"])
        // Content that is pulled down beyond its top is not under the bar.
        #expect(try kind(-30) == row["kindAtRest"])
    }

    @Test("T-08: without a safe area the bar is 49 high, and ends at the screen's edge")
    func height() throws {
        let row = DescribedRow("T-08")
        let bar = try TabBarSample().bar(on: TestDevice.smallPhone)
        #expect(bar.frame.height == row.number("height"))
        #expect(bar.safeBottom == 0)
        #expect(bar.frame.maxY == TestDevice.smallPhone.size.height)
        #expect(bar.background.frame == bar.frame)
    }

    @Test("T-09: with the home indicator's safe area it is 83 high")
    func heightWithSafeArea() throws {
        let row = DescribedRow("T-09")
        let bar = try TabBarSample().bar(on: TestDevice.phone)
        #expect(bar.frame.height == row.number("bar"))
        #expect(bar.safeBottom == row.number("safeBottom"))
        #expect(bar.frame.height + bar.safeBottom == row.number("height"))
        #expect(bar.background.frame.height == row.number("height"))
        #expect(bar.background.frame.maxY == TestDevice.phone.size.height)
    }

    @Test("T-10: there are never more than five slots", arguments: 1...64)
    func slots(count: Int) throws {
        let row = DescribedRow("T-10")
        let items = try TabBarSample(count).bar().items
        #expect(items.count == min(count, Int(row.number("maximum"))))
        #expect(try TabBarSample(count).svg().elements(role: "tab").count == items.count)
    }

    @Test("T-11: the sixth item brings More, in the last slot")
    func sixth() throws {
        let row = DescribedRow("T-11")
        let five = try TabBarSample(Int(row.number("maximum"))).bar()
        #expect(five.more == nil && !five.items.contains { $0.id == "more" })
        let six = try TabBarSample(Int(row.number("count"))).bar()
        #expect(six.more != nil)
        #expect(six.items.map(\.id) == ["tab.a", "tab.b", "tab.c", "tab.d", "more"])
    }

    @Test("T-12: all slots have the same share of the bar's width", arguments: 1...6)
    func widths(count: Int) throws {
        let row = DescribedRow("T-12")
        #expect(row["share"] == "equal")
        for traits in [TestDevice.phone, TestDevice.landscapePhone, TestDevice.smallPhone] {
            let bar = try TabBarSample(count).bar(on: traits)
            let svg = try TabBarSample(count).svg(on: traits)
            for (index, item) in bar.items.enumerated() {
                let share = bar.frame.width / Double(bar.items.count)
                #expect(isClose(item.frame.width, share))
                #expect(isClose(item.frame.x, share * Double(index)))
                #expect(item.frame.y == bar.frame.y && item.frame.height == bar.frame.height)
                let drawn = try svg["\(item.id).frame"]
                #expect(isDrawn(try drawn.number("width"), share))
            }
        }
    }
}
