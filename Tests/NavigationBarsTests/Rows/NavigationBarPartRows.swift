import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("The navigation bar: its place and its parts")
struct NavigationBarPartRows {
    private let button: Properties = ["right": "done", "right.done.title": "Done"]

    @Test("N-01: the bar is along the upper edge, as wide as the window")
    func top() throws {
        #expect(DescribedRow("N-01")["edge"] == "top")
        for traits in [TestDevice.phone, TestDevice.smallPhone, TestDevice.landscapePhone] {
            let bar = try NavigationBarSample().bar(on: traits)
            #expect(bar.frame.x == 0)
            #expect(bar.frame.width == traits.size.width)
            #expect(bar.frame.y == traits.statusBarHeight)
            #expect(bar.frame.maxY < traits.size.height / 2)
            let frame = try NavigationBarSample().json(on: traits)["navigationBar.frame"]
            #expect(frame?["y"]?.number == traits.statusBarHeight)
            #expect(frame?["x"]?.number == 0 && frame?["width"]?.number == traits.size.width)
        }
    }

    @Test("N-04: the way back is at the left edge")
    func backIsLeft() throws {
        #expect(DescribedRow("N-04")["edge"] == "left")
        let layout = NavigationBarSample().layout()
        let bar = try #require(layout.navigationBar)
        let back = try #require(bar.back)
        let title = try #require(bar.title)
        #expect(back.frame.x < NavigationBarMetrics.gap)
        #expect(back.frame.maxX < title.frame.x)
        let label = try SVGDocument(of: layout)["navigationBar.back.label"]
        #expect(try label.number("x") < layout.screen.midX)
        #expect(try NavigationBarSample(["Settings"]).bar().back == nil)
    }

    @Test("N-05: the title is in the middle")
    func titleIsCentred() throws {
        let row = DescribedRow("N-05")
        // Where an iPad's tabs are at the top they are in the middle of the row: see Decisions.
        let pad = TestDevice.pad.running(17)
        for traits in [TestDevice.phone, pad, TestDevice.landscapePhone] {
            let layout = NavigationBarSample().layout(on: traits)
            let title = try #require(layout.navigationBar?.title)
            #expect(title.anchor.rawValue == row["anchor"])
            #expect(isClose(title.frame.midX, traits.size.width / 2))
            let drawn = try SVGDocument(of: layout)["navigationBar.title"]
            #expect(drawn["text-anchor"] == row["anchor"])
            #expect(isClose(try drawn.number("x"), traits.size.width / 2))
        }
    }

    @Test("N-05: a title that does not fit in the middle moves, and only then is truncated")
    func titleBetween() throws {
        let long = "A rather long title of some screen"
        let bar = try NavigationBarSample(["Settings", long], top: button).bar()
        let title = try #require(bar.title)
        let done = try #require(bar.right.first)
        #expect(title.text == long)
        #expect(title.frame.maxX <= done.frame.x)
        #expect(!isClose(title.frame.midX, bar.frame.midX))
        #expect(try #require(bar.back).label == nil)
        let longer = try NavigationBarSample(["Settings", long + long], top: button).bar()
        let cut = try #require(longer.title)
        #expect(cut.text.last == "…")
        #expect(cut.frame.maxX <= done.frame.x)
    }

    @Test("N-06: a button at the right is there if it is set")
    func rightButton() throws {
        let row = DescribedRow("N-06")
        #expect(row["edge"] == "right")
        let layout = NavigationBarSample(top: button).layout()
        let done = try #require(layout.navigationBar?.right.first)
        #expect(done.label?.text == row["example"])
        #expect(isClose(done.frame.maxX, layout.screen.maxX - 16))
        let drawn = try SVGDocument(of: layout)["navigationBar.right.done.label"]
        #expect(drawn.text == row["example"])
        #expect(try drawn.number("x") > layout.screen.midX)
        let without = NavigationBarSample().layout()
        #expect(without.navigationBar?.right.isEmpty == true)
        #expect(try !SVGDocument(of: without).has("navigationBar.right.done"))
    }

    @Test("N-07: the back button has the title of the item below the top")
    func backTitle() throws {
        let titles = ["Settings", "General", "Keyboard"]
        let below = titles[titles.count - 1 - Int(DescribedRow("N-07").number("below"))]
        let sample = NavigationBarSample(titles)
        #expect(try sample.bar().back?.label?.text == below)
        #expect(try sample.svg()["navigationBar.back.label"].text == below)
        #expect(try sample.bar().back?.accessibility.label == below)
    }

    @Test("N-07: a back button without room has the built-in word, then no title")
    func backFallsBack() throws {
        let long = String(repeating: "Preferences ", count: 3)
        #expect(try NavigationBarSample([long, "Keys"]).bar().back?.label?.text == "Back")
        let korean = TestDevice.phone.with { $0.locale = LanguageTag("ko") ?? .english }
        #expect(try NavigationBarSample([long, "Keys"]).bar(on: korean).back?.label?.text == "뒤로")
        #expect(try NavigationBarSample(["", "Keys"]).bar().back?.label?.text == "Back")
        #expect(try NavigationBarSample([long, long]).bar().back?.label == nil)
    }

    @Test("N-08: the prompt is in the middle above the title, and the bar is higher for it")
    func prompt() throws {
        let row = DescribedRow("N-08")
        let plain = try NavigationBarSample().bar()
        let layout = NavigationBarSample(top: ["prompt": "Choose one"]).layout()
        let bar = try #require(layout.navigationBar)
        let (prompt, title) = (try #require(bar.prompt), try #require(bar.title))
        #expect(row["order"] == "prompt, title")
        #expect(prompt.frame.maxY <= title.frame.y)
        #expect(prompt.anchor.rawValue == row["anchor"])
        #expect(isClose(prompt.frame.midX, bar.frame.midX))
        #expect(bar.frame.height > plain.frame.height)
        let svg = try SVGDocument(of: layout)
        #expect(
            try svg["navigationBar.prompt"].number("y") < svg["navigationBar.title"].number("y"))
        #expect(try svg["navigationBar.prompt"]["text-anchor"] == row["anchor"])
    }

    @Test("N-25: the topmost item is what the bar shows")
    func topmost() throws {
        #expect(DescribedRow("N-25")["shown"] == "topItem")
        for depth in 1...4 {
            let titles = (1...depth).map { "Screen \($0)" }
            let svg = try NavigationBarSample(titles).svg()
            #expect(try svg["navigationBar.title"].text == titles.last)
        }
    }

    @Test("N-49: a bar at the bottom is at the lower edge, above the tabs")
    func bottom() throws {
        let position = DescribedRow("N-49")["position"]
        let layout = NavigationBarSample.standalone(["navigationBar.barPosition": position])
            .layout()
        let bar = try #require(layout.standaloneBars.first?.navigationBar)
        #expect(bar.position == position)
        #expect(bar.frame.maxY == layout.tabBar?.frame.y)
        #expect(try SVGDocument(of: layout)["bar.alone.frame"].frame == bar.frame)
        #expect(try #require(bar.separator).frame.maxY == bar.frame.y)
    }

    @Test("N-50: a bar at the top begins below the status bar, with its background")
    func below() throws {
        let position = DescribedRow("N-50")["position"]
        let layout = NavigationBarSample.standalone(["navigationBar.barPosition": position])
            .layout()
        let bar = try #require(layout.standaloneBars.first?.navigationBar)
        #expect(bar.position == position)
        #expect(bar.frame.y == layout.statusBar.maxY)
        #expect(bar.background.frame == bar.frame)
        #expect(try SVGDocument(of: layout)["bar.alone.background"].frame == bar.frame)
    }

    @Test(
        "N-51: one that is attached to the top goes on under the status bar; its content does not")
    func attached() throws {
        let row = DescribedRow("N-51")
        let standalone = NavigationBarSample.standalone([
            "navigationBar.barPosition": row["position"]
        ])
        for (layout, id) in [
            (standalone.layout(), "bar.alone"), (NavigationBarSample().layout(), "navigationBar"),
        ] {
            let bar = try #require(
                layout.standaloneBars.first?.navigationBar ?? layout.navigationBar)
            #expect(bar.position == row["position"])
            #expect(bar.background.frame.y == row.number("y"))
            #expect(bar.background.frame.maxY == bar.frame.maxY)
            #expect(bar.frame.y == layout.statusBar.maxY)
            #expect(try SVGDocument(of: layout)["\(id).background"].number("y") == row.number("y"))
        }
    }

    @Test("N-90: a bar has a frame, may be hidden, and is as opaque as its properties")
    func view() throws {
        let row = DescribedRow("N-90")
        let names = row["properties"].split(separator: ", ").map(String.init)
        #expect(names == ["navigationBar.isHidden", "navigationBar.alpha"])
        var sample = NavigationBarSample(bar: [Property.named(names[1]): "0.5"])
        let read = try sample.json()
        #expect(read["navigationBar.alpha"] == .number(0.5))
        #expect(read["navigationBar.frame.height"] == .number(44))
        #expect(read["navigationBar.frame.width"] == .number(TestDevice.phone.size.width))
        #expect(try sample.bar().frame.height == 44)
        #expect(try sample.svg()["navigationBar"].number("opacity") == 0.5)
        sample.bar[Property.named(names[0])] = "true"
        #expect(try sample.json()["navigationBar"] == nil)
        #expect(try !sample.svg().has("navigationBar"))
        #expect(sample.layout().content.frame.y == 0)
    }

    @Test("N-95: a bar knows its position", arguments: ["bottom", "top", "topAttached"])
    func position(position: String) throws {
        #expect(
            DescribedRow("N-95")["positions"].split(separator: ", ").contains { $0 == position })
        let sample = NavigationBarSample.standalone(["navigationBar.barPosition": position])
        #expect(try sample.standaloneBar().position == position)
        let read = try sample.json()["standaloneBars.0.navigationBar.position"]
        #expect(read == .text(position))
        #expect(try NavigationBarSample().bar().position == "topAttached")
        #expect(try NavigationBarSample.standalone([:]).standaloneBar().position == "top")
    }

    @Test("N-102: the items that a Touch Bar would be given are listed, spaces left out")
    func touchBar() throws {
        #expect(DescribedRow("N-102")["protocol"] == "NSTouchBarProvider")
        let sample = NavigationBarSample(top: [
            "left": "edit", "left.edit.title": "Edit", "right": "add,gap,share",
            "right.add.image": "plus", "right.gap.kind": "fixedSpace", "right.share.title": "Share",
        ])
        let (bar, read) = (try sample.bar(), try sample.json())
        let items = (bar.left + bar.right).filter { $0.accessibility != nil }
        #expect(items.map(\.id) == ["left.edit", "right.add", "right.share"])
        #expect(items.map { $0.label?.text ?? $0.icon?.symbol } == ["Edit", "plus", "Share"])
        // Scripts have them in this order, each with what it is called.
        let names = ["left.0", "right.0", "right.2"].map {
            read["navigationBar.\($0).accessibility.label"]?.text
        }
        #expect(names == ["Edit", "add", "Share"])
        #expect(read["navigationBar.right.1.accessibility"] == nil)
    }

    @Test("N-103: all frames are in one space of coordinates, the screen's")
    func coordinates() throws {
        #expect(DescribedRow("N-103")["protocol"] == "UICoordinateSpace")
        var sample = NavigationBarSample.presenting(.simple)
        sample.stack = NavigationBarSample(top: button).stack
        let layout = sample.layout()
        let svg = try SVGDocument(of: layout)
        #expect(
            !svg.elements.contains {
                $0.attributes["transform"] != nil && $0.name == "g" && $0.id != ""
            })
        let button = try #require(layout.navigationBar?.right.first)
        let drawn = try svg["navigationBar.right.done.touch"].frame
        #expect(abs(drawn.x - button.touch.x) < 0.01 && drawn.y == button.touch.y)
        let modal = try #require(layout.modal)
        #expect(try svg["modal.navigationBar.frame"].frame == modal.navigationBar.frame)
        #expect(modal.navigationBar.frame.y >= modal.frame.y)
        #expect(layout.screen.y == 0 && layout.screen.x == 0)
        // A point of one element is a point of another, there and back.
        let elements = Dictionary(uniqueKeysWithValues: layout.elements.map { ($0.id, $0) })
        let (screen, done) = (
            try #require(elements["screen"]), try #require(elements["navigationBar.right.done"])
        )
        let corner = Point(x: button.frame.x + 3, y: button.frame.y + 4)
        #expect(done.convert(Point(x: 3, y: 4), to: screen) == corner)
        #expect(screen.convert(corner, to: done) == Point(x: 3, y: 4))
        let bar = try #require(elements["modal.navigationBar"])
        let there = done.convert(Point(x: 3, y: 4), to: bar)
        #expect(there.y == corner.y - modal.navigationBar.frame.y)
    }
}
