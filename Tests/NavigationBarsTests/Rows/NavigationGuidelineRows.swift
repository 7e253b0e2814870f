import DescribedRows
import Foundation
import NavigationModel
import NavigationText
import Testing

@testable import NavigationBars

@Suite("Guidelines for navigation bars: place, buttons, hiding, panes")
struct NavigationGuidelineRows {
    @Test("H-01: the bar is at the top, directly under the status bar")
    func underStatusBar() throws {
        let row = DescribedRow("H-01")
        #expect(row["edge"] == "top")
        for traits in [TestDevice.phone, TestDevice.smallPhone, TestDevice.android] {
            let layout = NavigationBarSample().layout(on: traits)
            let bar = try #require(layout.navigationBar)
            #expect(bar.frame.y - layout.statusBar.maxY == row.number("gap"))
            let drawn = try SVGDocument(of: layout)["navigationBar.frame"].frame
            #expect(drawn.y - traits.statusBarHeight == row.number("gap"))
        }
    }

    @Test("H-04: the back button is at the left")
    func back() throws {
        #expect(DescribedRow("H-04")["edge"] == "left")
        let bar = try NavigationBarSample().bar()
        let back = try #require(bar.back)
        #expect(back.frame.x - bar.frame.x < NavigationBarMetrics.gap)
        #expect(back.frame.maxX < bar.frame.midX)
        #expect(try NavigationBarSample().svg()["navigationBar.back.indicator"].number("x") < 8)
    }

    @Test("H-05: at the right there may be a button", arguments: ["Done", "Edit"])
    func right(title: String) throws {
        let row = DescribedRow("H-05")
        #expect(row["edge"] == "right")
        #expect(row["examples"].contains(title))
        let sample = NavigationBarSample(top: ["right": "one", "right.one.title": title])
        let button = try #require(try sample.bar().right.first)
        let width = TestDevice.phone.size.width
        #expect(isClose(width - button.frame.maxX, NavigationBarMetrics.margin(in: width)))
        let svg = try sample.svg()
        let drawn = try svg["navigationBar.right.one.label"]
        #expect(drawn.text == title)
        #expect(try drawn.number("x") > svg["navigationBar.title"].number("x"))
        #expect(try svg["navigationBar.right.one.touch"].frame.x > width / 2)
        #expect(try NavigationBarSample().bar().right.isEmpty)
    }

    @Test("H-06: in a split view the bar may be in one pane alone")
    func onePane() throws {
        let bars = Int(DescribedRow("H-06").number("bars"))
        let sample = NavigationBarSample(
            ["Mail"],
            top: [
                "kind": "split", "panes": "side,main", "panes.side.bar": "false",
                "panes.main.title": "Message",
            ])
        let layout = sample.layout(on: TestDevice.pad)
        #expect(layout.navigationBar == nil)
        #expect(layout.content.panes.count == 2)
        let panes = layout.content.panes.filter { $0.navigationBar != nil }
        #expect(panes.count == bars)
        let pane = try #require(panes.first)
        #expect(pane.id == "main")
        #expect(pane.navigationBar?.frame.x == pane.frame.x)
        #expect(pane.navigationBar?.frame.width == pane.frame.width)
        #expect(pane.navigationBar?.title?.text == "Message")
        let svg = try SVGDocument(of: layout)
        #expect(svg.has("navigationBar.main.title") && !svg.has("navigationBar.side"))
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(layout))
        let content = try #require((json as? [String: Any])?["content"] as? [String: Any])
        let written = try #require(content["panes"] as? [[String: Any]])
        #expect(written.map { $0["navigationBar"] is [String: Any] } == [false, true])
    }

    @Test("Panes share the screen; the first bar has the way back, the last what is after a title")
    func panes() throws {
        let sample = NavigationBarSample(
            ["Accounts", "Mail"],
            top: [
                "kind": "split", "panes": "side,main", "right": "edit", "right.edit.title": "Edit",
                "left": "add", "left.add.image": "plus",
            ])
        for traits in [TestDevice.pad, TestDevice.pad.rightToLeft] {
            let panes = sample.layout(on: traits).content.panes
            let (side, main) = (try #require(panes.first), try #require(panes.last))
            #expect(side.frame.width + main.frame.width == traits.size.width)
            #expect((side.frame.x < main.frame.x) == !traits.isRightToLeft)
            #expect(side.navigationBar?.back != nil && main.navigationBar?.back == nil)
            #expect(side.navigationBar?.left.map(\.id) == ["left.add"])
            #expect(side.navigationBar?.right.isEmpty == true)
            #expect(main.navigationBar?.left.isEmpty == true)
            #expect(main.navigationBar?.right.map(\.id) == ["right.edit"])
        }
        let folded = sample.layout().content.panes
        #expect(folded.map(\.id) == ["side"])
        #expect(folded.first?.navigationBar?.right.map(\.id) == ["right.edit"])
    }

    @Test("The first pane has the rows, below its bar and within it")
    func paneRows() throws {
        let sample = NavigationBarSample(
            ["Accounts", "Mail"],
            top: [
                "kind": "split", "panes": "side,main", "rows": "one,two", "rows.one.title": "One",
            ])
        for traits in [TestDevice.pad, TestDevice.pad.rightToLeft, TestDevice.phone] {
            let layout = sample.layout(on: traits)
            let side = try #require(layout.content.panes.first)
            let bar = try #require(side.navigationBar)
            #expect(layout.content.rows.map(\.id) == ["one", "two"])
            #expect(layout.content.rows.first?.frame.y == bar.frame.maxY)
            for row in layout.content.rows {
                #expect(row.frame.x == side.frame.x && row.frame.width == side.frame.width)
            }
            let text = TerminalDrawing(of: layout, columns: 80).drawing.text(.plain)
            #expect(text.contains("One"))
        }
    }

    @Test("H-07: the bar is translucent and may have a background colour")
    func translucent() throws {
        let row = DescribedRow("H-07")
        let plain = try NavigationBarSample().bar().background
        #expect(plain.kind.rawValue == row["kind"])
        #expect(plain.color.opacity < row.number("opacityBelow"))
        let sample = NavigationBarSample(bar: ["navigationBar.barTintColor": "#FFEEDD"])
        let drawn = try sample.svg()["navigationBar.background"]
        #expect(drawn["fill"] == "#FFEEDD")
        #expect(try drawn.number("fill-opacity") < row.number("opacityBelow"))
    }

    private func expectHidden(
        _ change: (inout DeviceTraits) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let sample = NavigationBarSample()
        let layout = sample.layout(on: TestDevice.phone.with(change))
        #expect(layout.navigationBar == nil, sourceLocation: sourceLocation)
        #expect(
            try !SVGDocument(of: layout).has("navigationBar"), sourceLocation: sourceLocation)
        #expect(sample.layout().navigationBar != nil, sourceLocation: sourceLocation)
    }

    @Test("H-08: the bar hides while the keyboard is shown; a modal's, with its ways out, stays")
    func keyboard() throws {
        #expect(DescribedRow("H-08")["trait"] == "keyboard")
        try expectHidden { $0.isKeyboardShown = true }
        let typing = TestDevice.phone.with { $0.isKeyboardShown = true }
        let modal = try NavigationBarSample.presenting(.simple).modal(on: typing)
        #expect(modal.navigationBar.left.map(\.id) == ["left.cancel"])
    }

    @Test("H-09: the bar hides by a gesture")
    func gesture() throws {
        #expect(DescribedRow("H-09")["trait"] == "gesture")
        try expectHidden { $0.areBarsHidden = true }
    }

    @Test("H-10: the bar hides when the view is resized, and the content has its room")
    func resize() throws {
        #expect(DescribedRow("H-10")["trait"] == "resize")
        let resized = TestDevice.pad.running(17).with {
            $0.size = Size(width: 507, height: 1210)
            $0.areBarsHidden = true
        }
        let layout = NavigationBarSample().layout(on: resized)
        #expect(layout.navigationBar == nil)
        let shown = NavigationBarSample().layout(on: resized.with { $0.areBarsHidden = false })
        #expect(layout.content.frame.height > shown.content.frame.height)
    }

    @Test("H-11: an immersive screen has no bars at all, until a tap brings them back")
    func immersive() throws {
        let row = DescribedRow("H-11")
        var sample = NavigationBarSample(top: ["immersive": "true"])
        sample.standaloneBars = NavigationBarSample.standalone([:]).standaloneBars
        let layout = sample.layout(on: TestDevice.phone.with { $0.isImmersive = true })
        let svg = try SVGDocument(of: layout)
        let bars = ["navigationBar", "tabBar", "alone"].filter(svg.has)
        #expect(bars.count == Int(row.number("bars")))
        #expect(layout.standaloneBars.isEmpty)
        #expect(sample.layout().navigationBar != nil && sample.layout().tabBar != nil)
    }

    @Test("H-36: text buttons have a fixed space in between, exactly as wide as it is set")
    func fixedSpace() throws {
        let kind = DescribedRow("H-36")["kind"]
        for width in [4.0, 12, 40] {
            let sample = NavigationBarSample(
                ["Notes"],
                top: [
                    "right": "done,gap,edit", "right.done.title": "Done",
                    "right.gap.kind": "\(kind)",
                    "right.gap.width": "\(width)", "right.edit.title": "Edit",
                ])
            let bar = try sample.bar()
            #expect(bar.right.map(\.kind) == ["button", kind, "button"])
            let (done, gap, edit) = (bar.right[0], bar.right[1], bar.right[2])
            #expect(isClose(gap.frame.width, width))
            #expect(isClose(done.frame.x - edit.frame.maxX, width))
            #expect(gap.accessibility == nil)
            let drawn = try sample.svg()["navigationBar.right.gap"].frame
            #expect(isClose(drawn.width, width) && isDrawn(drawn.x, edit.frame.maxX))
        }
    }
}
