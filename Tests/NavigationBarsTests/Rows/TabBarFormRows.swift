import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The tab bar: in landscape, and on an iPad")
struct TabBarFormRows {
    private let landscape = TestDevice.landscapePhone

    @Test("T-48: in landscape the bar of a phone is 32 high, with the safe area below")
    func landscapeHeight() throws {
        let row = DescribedRow("T-48")
        let bar = try TabBarSample().bar(on: landscape)
        #expect(bar.frame.height == row.number("height"))
        #expect(bar.safeBottom == landscape.safeArea.bottom)
        #expect(bar.background.frame.height == row.number("height") + landscape.safeArea.bottom)
        #expect(bar.background.frame.maxY == landscape.size.height)
        // An iPad keeps its height however it is held.
        let pad = TestDevice.pad.running(17).with { $0.size = Size(width: 1210, height: 834) }
        #expect(try TabBarSample().bar(on: pad).frame.height == 49)
    }

    @Test("T-49: in landscape the icon is before the label, level with it")
    func landscapeOrder() throws {
        #expect(DescribedRow("T-49")["order"] == "icon, label")
        for item in try TabBarSample().bar(on: landscape).items {
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(icon.frame.maxX < label.frame.x)
            #expect(isClose(icon.frame.midY, label.frame.midY))
            #expect(label.anchor == .start && isClose(label.baseline.x, label.frame.x))
            let svg = try TabBarSample().svg(on: landscape)
            let end = try svg["\(item.id).icon"].frame.maxX
            #expect(try svg["\(item.id).label"].number("x") > end)
        }
        for item in try TabBarSample().bar(on: landscape.rightToLeft).items {
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(label.frame.maxX < icon.frame.x)
            #expect(label.anchor == .end && isClose(label.baseline.x, label.frame.maxX))
        }
    }

    @Test("T-50: in landscape icons are 19 points")
    func landscapeIcon() throws {
        let row = DescribedRow("T-50")
        let pair = try TabBarSample().pair(on: landscape)
        #expect(pair.selected.icon?.frame.width == row.number("size"))
        #expect(pair.other.icon?.frame.height == row.number("size"))
        for id in ["tab.a", "tab.b"] {
            let drawn = try TabBarSample().svg(on: landscape)["\(id).icon"]
            #expect(try drawn.number("width") == row.number("size"))
            #expect(try drawn.number("height") == row.number("size"))
        }
    }

    @Test("T-51: in landscape labels are SF Pro Medium 10")
    func landscapeFont() throws {
        let row = DescribedRow("T-51")
        for item in try TabBarSample().bar(on: landscape).items {
            let font = try #require(item.label?.font)
            #expect(font.family == row["family"])
            #expect(font.weight.rawValue == row["weight"])
            #expect(font.size == row.number("size"))
            let drawn = try TabBarSample().svg(on: landscape)["\(item.id).label"]
            #expect(drawn["font-family"]?.contains(row["family"]) == true)
            #expect(try drawn.number("font-weight") == 500)
            #expect(try drawn.number("font-size") == row.number("size"))
        }
    }

    @Test("T-52: in landscape the label begins 5 points after the icon")
    func landscapeGap() throws {
        let row = DescribedRow("T-52")
        let svg = try TabBarSample().svg(on: landscape)
        for item in try TabBarSample().bar(on: landscape).items {
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(isClose(label.frame.x - icon.frame.maxX, row.number("gap")))
            let start = try svg["\(item.id).label"].number("x")
            #expect(isDrawn(start - (try svg["\(item.id).icon"].frame.maxX), row.number("gap")))
        }
        let mirrored = try TabBarSample().item(on: landscape.rightToLeft)
        let (icon2, label2) = (try #require(mirrored.icon), try #require(mirrored.label))
        #expect(isClose(icon2.frame.x - label2.frame.maxX, row.number("gap")))
    }

    @Test(
        "T-52: in landscape the label gives way to a badge, and by no more than that needs",
        arguments: ["", "3", "99", "1234"])
    func landscapeGapBesideBadge(badge: String) throws {
        let row = DescribedRow("T-52")
        for device in [landscape, landscape.rightToLeft] {
            let item = try TabBarSample(badge: badge).item(on: device)
            let (icon, label) = (try #require(item.icon).frame, try #require(item.label).frame)
            let pill = try #require(item.badge)
            let gap = device.isRightToLeft ? icon.x - label.maxX : label.x - icon.maxX
            let beyond =
                device.isRightToLeft ? icon.x - pill.frame.x : pill.frame.maxX - icon.maxX
            #expect(isClose(gap, max(row.number("gap"), beyond + 2 * pill.borderWidth)))
            #expect(badge.isEmpty == isClose(gap, row.number("gap")))
        }
    }

    @Test("T-53: on an iPad the bar is at the top from iPadOS 18")
    func top() throws {
        let row = DescribedRow("T-53")
        let since = Int(row.number("since"))
        let bar = try TabBarSample().bar(on: TestDevice.pad.running(since))
        #expect(bar.placement.rawValue == row["placement"])
        #expect(bar.frame.y >= TestDevice.pad.statusBarHeight)
        #expect(bar.frame.maxY < TestDevice.pad.size.height / 4)
        let before = try TabBarSample().bar(on: TestDevice.pad.running(since - 1))
        #expect(before.placement == .bottom)
        #expect(before.frame.maxY + before.safeBottom == TestDevice.pad.size.height)
        // A phone has its tabs at the bottom whatever is said of an iPad's.
        let phone = TabBarSample(bars: ["tabBar.placement": "top"])
        #expect(try phone.bar().placement == .bottom)
        let sample = TabBarSample(bars: ["tabBar.placement": "bottom"])
        #expect(try sample.bar(on: TestDevice.pad.running(since)).placement == .bottom)
    }

    @Test("T-54: or the tabs are a sidebar at the leading edge")
    func sidebar() throws {
        let row = DescribedRow("T-54")
        let pad = TestDevice.pad.running(Int(row.number("since")))
        let sample = TabBarSample(8, bars: ["tabBar.placement": "sidebar"])
        let bar = try sample.bar(on: pad)
        #expect(bar.placement.rawValue == row["placement"])
        #expect(bar.frame.x == 0 && bar.frame.height == pad.size.height)
        #expect(bar.frame.maxX < pad.size.width / 2)
        // It has room for all tabs, one below the other.
        #expect(bar.items.count == 8 && bar.more == nil)
        for (upper, lower) in zip(bar.items, bar.items.dropFirst()) {
            #expect(upper.frame.maxY <= lower.frame.y)
        }
        // Content begins beside it.
        let layout = BarLayout(sample.scene, on: pad)
        #expect(layout.content.frame.x == bar.frame.maxX)
        #expect(layout.content.frame.maxX == pad.size.width)
        let mirrored = BarLayout(sample.scene, on: pad.rightToLeft)
        #expect(mirrored.tabBar?.frame.maxX == pad.size.width)
        #expect(mirrored.content.frame.x == 0)
        #expect(mirrored.content.frame.maxX == mirrored.tabBar?.frame.x)
        let before = pad.running(Int(row.number("since")) - 1)
        #expect(try sample.bar(on: before).placement == .bottom)
    }

    @Test("T-55: on an iPad the bar is a pill of a material that floats", arguments: [false, true])
    func pill(isScrolled: Bool) throws {
        let row = DescribedRow("T-55")
        let pad = TestDevice.pad.running(Int(row.number("since")))
        let bar = try TabBarSample().bar(on: isScrolled ? pad.scrolled : pad)
        #expect(bar.background.kind.rawValue == row["kind"])
        #expect(bar.background.material != nil)
        let ratio = row.number("radiusRatio")
        #expect(bar.background.cornerRadius == bar.background.frame.height * ratio)
        #expect(bar.background.frame == bar.frame)
        #expect(bar.frame.x > 0 && bar.frame.maxX < pad.size.width)
        #expect(isClose(bar.frame.midX, pad.size.width / 2))
        #expect(bar.separator == nil)
        let drawn = try TabBarSample().svg(on: isScrolled ? pad.scrolled : pad)["tabBar.background"]
        #expect(try drawn.number("rx") == drawn.number("height") * ratio)
        #expect(try drawn.number("x") > 0 && drawn.number("y") > 0)
        #expect(try drawn.number("fill-opacity") < 1)
    }

    @Test("T-56: the pill expands to the sidebar, and back")
    func expanding() throws {
        let row = DescribedRow("T-56")
        let pad = TestDevice.pad.running(Int(row.number("since")))
        let key = try #require(BarKey(rawValue: row["property"]))
        let collapsed = try TabBarSample(bars: [key: "false"]).bar(on: pad)
        #expect(!collapsed.isSidebarExpanded && collapsed.placement == .top)
        let expanded = try TabBarSample(bars: [key: "true"]).bar(on: pad)
        #expect(expanded.isSidebarExpanded && expanded.placement == .sidebar)
        #expect(expanded.items.map(\.id) == collapsed.items.map(\.id))
        #expect(try !TabBarSample(bars: [key: "true"]).bar().isSidebarExpanded)
    }

    @Test("T-56: a button to tap expands it on its device alone, whatever the scene begins with")
    func sidebarButton() throws {
        let row = DescribedRow("T-56")
        let pad = TestDevice.pad.running(Int(row.number("since")))
        let key = try #require(BarKey(rawValue: row["property"]))
        let id = "tabBar.sidebarButton"
        for device in [pad, pad.rightToLeft] {
            for initially in ["false", "true"] {
                let sample = TabBarSample(bars: [key: initially])
                for isShown in [false, true] {
                    let layout = BarLayout(
                        sample.scene, on: device.with { $0.isSidebarShown = isShown })
                    let bar = try #require(layout.tabBar)
                    #expect(bar.isSidebarExpanded == isShown)
                    let button = try #require(bar.sidebarButton)
                    #expect(button.touch.width >= 44 && button.touch.height >= 44)
                    #expect(button.frame.isWithin(isShown ? bar.frame : layout.screen))
                    for item in bar.items {
                        #expect(!item.frame.overlaps(button.frame))
                    }
                    let isBefore =
                        device.isRightToLeft
                        ? button.frame.midX > bar.frame.midX : button.frame.midX < bar.frame.midX
                    #expect(isShown || isBefore)
                    let word: LocalizedString = isShown ? .hideSidebar : .showSidebar
                    let order = ReadingOrder(layout)
                    #expect(order.elements.first?.id == id)
                    #expect(
                        order[id]?.strings.first?.hasPrefix(word.text(in: device.locale)) == true)
                    #expect(order[id]?.isFocusable == true)
                    #expect(try SVGDocument(of: layout)[id]["role"] == "button")
                    #expect(layout.elements.contains { $0.id == id })
                }
            }
        }
        let focused = try TabBarSample().bar(on: pad.with { $0.focused = id })
        #expect(focused.sidebarButton?.isFocused == true)
        // Nothing to open where there is no sidebar.
        #expect(try TabBarSample().bar().sidebarButton == nil)
        let top = TabBarSample(bars: ["tabBar.placement": "top"])
        let fixed = try top.bar(on: pad.with { $0.isSidebarShown = true })
        #expect(fixed.sidebarButton == nil && fixed.placement == .top)
    }
}
