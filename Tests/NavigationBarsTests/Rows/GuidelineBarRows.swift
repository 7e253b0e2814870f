import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Guidelines of navigation bars")
struct GuidelineBarRows {
    @Test("N-17: a delegate of a managed bar is found, set for one tab or for all bars")
    func managedDelegate() throws {
        let row = DescribedRow("N-17")
        let name = PropertyName(unchecked: row["property"])
        let one = try GuidelineExpectation.violation(row, fixed: true) {
            $0.tabs[1].properties[name] = "app"
        }
        #expect(one.item == .tab("calendar") && one.severity == .error)
        let all = try GuidelineExpectation.violation(row, fixed: true) { $0.bars[name] = "app" }
        #expect(all.item == .scene)
        let modal = try GuidelineExpectation.violation(row, fixed: true) {
            $0.modals[0].properties[name] = "app"
        }
        #expect(modal.item == .modal("event"))
    }

    @Test("N-20: a bar by itself without a delegate is found")
    func noDelegate() throws {
        let row = DescribedRow("N-20")
        let finding = try GuidelineExpectation.violation(row) {
            $0.standaloneBars[0].properties["navigationBar.delegate"] = nil
        }
        #expect(finding.item == .bar("help"))
        // Items of a bar of tabs are selected, nothing is pushed.
        let tabs = SampleScene.good.with {
            $0.standaloneBars[0].properties = ["kind": "tabBar", "screen": "nowhere"]
        }
        #expect(GuidelineExpectation.findings(row["code"], in: tabs).isEmpty)
    }

    @Test("N-54: a shadow image without a background image is found, with one it is not")
    func shadow() throws {
        let row = DescribedRow("N-54")
        let finding = try GuidelineExpectation.violation(row, fixed: true) {
            $0.bars["navigationBar.shadowImage"] = "line"
        }
        #expect(finding.item == .scene)
        let whole = SampleScene.good.with {
            $0.bars["navigationBar.shadowImage"] = "line"
            $0.bars["navigationBar.backgroundImage.topAttached.default"] = "sky"
        }
        #expect(Linter.findings(in: whole.scene).isEmpty)
        let own = try GuidelineExpectation.violation(row, fixed: true) {
            $0.tabs[0].properties["navigationBar.shadowImage"] = "line"
        }
        #expect(own.item == .tab("mail"))
        // The bar's own background belongs to the shadow of all bars as well.
        let shared = SampleScene.good.with { sample in
            sample.bars["navigationBar.shadowImage"] = "line"
            for index in sample.tabs.indices {
                sample.tabs[index].properties["navigationBar.backgroundImage.top.default"] = "sky"
            }
        }
        let found = GuidelineExpectation.findings(row["code"], in: shared)
        #expect(found.map(\.item) == [.scene])
    }

    @Test("N-60: the image of the way back without its mask is found, and the mask without it")
    func maskPair() throws {
        let row = DescribedRow("N-60")
        let names = row["properties"].split(separator: ",").map { name in
            PropertyName(unchecked: String(name.drop { $0 == " " }))
        }
        #expect(names.count == 2)
        for name in names {
            let finding = try GuidelineExpectation.violation(row, fixed: true) {
                $0.bars[name] = "chevron.left.circle"
            }
            let other = names.first { $0 != name }
            #expect(finding.reason.contains(other?.rawValue ?? "?"))
        }
        let whole = SampleScene.good.with { sample in
            for name in names { sample.bars[name] = "chevron.left.circle" }
        }
        #expect(Linter.findings(in: whole.scene).isEmpty)
    }

    @Test("N-19: a bar by itself without a first item is found")
    func noRootItem() throws {
        let row = DescribedRow("N-19")
        let bad = SampleScene.good.with { $0.standaloneBars[0].items = [] }
        let found = GuidelineExpectation.findings("no-root-item", in: bad)
        #expect(found.map(\.item) == [.bar("help")])
        #expect(found.first?.rows == [row.id])
        #expect(GuidelineExpectation.findings("no-root-item", in: .good).isEmpty)
    }

    @Test("H-12: a screen whose hidden bars no gesture brings back is found, by default a tap does")
    func immersion() throws {
        let row = DescribedRow("H-12")
        let immersive = SampleScene.good.with { sample in
            sample.change("inbox" as ScreenID) { $0.properties["immersive"] = "true" }
        }
        #expect(Property.immersiveRestoreGesture.defaultValue == row["gesture"])
        #expect(Linter.findings(in: immersive.scene).isEmpty)
        let finding = try GuidelineExpectation.violation(row, good: immersive, fixed: true) {
            $0.change("inbox" as ScreenID) { $0.properties["immersive.restoreGesture"] = "none" }
        }
        #expect(finding.item == .screen("inbox") && finding.severity == .error)
    }

    @Test("H-13: a screen without a title is found; a first screen can take its tab's")
    func missingTitle() throws {
        let row = DescribedRow("H-13")
        let deep = try GuidelineExpectation.violation(row) {
            $0.change("inbox" as ScreenID) { $0.title = nil }
        }
        #expect(deep.item == .screen("inbox"))
        let root = try GuidelineExpectation.violation(row, fixed: true) {
            $0.change("month" as ScreenID) { $0.title = " " }
        }
        #expect(root.fix == [Fix(.screen("month"), "title", "Calendar")])
        let modal = try GuidelineExpectation.violation(row) { $0.modals[0].title = nil }
        #expect(modal.item == .modal("event"))
        let silent: [Properties] = [
            ["titleIsRedundant": "true"], ["titleView": "segmentedControl"],
            ["titleView": "custom"], ["navigationItem.title": "Own"],
        ]
        for properties in silent {
            let sample = SampleScene.good.with {
                $0.change("month" as ScreenID) { screen in
                    screen.title = nil
                    screen.properties = properties
                }
            }
            #expect(Linter.findings(in: sample.scene).isEmpty, "\(properties)")
        }
        // A bar that is never seen needs no title, and neither does a film.
        let hidden = SampleScene.good.with {
            $0.change("month" as ScreenID) { $0.title = nil }
            $0.tabs[1].properties["navigationBar.isHidden"] = "true"
            $0.modals[0].title = nil
            $0.modals[0].kind = .fullScreen
            $0.modals[0].properties = [:]
        }
        #expect(Linter.findings(in: hidden.scene).isEmpty)
    }

    @Test("H-14: a title that repeats the content is found; declared so and empty, nothing is")
    func redundantTitle() throws {
        let row = DescribedRow("H-14")
        let finding = try GuidelineExpectation.violation(row) {
            $0.change("inbox" as ScreenID) { $0.properties["firstLine"] = " INBOX " }
        }
        #expect(finding.item == .screen("inbox"))
        try GuidelineExpectation.violation(row) {
            $0.change("inbox" as ScreenID) { $0.properties["titleIsRedundant"] = "true" }
        }
        let empty = SampleScene.good.with {
            $0.change("inbox" as ScreenID) { screen in
                screen.title = nil
                screen.properties["titleIsRedundant"] = "true"
                screen.properties["firstLine"] = "Shopping list"
            }
        }
        #expect(GuidelineExpectation.findings(row["silences"], in: empty).isEmpty)
        #expect(Linter.findings(in: empty.scene).isEmpty)
    }

    @Test("H-18: four areas with large titles are as advised; one without is found")
    func largeTitles() throws {
        let row = DescribedRow("H-18")
        let areas = row["areas"].split(separator: ",").map { String($0.drop { $0 == " " }) }
        #expect(areas.count == Int(row.number("count")))
        let music = SampleScene(
            tabs: areas.map { area in
                SampleScene.SampleTab(
                    id: TabID(unchecked: area), title: area.uppercased(),
                    stack: [
                        .init(
                            id: ScreenID(unchecked: area), title: area.uppercased(),
                            properties: ["area": area])
                    ])
            }, bars: ["navigationBar.prefersLargeTitles": "true"])
        #expect(Linter.findings(in: music.scene).isEmpty)
        let finding = try GuidelineExpectation.violation(row, good: music) { sample in
            sample.change("artists" as ScreenID) {
                $0.properties["largeTitleDisplayMode"] = "never"
            }
        }
        #expect(finding.item == .screen("artists"))
        try GuidelineExpectation.violation(row, good: music) {
            $0.tabs[3].properties["navigationBar.prefersLargeTitles"] = "false"
        }
        // Below an area a standard title is as good.
        let detail = music.with {
            $0.tabs[0].stack.append(
                .init(
                    id: "detail", title: "Detail", properties: ["largeTitleDisplayMode": "never"]))
        }
        #expect(Linter.findings(in: detail.scene).isEmpty)
        let none = music.with { $0.bars = [:] }
        #expect(Linter.findings(in: none.scene).isEmpty)
    }

    @Test("H-22: a border below a large title at rest is found from iOS 13 on, and taken away")
    func largeTitleBorder() throws {
        let row = DescribedRow("H-22")
        let since = Int(row.number("since"))
        let large = SampleScene.good.with {
            $0.bars["navigationBar.prefersLargeTitles"] = "true"
            $0.bars["navigationBar.scrollEdgeAppearance.shadowColor"] = "clear"
        }
        let name = "navigationBar.scrollEdgeAppearance.shadowColor"
        let finding = try GuidelineExpectation.violation(
            row, good: large, on: TestDevice.phone.running(since), fixed: true
        ) { $0.bars[PropertyName(unchecked: name)] = "#C6C6C8" }
        #expect(finding.fix == [Fix(.scene, name, nil)])
        try GuidelineExpectation.violation(row, good: large, fixed: true) {
            $0.bars["navigationBar.backgroundImage.topAttached.default"] = "sky"
            $0.bars["navigationBar.shadowImage"] = "line"
        }
        let bordered = large.with { $0.bars[PropertyName(unchecked: name)] = "#C6C6C8" }
        #expect(
            GuidelineExpectation.findings(
                row["code"], in: bordered, on: TestDevice.phone.running(since - 1)
            ).isEmpty)
        #expect(!GuidelineExpectation.findings(row["code"], in: bordered).isEmpty)
    }

    @Test("H-24: the message has the border that parts the title from its content")
    func rationale() throws {
        let row = DescribedRow("H-24")
        let finding = try GuidelineExpectation.violation(row, fixed: true) {
            $0.bars["navigationBar.prefersLargeTitles"] = "true"
            $0.bars["navigationBar.scrollEdgeAppearance.shadowImage"] = "line"
        }
        #expect(finding.reason.contains("separating the title from its content"))
        let guideline = Guideline.all.first { $0.code == row["code"] }
        #expect(guideline?.summary.contains("joining title and content") == true)
    }

    @Test("H-25: a standard bar whose border is taken away is found, a large title's is not")
    func borderless() throws {
        let row = DescribedRow("H-25")
        for (color, appearance) in [("clear", "standard"), ("#12345600", "scrollEdge")] {
            let name = PropertyName(
                unchecked: "navigationBar.\(appearance)Appearance.shadowColor")
            try GuidelineExpectation.violation(row, fixed: true) { $0.bars[name] = color }
            let large = SampleScene.good.with {
                $0.bars[name] = color
                $0.bars["navigationBar.prefersLargeTitles"] = "true"
            }
            #expect(Linter.findings(in: large.scene).isEmpty)
        }
        let colored = SampleScene.good.with {
            $0.bars["navigationBar.standardAppearance.shadowColor"] = "#123456"
        }
        #expect(Linter.findings(in: colored.scene).isEmpty)
    }

    @Test("H-26: an iPad's split view may go without borders, unless its panes differ")
    func splitView() throws {
        let row = DescribedRow("H-26")
        let split = SampleScene.good.with { sample in
            sample.bars["navigationBar.standardAppearance.shadowColor"] = "clear"
            for id in ["mailboxes", "month", "find", "topics"] as [ScreenID] {
                sample.change(id) { screen in
                    screen.properties["kind"] = "split"
                    screen.properties["panes"] = "list,detail,notes"
                    screen.properties["panes.list.border"] = "false"
                    screen.properties["panes.detail.border"] = "false"
                    screen.properties["panes.notes.bar"] = "false"
                }
            }
            sample.modals = []
        }
        #expect(
            GuidelineExpectation.findings(row["silences"], in: split, on: TestDevice.pad).isEmpty)
        #expect(
            !GuidelineExpectation.findings(row["silences"], in: split, on: TestDevice.phone)
                .isEmpty)
        let finding = try GuidelineExpectation.violation(
            row, good: split, on: TestDevice.pad, fixed: true
        ) { sample in
            sample.change("month" as ScreenID) {
                $0.properties["panes.detail.border"] = "true"
            }
        }
        #expect(finding.item == .screen("month") && finding.reason.contains("'list'"))
    }
}
