import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Navigation design: tabs stay, pushes, both directions, modals")
struct NavigationDesignRows {
    private func deep(_ depth: Int) -> NavigationBarSample {
        NavigationBarSample((1...depth).map { "Screen \($0)" })
    }

    @Test("D-09: tabs stay, however deep people go")
    func tabsStay() throws {
        let depth = Int(DescribedRow("D-09").number("depth"))
        let layout = deep(depth + 1).layout()
        #expect(layout.tabBar?.items.count == 3)
        let svg = try SVGDocument(of: layout)
        #expect(svg.elements(role: "tab").count == 3)
        #expect(try svg["navigationBar.back.label"].text == "Screen \(depth)")
    }

    @Test("D-12: the tab bar is at the same place at every depth")
    func anchored() throws {
        let row = DescribedRow("D-12")
        let depths = row["depths"].split(separator: ", ").compactMap { Int($0) }
        #expect(depths.count == 5 && row["edge"] == "bottom")
        let frames = depths.map { deep($0).layout().tabBar?.frame }
        let first = try #require(frames.first ?? nil)
        #expect(frames.allSatisfy { $0 == first })
        let screen = TestDevice.phone
        #expect(first.maxY == screen.size.height - screen.safeArea.bottom)
        let drawn = try depths.map { try deep($0).svg()["tabBar.background"].frame }
        #expect(drawn.allSatisfy { $0.y == first.y && $0.maxY == screen.size.height })
    }

    @Test("D-14: back shows the title of the screen that people come from")
    func backTitle() throws {
        #expect(DescribedRow("D-14")["back"] == "previous title")
        for depth in 2...5 {
            let bar = try deep(depth).bar()
            #expect(bar.back?.label?.text == "Screen \(depth - 1)")
            #expect(bar.title?.text == "Screen \(depth)")
        }
    }

    @Test("D-15: a row that pushes has a disclosure indicator at its end")
    func disclosure() throws {
        let row = DescribedRow("D-15")
        let sample = NavigationBarSample(top: [
            "rows": "general,about", "rows.general.title": "General",
            "rows.general.pushes": "app://general", "rows.general.accessory": row["accessory"],
            "rows.about.title": "About",
        ])
        let layout = sample.layout()
        let rows = layout.content.rows
        #expect(rows.map(\.label.text) == ["General", "About"])
        let chevron = try #require(rows.first?.disclosure)
        #expect(chevron.frame.x > layout.screen.midX)
        #expect(chevron.frame.midY == rows.first?.frame.midY)
        #expect(rows.last?.disclosure == nil)
        #expect(rows.first?.accessibility.traits == [.button])
        #expect(rows.last?.accessibility.traits == [])
        let svg = try SVGDocument(of: layout)
        #expect(try svg["content.row.general.disclosure"]["data-symbol"] == "chevron.forward")
        #expect(!svg.has("content.row.about.disclosure"))
        let mirrored = sample.layout(on: TestDevice.phone.rightToLeft).content.rows
        let turned = try #require(mirrored.first?.disclosure)
        #expect(turned.isMirrored && turned.frame.maxX < layout.screen.midX)
    }

    @Test("Rows move up with what is scrolled, under the bars; those out of sight are left out")
    func scrolledRows() throws {
        let names = (0..<500).map { "r\($0)" }
        let sample = NavigationBarSample(
            ["List"], top: ["rows": names.joined(separator: ",")],
            bar: ["navigationBar.prefersLargeTitles": "true"])
        let rest = sample.layout()
        #expect(rest.content.rows.first?.frame.y == rest.navigationBar?.frame.maxY)
        let scrolled = sample.layout(on: TestDevice.phone.with { $0.scrollOffset = 1_000 })
        let rows = scrolled.content.rows
        #expect(rows.count < 25)
        let shift = try #require(rest.content.rows.first).frame.y - 1_000
        for row in rows {
            let number = try #require(Double(row.id.dropFirst()))
            #expect(isClose(row.frame.y, shift + number * 44))
            #expect(row.frame.maxY > 0 && row.frame.y < scrolled.screen.maxY)
        }
    }

    @Test("D-17: from left to right, back and chevron are left, and a push comes from the right")
    func leftToRight() throws {
        let row = DescribedRow("D-17")
        let layout = NavigationBarSample().layout()
        let bar = try #require(layout.navigationBar)
        let back = try #require(bar.back)
        #expect((back.frame.maxX < bar.frame.midX ? "left" : "right") == row["back"])
        #expect(try back.indicator.frame.x < #require(back.label).frame.x)
        #expect(!back.indicator.isMirrored)
        let svg = try SVGDocument(of: layout)
        #expect(try svg["navigationBar.back.touch"].frame.maxX < layout.screen.midX)
        let symbol = try svg.elements(in: "navigationBar.back.indicator")
        #expect(!symbol.isEmpty)
        #expect(!symbol.contains { $0["transform"]?.hasPrefix("matrix(-1") == true })
        #expect(bar.pushEdge == row["pushEdge"])
        #expect(bar.transition.kind == .slide)
    }

    @Test("D-18: from right to left all of it is mirrored, the order of tabs too")
    func rightToLeft() throws {
        let row = DescribedRow("D-18")
        let layout = NavigationBarSample().layout(on: TestDevice.phone.rightToLeft)
        let bar = try #require(layout.navigationBar)
        let back = try #require(bar.back)
        #expect((back.frame.x > bar.frame.midX ? "right" : "left") == row["back"])
        #expect(try back.indicator.frame.maxX > #require(back.label).frame.maxX)
        #expect(back.indicator.isMirrored)
        #expect(bar.pushEdge == row["pushEdge"])
        let svg = try SVGDocument(of: layout)
        #expect(try svg["navigationBar.back.touch"].frame.x > layout.screen.midX)
        let symbol = try svg.elements(in: "navigationBar.back.indicator")
        #expect(symbol.contains { $0["transform"]?.hasPrefix("matrix(-1") == true })
        let tabs = try #require(layout.tabBar).items
        #expect(tabs.map(\.frame.x) == tabs.map(\.frame.x).sorted(by: >))
    }
}
