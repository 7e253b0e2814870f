import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Bottom navigation: how items are placed in landscape")
struct BottomNavigationAlignmentRows {
    private func bar(
        _ alignment: String, _ count: Int = 4, on traits: DeviceTraits = TestDevice.landscapePhone
    ) throws -> TabBarLayout {
        try TabBarSample.material(
            count, ["tabBar.alignment": alignment, "tabBar.titleVisibility": "always"]
        ).bar(on: traits)
    }

    private func svg(
        _ alignment: String, title: String? = nil,
        on traits: DeviceTraits = TestDevice.landscapePhone
    ) throws -> SVGDocument {
        var sample = TabBarSample.material(
            4, ["tabBar.alignment": alignment, "tabBar.titleVisibility": "always"])
        if let title {
            sample.tabs = sample.tabs.map { Tab(id: $0.id, title: title, icon: "star") }
        }
        return try sample.svg(on: traits)
    }

    @Test("M-17: justified items fill the bar evenly", arguments: 3...5)
    func justified(count: Int) throws {
        let row = DescribedRow("M-17")
        #expect(TestDevice.landscapePhone.orientation.rawValue == row["orientation"])
        let bar = try bar(row["alignment"], count)
        #expect(bar.alignment == row["alignment"])
        #expect(bar.items.first?.frame.x == bar.frame.x)
        #expect(bar.items.last?.frame.maxX == bar.frame.maxX)
        for item in bar.items {
            #expect(isClose(item.frame.width, bar.frame.width / Double(count)))
        }
    }

    @Test("M-18: centred items stand together in the middle", arguments: 3...5)
    func centered(count: Int) throws {
        let row = DescribedRow("M-18")
        #expect(TestDevice.landscapePhone.orientation.rawValue == row["orientation"])
        let bar = try bar(row["alignment"], count)
        #expect(bar.alignment == row["alignment"])
        let (first, last) = (try #require(bar.items.first), try #require(bar.items.last))
        #expect(last.frame.maxX - first.frame.x < bar.frame.width)
        #expect(isClose((first.frame.x + last.frame.maxX) / 2, bar.frame.midX))
        for (left, right) in zip(bar.items, bar.items.dropFirst()) {
            #expect(isClose(left.frame.maxX, right.frame.x))
        }
        #expect(bar.frame.width == TestDevice.landscapePhone.size.width)
    }

    @Test("M-19: justified, the bar is as wide as the device")
    func width() throws {
        let row = DescribedRow("M-19")
        for traits in [TestDevice.landscapePhone, TestDevice.landscapeAndroid] {
            let bar = try bar(row["alignment"], on: traits)
            #expect(bar.frame.width == traits.size.width * row.number("widthRatio"))
        }
    }

    @Test("M-20: justified items can have their titles below their icons")
    func below() throws {
        let row = DescribedRow("M-20")
        #expect(row["titles"] == "below")
        let svg = try svg(row["alignment"])
        for item in try bar(row["alignment"]).items {
            let frame = try svg["\(item.id).icon"].frame
            #expect(try svg["\(item.id).label"].number("y") > frame.maxY)
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(label.frame.y > icon.frame.maxY)
            #expect(isClose(label.frame.midX, icon.frame.midX))
        }
    }

    @Test("M-21: justified items can have their titles beside their icons")
    func beside() throws {
        let row = DescribedRow("M-21")
        #expect(row["titles"] == "beside")
        let svg = try svg(row["alignment"])
        for item in try bar(row["alignment"]).items {
            let frame = try svg["\(item.id).icon"].frame
            #expect(try svg["\(item.id).label"].number("x") > frame.maxX)
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(label.frame.x > icon.frame.maxX)
            #expect(isClose(label.frame.midY, icon.frame.midY))
        }
        let arabic = TestDevice.landscapePhone.rightToLeft
        let mirrored = try self.svg(row["alignment"], on: arabic)
        let inArabic = try self.svg(row["alignment"], title: "الإعدادات", on: arabic)
        for item in try bar(row["alignment"], on: arabic).items {
            let (icon, label) = (try #require(item.icon), try #require(item.label))
            #expect(label.frame.maxX < icon.frame.x)
            #expect(isClose(label.frame.midY, icon.frame.midY))
            // The label ends where it is anchored: before the icon.
            // For a text from right to left that end is where it starts.
            for (svg, anchor) in [(mirrored, "end"), (inArabic, "start")] {
                let drawn = try svg["\(item.id).label"]
                #expect(try drawn.number("x") < svg["\(item.id).icon"].frame.x)
                #expect(drawn["text-anchor"] == anchor)
            }
        }
    }

    @Test(
        "M-22: in portrait the alignment changes nothing",
        arguments: [
            TestDevice.phone, TestDevice.android,
        ])
    func portrait(traits: DeviceTraits) throws {
        let row = DescribedRow("M-22")
        #expect(TestDevice.landscapePhone.orientation.rawValue == row["orientation"])
        let alignments = row["alignments"].split(separator: ", ").map(String.init)
        #expect(alignments.count == 3)
        // Three items would not fill the bar if they stood together.
        for count in 3...5 {
            let bars = try alignments.map { alignment in
                var bar = try bar(alignment, count, on: traits)
                #expect(bar.alignment == alignment)
                bar.alignment = nil
                return bar
            }
            #expect(Set(bars).count == 1)
        }
        let turned = try alignments.map { try bar($0).items.map(\.label?.frame) }
        #expect(Set(turned).count == 3)
    }
}
