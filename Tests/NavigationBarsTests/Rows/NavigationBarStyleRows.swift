import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("The navigation bar: styles, colours and the title's attributes")
struct NavigationBarStyleRows {
    private func background(_ bar: Properties, on traits: DeviceTraits = TestDevice.phone) throws
        -> (layout: Background, svg: SVGDocument.Element)
    {
        let layout = NavigationBarSample(bar: bar).layout(on: traits)
        return (
            try #require(layout.navigationBar).background,
            try SVGDocument(of: layout)["navigationBar.background"]
        )
    }

    private func title(_ bar: Properties, on traits: DeviceTraits = TestDevice.phone) throws
        -> (layout: TextElement, svg: SVGDocument.Element)
    {
        let layout = NavigationBarSample(bar: bar).layout(on: traits)
        return (
            try #require(layout.navigationBar?.title),
            try SVGDocument(of: layout)["navigationBar.title"]
        )
    }

    private func brightness(_ hexadecimal: String?) throws -> Int {
        let digits = try #require(hexadecimal).dropFirst()
        return try #require(Int(digits.prefix(2), radix: 16))
    }

    @Test("N-36: the default style is a light bar with a dark title")
    func defaultStyle() throws {
        let row = DescribedRow("N-36")
        #expect(row["bar"] == "light" && row["title"] == "dark")
        let bar: Properties = ["navigationBar.barStyle": row["barStyle"]]
        for values in [[:], bar] {
            #expect(try brightness(background(values).svg["fill"]) > 0xE0)
            #expect(try brightness(title(values).svg["fill"]) < 0x20)
        }
    }

    @Test("N-37: the black style is a black bar with a light title, in light and in dark")
    func blackStyle() throws {
        let row = DescribedRow("N-37")
        let bar: Properties = ["navigationBar.barStyle": row["barStyle"]]
        #expect(row["bar"] == "black" && row["title"] == "light")
        for traits in [TestDevice.phone, TestDevice.phone.dark] {
            #expect(try background(bar, on: traits).svg["fill"] == "#000000")
            #expect(try brightness(title(bar, on: traits).svg["fill"]) > 0xE0)
        }
    }

    @Test("N-38: explicit properties win over the style")
    func explicit() throws {
        #expect(DescribedRow("N-38")["winner"] == "explicit")
        let bar: Properties = [
            "navigationBar.barStyle": "black", "navigationBar.barTintColor": "#FFCC00",
            "navigationBar.titleTextAttributes.foregroundColor": "#102030",
        ]
        #expect(try background(bar).svg["fill"] == "#FFCC00")
        #expect(try title(bar).svg["fill"] == "#102030")
        var newer = bar
        newer["navigationBar.standardAppearance.backgroundColor"] = "#00FF00"
        #expect(try background(newer).svg["fill"] == "#00FF00")
        #expect(try title(newer).svg["fill"] == "#102030")
    }

    @Test("N-39: a bar is translucent unless it is set otherwise")
    func translucent() throws {
        let row = DescribedRow("N-39")
        let read = try NavigationBarSample().json()["navigationBar.isTranslucent"]
        #expect(read == .flag(row["isTranslucent"] == "true"))
        let found = try background([:])
        #expect(found.layout.kind == .translucent)
        #expect(found.layout.color.opacity < row.number("opacityBelow"))
        #expect(try found.svg.number("fill-opacity") < row.number("opacityBelow"))
    }

    @Test("N-40: a bar that is not translucent is opaque")
    func opaque() throws {
        let row = DescribedRow("N-40")
        let bar: Properties = ["navigationBar.isTranslucent": row["isTranslucent"]]
        #expect(try !NavigationBarSample(bar: bar).bar().isTranslucent)
        let found = try background(bar)
        #expect(found.layout.kind == .opaque)
        #expect(found.layout.color.opacity == row.number("opacity"))
        #expect(Double(found.svg["fill-opacity"] ?? "1") == row.number("opacity"))
        var tinted = bar
        tinted["navigationBar.barTintColor"] = "#FF000080"
        #expect(try background(tinted).layout.color.opacity == row.number("opacity"))
    }

    @Test("N-41: a bar tint is the background instead of the style's")
    func barTint() throws {
        let name = Property.named(DescribedRow("N-41")["property"])
        #expect(try background([name: "#336699"]).svg["fill"] == "#336699")
        #expect(
            try background([name: "systemRed"], on: TestDevice.phone.dark).svg["fill"] == "#FF453A")
    }

    @Test("N-42: the tint colours the way back and the buttons, not the title")
    func tint() throws {
        let row = DescribedRow("N-42")
        #expect(row["tinted"] == "back, right" && row["untinted"] == "title")
        let layout = NavigationBarSample(
            top: ["right": "edit,add", "right.edit.title": "Edit", "right.add.image": "plus"],
            bar: [Property.named(row["property"]): "#FF9500"]
        ).layout()
        let svg = try SVGDocument(of: layout)
        for id in ["back.label", "back.indicator", "right.edit.label", "right.add.icon"] {
            let element = try svg["navigationBar.\(id)"]
            #expect(element["fill"] == "#FF9500" || element["stroke"] == "#FF9500", "\(id)")
        }
        #expect(try svg["navigationBar.title"]["fill"] == "#000000")
        #expect(layout.navigationBar?.tintColor.hexadecimal == "#FF9500")
        #expect(try NavigationBarSample().svg()["navigationBar.back.label"]["fill"] == "#007AFF")
    }

    @Test("N-43: the title's font and its size can be set, and it stays in the middle")
    func font() throws {
        let row = DescribedRow("N-43")
        let found = try title([
            Property.named(row["property"]): "Georgia",
            "navigationBar.titleTextAttributes.fontSize": "21",
            "navigationBar.titleTextAttributes.fontWeight": "bold",
        ])
        #expect(found.svg["font-family"]?.contains("Georgia") == true)
        #expect(try found.svg.number("font-size") == 21)
        #expect(try found.svg.number("font-weight") == 700)
        #expect(found.svg["text-anchor"] == row["anchor"])
        #expect(isClose(found.layout.frame.midX, TestDevice.phone.size.width / 2))
        #expect(try title([:]).svg.number("font-size") == 17)
        #expect(try title([:]).svg.number("font-weight") == 600)
    }

    @Test("N-44: the title's colour can be set")
    func color() throws {
        let name = Property.named(DescribedRow("N-44")["property"])
        #expect(try title([name: "#AB12CD"]).svg["fill"] == "#AB12CD")
        #expect(
            try NavigationBarSample(bar: [name: "#AB12CD"]).svg()["navigationBar.back.label"][
                "fill"]
                != "#AB12CD")
    }

    @Test("N-45: the colour of the title's shadow can be set")
    func shadowColor() throws {
        let name = Property.named(DescribedRow("N-45")["property"])
        let sample = NavigationBarSample(bar: [name: "#12AB34"])
        #expect(try sample.bar().title?.shadow?.color.hexadecimal == "#12AB34")
        let filter = try sample.svg().elements(in: "navigationBar.title.shadow")
        #expect(filter.contains { $0["flood-color"] == "#12AB34" })
        let title = try sample.svg()["navigationBar.title"]
        #expect(title["filter"] == "url(#navigationBar.title.shadow)")
        #expect(title["fill"] == "#000000")
        #expect(try NavigationBarSample().bar().title?.shadow == nil)
    }

    @Test("N-46: the offset of the title's shadow can be set")
    func shadowOffset() throws {
        let name = Property.named(DescribedRow("N-46")["property"])
        let sample = NavigationBarSample(bar: [
            name: "2,-3", "navigationBar.titleTextAttributes.shadowColor": "black",
        ])
        #expect(try sample.bar().title?.shadow?.offset == Point(x: 2, y: -3))
        let filter = try sample.svg().elements(in: "navigationBar.title.shadow")
        #expect(filter.contains { $0["dx"] == "2" && $0["dy"] == "-3" })
    }

    @Test("N-47: the title moves down for the metrics that it is set for, and for no others")
    func adjustment() throws {
        let row = DescribedRow("N-47")
        #expect(row["keyedBy"] == "metrics")
        let prompt: Properties = ["prompt": "Prompt"]
        let places: [(metrics: String, top: Properties, traits: DeviceTraits)] = [
            ("default", [:], TestDevice.phone), ("compact", [:], TestDevice.landscapePhone),
            ("defaultPrompt", prompt, TestDevice.phone),
            ("compactPrompt", prompt, TestDevice.landscapePhone),
        ]
        for setMetrics in places.map(\.metrics) {
            let name = row["property"].replacing("*", with: setMetrics)
            for (metrics, top, traits) in places {
                let plain = NavigationBarSample(top: top)
                let moved = NavigationBarSample(top: top, bar: [Property.named(name): "5"])
                #expect(try moved.bar(on: traits).metrics == metrics)
                let before = try plain.svg(on: traits)["navigationBar.title"].number("y")
                let after = try moved.svg(on: traits)["navigationBar.title"].number("y")
                #expect(abs(after - before - (metrics == setMetrics ? 5 : 0)) < 0.01)
            }
        }
    }

    @Test("N-57: a bar tint is semitransparent while the bar is translucent")
    func semitransparentTint() throws {
        let below = DescribedRow("N-57").number("opacityBelow")
        let found = try background(["navigationBar.barTintColor": "#336699"])
        #expect(found.layout.kind == .translucent)
        #expect(found.svg["fill"] == "#336699")
        #expect(try found.svg.number("fill-opacity") < below)
        let opaque = try background([
            "navigationBar.barTintColor": "#336699", "navigationBar.isTranslucent": "false",
        ])
        #expect(opaque.layout.color.opacity == below)
    }
}
