import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("The navigation bar: images of the app's own")
struct NavigationBarImageRows {
    private static let metrics: [(name: String, top: Properties, traits: DeviceTraits)] = [
        ("default", [:], TestDevice.phone), ("compact", [:], TestDevice.landscapePhone),
        ("defaultPrompt", ["prompt": "Prompt"], TestDevice.phone),
        ("compactPrompt", ["prompt": "Prompt"], TestDevice.landscapePhone),
    ]

    @Test("N-48: a background image is used at its position with its metrics, and only there")
    func backgroundImage() throws {
        let row = DescribedRow("N-48")
        #expect(row["keyedBy"] == "position, metrics")
        for position in Property.barPositions {
            for (metrics, top, traits) in Self.metrics {
                let name = row["property"].replacing("*.*", with: "\(position).\(metrics)")
                for place in Property.barPositions {
                    for (other, _, _) in Self.metrics where other == metrics || place == position {
                        let setName = row["property"].replacing("*.*", with: "\(place).\(other)")
                        let sample = NavigationBarSample(
                            top: top,
                            bar: [
                                Property.named(setName): "wood",
                                "navigationBar.barPosition": position,
                            ]
                        )
                        let bar = try sample.bar(on: traits)
                        #expect(bar.metrics == metrics && bar.position == position)
                        #expect(bar.background.image == (setName == name ? "wood" : nil))
                        #expect((bar.background.kind == .image) == (setName == name))
                        let drawn = try sample.svg(on: traits).elements.contains {
                            $0["data-image"] == "wood"
                        }
                        #expect(drawn == (setName == name))
                    }
                }
            }
        }
    }

    @Test("N-53: the shadow is stretched between its caps, which keep their size")
    func caps() throws {
        let name = Property.named(DescribedRow("N-53")["property"])
        let sample = NavigationBarSample(bar: [
            "navigationBar.backgroundImage.topAttached.default": "wood",
            "navigationBar.shadowImage": "shade", name: "1,12,2,20",
        ])
        let shadow = try #require(try sample.bar().shadowImage)
        #expect(shadow.capInsets == Insets(top: 1, left: 12, bottom: 2, right: 20))
        let svg = try sample.svg()
        #expect(try svg["navigationBar.shadow.cap.left"].frame.width == 12)
        #expect(try svg["navigationBar.shadow.cap.right"].frame.width == 20)
        #expect(try svg["navigationBar.shadow.cap.left"].frame.x == shadow.frame.x)
        #expect(try svg["navigationBar.shadow.cap.right"].frame.maxX == shadow.frame.maxX)
        let read = try sample.json()["navigationBar.shadowImage.capInsets"]
        #expect(read?["left"] == .number(12) && read?["right"] == .number(20))
        // The caps are as wide where the bar is.
        let wider = try NavigationBarSample(bar: sample.bar).svg(on: TestDevice.pad)
        #expect(try wider["navigationBar.shadow.cap.left"].frame.width == 12)
        #expect(try wider["navigationBar.shadow.cap.right"].frame.width == 20)
        let mirrored = try #require(try sample.bar(on: TestDevice.phone.rightToLeft).shadowImage)
        #expect(mirrored.capInsets == Insets(top: 1, left: 20, bottom: 2, right: 12))
        let wide = NavigationBarSample(bar: [
            "navigationBar.backgroundImage.topAttached.default": "wood",
            "navigationBar.shadowImage": "shade", name: "0,9000,0,9000",
        ])
        let narrowed = try #require(try wide.bar().shadowImage)
        #expect(narrowed.capInsets.left + narrowed.capInsets.right <= narrowed.frame.width)
    }

    @Test("N-55: a bar that is attached to the top shows background and shadow at its usual height")
    func both() throws {
        let row = DescribedRow("N-55")
        let image = "navigationBar.backgroundImage.\(row["position"]).\(row["metrics"])"
        let sample = NavigationBarSample(bar: [
            Property.named(image): "wood", "navigationBar.shadowImage": "shade",
        ])
        let bar = try sample.bar()
        #expect(bar.background.image == "wood")
        #expect(bar.background.frame.y == 0)
        #expect(bar.shadowImage?.name == "shade")
        #expect(bar.separator == nil)
        let svg = try sample.svg()
        #expect(try svg["navigationBar.shadow.image"]["data-image"] == "shade")
        #expect(try svg["navigationBar.background.image"]["data-image"] == "wood")
        #expect(try svg["navigationBar.background.image"].number("y") == 0)
        let landscape = try sample.bar(on: TestDevice.landscapePhone)
        #expect(landscape.background.image == nil && landscape.shadowImage == nil)
        #expect(landscape.separator != nil)
    }

    @Test("N-54: a shadow without a background image is left out, and the line stays")
    func shadowAlone() throws {
        #expect(DescribedRow("N-54")["shadow"] == "none")
        let sample = NavigationBarSample(bar: ["navigationBar.shadowImage": "shade"])
        #expect(try sample.bar().shadowImage == nil)
        #expect(try sample.bar().separator != nil)
        #expect(try !sample.svg().elements.contains { $0["data-image"] != nil })
        #expect(try sample.svg().has("navigationBar.separator"))
    }

    @Test("N-58: the shadow is as wide as the bar, and below it")
    func shadowPlace() throws {
        let row = DescribedRow("N-58")
        for traits in [TestDevice.phone, TestDevice.pad] {
            let sample = NavigationBarSample(bar: [
                "navigationBar.backgroundImage.topAttached.default": "wood",
                "navigationBar.shadowImage": "shade",
            ])
            let bar = try sample.bar(on: traits)
            let drawn = try sample.svg(on: traits)["navigationBar.shadow.image"].frame
            #expect(bar.shadowImage?.frame == drawn)
            #expect(drawn.x == bar.frame.x)
            #expect(drawn.width == bar.frame.width * row.number("widthRatio"))
            #expect(drawn.y - bar.frame.maxY == row.number("gap"))
        }
    }

    @Test("N-59: the app's back image is at the leading edge of the back button")
    func backImage() throws {
        #expect(DescribedRow("N-59")["edge"] == "leading")
        let sample = NavigationBarSample(bar: [
            "navigationBar.backIndicatorImage": "arrow.left",
            "navigationBar.backIndicatorTransitionMaskImage": "arrow.mask",
        ])
        let back = try #require(try sample.bar().back)
        #expect(back.indicator.symbol == "arrow.left")
        #expect(back.indicator.frame.x == back.frame.x)
        let svg = try sample.svg()
        #expect(
            try svg["navigationBar.back.indicator"].frame.maxX
                < svg["navigationBar.back.label"].number("x") + NavigationBarMetrics.gap)
        #expect(isClose(try svg["navigationBar.back.indicator"].frame.x, back.frame.x))
        let arabic = try sample.svg(on: TestDevice.phone.rightToLeft)
        #expect(
            try arabic["navigationBar.back.indicator"].frame.x
                > arabic["navigationBar.back.label"].number("x") - NavigationBarMetrics.gap)
        let mirrored = try #require(try sample.bar(on: TestDevice.phone.rightToLeft).back)
        #expect(mirrored.indicator.frame.maxX == mirrored.frame.maxX)
        #expect(mirrored.indicator.isMirrored)
    }

    @Test("N-60: image and mask are used together or not at all")
    func pair() throws {
        let names = DescribedRow("N-60")["properties"].split(separator: ", ").map {
            Property.named(String($0))
        }
        #expect(names.count == 2)
        for name in names {
            let back = try #require(try NavigationBarSample(bar: [name: "arrow.left"]).bar().back)
            #expect(back.indicator.symbol == "chevron.backward")
            #expect(back.transitionMask == nil)
            let read = try NavigationBarSample(bar: [name: "arrow.left"]).json()
            #expect(read["navigationBar.back.indicator.symbol"] == .text("chevron.backward"))
        }
    }

    @Test("N-61: the mask governs the back button while screens move")
    func mask() throws {
        let name = Property.named(DescribedRow("N-61")["property"])
        let sample = NavigationBarSample(bar: [
            "navigationBar.backIndicatorImage": "arrow.left", name: "arrow.mask",
        ])
        #expect(try sample.bar().back?.transitionMask == "arrow.mask")
        let moving = try SVGDocument(SVGDrawing(of: sample.layout(), transition: 0.5).text)
        #expect(try moving["navigationBar.back"]["mask"] == "url(#navigationBar.back.mask)")
        let mask = try moving.elements(in: "navigationBar.back.mask")
        #expect(mask.contains { $0["data-image"] == "arrow.mask" })
        #expect(try sample.svg()["navigationBar.back"]["mask"] == nil)
    }

    @Test(
        "While screens move, no title crosses a button",
        arguments: [TestDevice.phone, TestDevice.phone.rightToLeft, TestDevice.landscapePhone])
    func crossing(device: DeviceTraits) throws {
        let screen = Screen(
            id: "top", route: "r", title: "Lunch on Friday",
            properties: [
                "left": "menu", "left.menu.image": "plus", "right": "edit",
                "right.edit.title": "Edit",
            ])
        let tab = Tab(
            id: "a", title: "A", stack: [Screen(id: "b", route: "r", title: "Inbox"), screen])
        let layout = BarLayout(Scene(selectedTab: "a", tabs: [tab]), on: device)
        let bar = try #require(layout.navigationBar)
        let title = try #require(bar.title)
        let buttons = (bar.left + bar.right).map(\.frame)
        for progress in stride(from: 0, through: 1, by: 0.125) {
            let svg = try SVGDocument(SVGDrawing(of: layout, transition: progress).text)
            let parent = try #require(try svg["navigationBar.title"].parent)
            let transform = try #require(svg.elements[parent].attributes["transform"])
            let numbers = transform.split { "( )".contains($0) }.compactMap { Double($0) }
            let offset = try #require(numbers.first)
            var frames = [title.frame]
            if let label = bar.back?.label { frames.append(label.frame) }
            for frame in frames {
                var moved = frame
                moved.x += offset
                for button in buttons {
                    #expect(moved.maxX <= button.x + 0.02 || moved.x >= button.maxX - 0.02)
                }
            }
            #expect(progress == 1 || offset != 0)
        }
    }
}
