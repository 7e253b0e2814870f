import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The tab bar: icons, labels and states")
struct TabBarItemRows {
    private let traits = TestDevice.phone

    /// Devices of every kind that has a tab bar, in light and in dark.
    private static let places: [DeviceTraits] = [
        TestDevice.phone, TestDevice.landscapePhone, TestDevice.pad.running(17),
    ].flatMap { [$0, $0.dark] }

    @Test("T-13: icons are 25 points, selected or not")
    func iconSize() throws {
        let row = DescribedRow("T-13")
        let pair = try TabBarSample().pair()
        for item in [pair.selected, pair.other] {
            let icon = try #require(item.icon)
            #expect(icon.frame.width == row.number("size"))
            #expect(icon.frame.height == row.number("size"))
            #expect(isClose(icon.frame.midX, item.frame.midX))
            let drawn = try TabBarSample().svg()["\(item.id).icon"]
            #expect(try drawn.number("width") == row.number("size"))
            #expect(try drawn.number("height") == row.number("size"))
        }
    }

    @Test("T-14: icons are symbols of medium weight, selected or not")
    func iconWeight() throws {
        let row = DescribedRow("T-14")
        let pair = try TabBarSample().pair()
        #expect(pair.selected.icon?.weight.rawValue == row["weight"])
        #expect(pair.other.icon?.weight.rawValue == row["weight"])
    }

    @Test("T-15: the icon of an item that is not selected is gray", arguments: places)
    func unselectedIcon(traits: DeviceTraits) throws {
        let row = DescribedRow("T-15")
        #expect(try TabBarSample().pair(on: traits).other.icon?.color.hexadecimal == row["fill"])
        #expect(try TabBarSample().svg(on: traits)["tab.b.icon"]["fill"] == row["fill"])
    }

    @Test("N-110: an item says the purpose of its tab, and nothing that is no purpose")
    func purpose() throws {
        let row = DescribedRow("N-110")
        for value in row.list("values") + ["other", ""] {
            var sample = TabBarSample(3)
            sample.tabs[1] = Tab(
                id: "b", title: "B",
                properties: [PropertyName(unchecked: row["property"]): value])
            let isPurpose = row.list("values").contains(value)
            #expect(try sample.bar().items[1].purpose == (isPurpose ? value : nil))
            let json = try LayoutJSON(of: BarLayout(sample.scene, on: traits))
            #expect(json["tabBar.items.1.purpose"]?.text == (isPurpose ? value : nil))
        }
    }

    @Test("T-16: the icon of the selected item has the tint")
    func selectedIcon() throws {
        #expect(DescribedRow("T-16")["fill"] == "tintColor")
        let sample = TabBarSample(bars: ["tabBar.tintColor": "#AF52DE"])
        #expect(try sample.bar().tintColor.hexadecimal == "#AF52DE")
        #expect(try sample.pair().selected.icon?.color.hexadecimal == "#AF52DE")
        #expect(try sample.pair().other.icon?.color.hexadecimal != "#AF52DE")
        #expect(try sample.svg()["tab.a.icon"]["fill"] == "#AF52DE")
    }

    @Test("T-17: the tint is the system's blue unless it is set", arguments: [false, true])
    func initialTint(isDark: Bool) throws {
        let blue = try #require(SystemColor(rawValue: DescribedRow("T-17")["tintColor"]))
        let traits = isDark ? traits.dark : traits
        #expect(try TabBarSample().bar(on: traits).tintColor == blue.color(on: traits))
        // UIKit's published blues: the description has the colour's name alone.
        let drawn = try TabBarSample().svg(on: traits)["tab.a.icon"]
        #expect(drawn["fill"] == (isDark ? "#0A84FF" : "#007AFF"))
        // A colour that is none is as good as not set.
        let wrong = TabBarSample(bars: ["tabBar.tintColor": "bluish"])
        #expect(try wrong.bar(on: traits).tintColor == blue.color(on: traits))
    }

    @Test("T-18: labels are SF Pro Medium 10, selected or not")
    func labelFont() throws {
        let row = DescribedRow("T-18")
        let pair = try TabBarSample().pair()
        for item in [pair.selected, pair.other] {
            let font = try #require(item.label?.font)
            #expect(font.family == row["family"])
            #expect(font.weight.rawValue == row["weight"])
            #expect(font.size == row.number("size"))
            let drawn = try TabBarSample().svg()["\(item.id).label"]
            #expect(drawn["font-family"]?.contains(row["family"]) == true)
            #expect(try drawn.number("font-weight") == 500)
            #expect(try drawn.number("font-size") == row.number("size"))
        }
    }

    @Test("T-19: the label of an item that is not selected is gray", arguments: places)
    func unselectedLabel(traits: DeviceTraits) throws {
        let row = DescribedRow("T-19")
        #expect(try TabBarSample().pair(on: traits).other.label?.color.hexadecimal == row["fill"])
        #expect(try TabBarSample().svg(on: traits)["tab.b.label"]["fill"] == row["fill"])
    }

    @Test("T-20: the label of the selected item has the tint")
    func selectedLabel() throws {
        #expect(DescribedRow("T-20")["fill"] == "tintColor")
        let sample = TabBarSample(bars: ["tabBar.tintColor": "systemPink"])
        #expect(try sample.item().label?.color == SystemColor.systemPink.color(in: .light))
        #expect(try sample.bar().tintColor == SystemColor.systemPink.color(in: .light))
        #expect(try sample.svg()["tab.a.label"]["fill"] == sample.bar().tintColor.hexadecimal)
    }

    @Test("T-21: the label begins 2 points below the icon, selected or not")
    func gap() throws {
        let row = DescribedRow("T-21")
        let pair = try TabBarSample().pair()
        for item in [pair.selected, pair.other] {
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(isClose(label.frame.y - icon.frame.maxY, row.number("gap")))
            let svg = try TabBarSample().svg()
            let top = try svg["\(item.id).label"].number("y") - TextMetrics.ascent(of: label.font)
            #expect(isDrawn(top - (try svg["\(item.id).icon"].frame.maxY), row.number("gap")))
        }
    }

    @Test("T-22: labels stand 2 points above the lower edge of the 49")
    func baseline() throws {
        let row = DescribedRow("T-22")
        for traits in [TestDevice.phone, TestDevice.smallPhone] {
            let bar = try TabBarSample().bar(on: traits)
            let label = try #require(bar.items.first?.label)
            #expect(bar.frame.height == row.number("height"))
            #expect(isClose(label.baseline.y - bar.frame.y, row.number("baseline")))
            #expect(isClose(bar.frame.maxY - label.baseline.y, row.number("distance")))
            #expect(label.anchor == .middle)
            #expect(isClose(label.baseline.x, bar.items[0].frame.midX))
            let drawn = try TabBarSample().svg(on: traits)["tab.a.label"]
            #expect(isDrawn(try drawn.number("y") - bar.frame.y, row.number("baseline")))
            #expect(drawn["text-anchor"] == "middle")
        }
    }

    @Test("T-23: symbols have no configuration of their own, so the bar's size")
    func configuration() throws {
        let row = DescribedRow("T-23")
        let icon = try #require(try TabBarSample().item().icon)
        #expect(icon.configuration.rawValue == row["configuration"])
        #expect(icon.frame.height == row.number("size"))
    }

    @Test("T-24: an icon has one colour, the tint, whatever its symbol")
    func template() throws {
        #expect(DescribedRow("T-24").number("colors") == 1)
        let symbols = ["house", "music.note", "app-logo-in-colours"]
        let colors = try symbols.map { try TabBarSample(icon: $0).item().icon?.color }
        #expect(Set(colors) == [SystemColor.systemBlue.color(in: .light)])
        for symbol in symbols {
            let svg = try TabBarSample(icon: symbol).svg()
            let parts = [try svg["tab.a.icon"]] + (try svg.elements(in: "tab.a.icon"))
            let drawn = parts.flatMap { [$0["fill"], $0["stroke"]] }.filter { $0 != "none" }
            #expect(Set(drawn) == [SystemColor.systemBlue.color(in: .light).hexadecimal])
        }
    }

    @Test("T-25: from iOS 18 the symbol of the selected item bounces")
    func bounce() throws {
        let row = DescribedRow("T-25")
        let since = Int(row.number("since"))
        let sidebar = [BarKey("tabBar.placement"): "sidebar"]
        for (traits, bars) in [(TestDevice.phone, [:]), (TestDevice.pad, sidebar)] {
            let pair = try TabBarSample(bars: bars).pair(on: traits.running(since))
            #expect(pair.selected.motion?.kind.rawValue == row["motion"])
            #expect(pair.other.motion == nil)
            #expect(try TabBarSample().item(on: traits.running(since - 1)).motion == nil)
        }
    }

    @Test("T-26: the selected item has the filled variant of its symbol")
    func filled() throws {
        let row = DescribedRow("T-26")
        let sample = TabBarSample(icon: row["symbol"])
        #expect(try sample.item().icon?.symbol == row["selected"])
        var other = sample
        other.selected = "b"
        #expect(try other.item().icon?.symbol == row["symbol"])
        // What is filled stays so; a symbol of the app's own stands for the filled one.
        #expect(try TabBarSample(icon: row["selected"]).item().icon?.symbol == row["selected"])
        let own = TabBarSample(icon: row["symbol"], properties: ["selectedImage": "star"])
        #expect(try own.item().icon?.symbol == "star")
        #expect(try TabBarSample(icon: nil).item().icon == nil)
    }

    @Test("T-38: normal items are gray, icon and label", arguments: places)
    func normal(traits: DeviceTraits) throws {
        let row = DescribedRow("T-38")
        let svg = try TabBarSample().svg(on: traits)
        for item in try TabBarSample().bar(on: traits).items.dropFirst() {
            #expect(item.icon?.color.hexadecimal == row["fill"])
            #expect(item.label?.color.hexadecimal == row["fill"])
            #expect(item.icon?.opacity == 1 && item.label?.opacity == 1)
            #expect(!item.isSelected)
            #expect(try svg["\(item.id).icon"]["fill"] == row["fill"])
            #expect(try svg["\(item.id).label"]["fill"] == row["fill"])
        }
    }

    @Test("T-39: the selected item has the tint, icon and label", arguments: places)
    func selected(traits: DeviceTraits) throws {
        #expect(DescribedRow("T-39")["fill"] == "tintColor")
        var sample = TabBarSample(bars: ["tabBar.tintColor": "#00AA00"])
        sample.selected = "c"
        let bar = try sample.bar(on: traits)
        let svg = try sample.svg(on: traits)
        #expect(bar.tintColor.hexadecimal == "#00AA00")
        #expect(bar.items.filter(\.isSelected).map(\.id) == ["tab.c"])
        for item in bar.items {
            #expect((item.icon?.color == bar.tintColor) == item.isSelected)
            #expect((item.label?.color == bar.tintColor) == item.isSelected)
            for part in ["icon", "label"] {
                let fill = try svg["\(item.id).\(part)"]["fill"]
                #expect((fill == "#00AA00") == item.isSelected)
            }
        }
    }

    @Test("T-40: the icon under the finger is less opaque, and then opaque again")
    func pressed() throws {
        let row = DescribedRow("T-40")
        let pressed = try TabBarSample().item(on: traits.with { $0.pressed = "tab.a" })
        let opacity = try #require(pressed.icon?.opacity)
        #expect(pressed.isPressed)
        #expect(opacity < row.number("opacityBelow") && opacity > 0)
        #expect(pressed.label?.opacity == 1)
        let after = try TabBarSample().item(on: traits)
        #expect(after.icon?.opacity == row.number("opacityAfter") && !after.isPressed)
        let elsewhere = try TabBarSample().item(on: traits.with { $0.pressed = "tab.b" })
        #expect(elsewhere.icon?.opacity == row.number("opacityAfter"))
        let svg = try TabBarSample().svg(on: traits.with { $0.pressed = "tab.a" })
        #expect(try svg["tab.a.icon"].number("opacity") < row.number("opacityBelow"))
        #expect(try svg["tab.a.label"]["opacity"] == nil)
        #expect(try TabBarSample().svg()["tab.a.icon"]["opacity"] == nil)
    }

    @Test("T-41: a disabled item is faint, whole")
    func disabled() throws {
        let row = DescribedRow("T-41")
        var sample = TabBarSample(isEnabled: false, badge: "3")
        sample.selected = "b"
        let item = try sample.item(on: traits.with { $0.pressed = "tab.a" })
        #expect(item.icon?.opacity == row.number("opacity"))
        #expect(item.label?.opacity == row.number("opacity"))
        #expect(item.badge?.opacity == row.number("opacity"))
        #expect(!item.isEnabled && !item.isPressed)
        #expect(item.accessibility.traits.contains(.notEnabled))
        for part in ["icon", "label", "badge"] {
            let drawn = try sample.svg()["tab.a.\(part)"]
            #expect(try drawn.number("opacity") == row.number("opacity"), "\(part)")
        }
    }

    @Test("T-43: another tab is selected at once")
    func selection() throws {
        let row = DescribedRow("T-43")
        let motion = try TabBarSample().bar().selectionMotion
        #expect(motion.kind.rawValue == row["motion"])
        #expect(motion.duration == row.number("duration"))
    }

    @Test("T-45: the bounce is a spring of half a second")
    func bounceFigures() throws {
        let row = DescribedRow("T-45")
        let since = Int(row.number("since"))
        let motion = try #require(try TabBarSample().item(on: traits.running(since)).motion)
        #expect(motion.duration == row.number("duration"))
        #expect(motion.bounce == row.number("bounce"))
        #expect(motion.isSpring == (row["spring"] == "true"))
    }
}
