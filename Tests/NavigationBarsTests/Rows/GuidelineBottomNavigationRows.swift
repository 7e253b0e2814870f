import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Guidelines of the bottom navigation bar")
struct GuidelineBottomNavigationRows {
    /// The good app with a bottom navigation bar.
    private static let material = SampleScene.good.with {
        $0.bars["tabBar.style"] = "bottomNavigation"
    }

    /// A scene with so many tabs.
    private func tabs(_ count: Int) -> SampleScene {
        SampleScene(
            tabs: (0..<count).map { index in
                SampleScene.SampleTab(
                    id: TabID(unchecked: "t\(index)"), title: "Tab \(index)",
                    stack: [.init(id: ScreenID(unchecked: "s\(index)"), title: "Screen")])
            })
    }

    private func codes(_ sample: SampleScene) -> [String] {
        Linter.findings(in: sample.scene).map(\.code)
    }

    /// Returns the codes of the findings about so many tabs, in both kinds of bar.
    private func codes(_ count: Int) -> [[String]] {
        ["tabBar", "bottomNavigation"].map { style in
            codes(tabs(count).with { $0.bars["tabBar.style"] = style })
        }
    }

    @Test("M-05: a bottom navigation bar anywhere but at the bottom is found, and put back")
    func place() throws {
        let row = DescribedRow("M-05")
        for place in ["top", "sidebar"] {
            let finding = try GuidelineExpectation.violation(
                row, good: Self.material, fixed: true, alone: place != "top"
            ) { $0.bars["tabBar.placement"] = place }
            #expect(finding.severity == .error && finding.item == .scene)
            #expect(finding.reason.contains(place))
        }
        let stated = Self.material.with { $0.bars["tabBar.placement"] = row["place"] }
        #expect(codes(stated).isEmpty)
        try GuidelineExpectation.violation(row, fixed: true, alone: false) {
            $0.standaloneBars.append(
                .init(
                    id: "own",
                    properties: [
                        "kind": "bottomNavigation", "navigationBar.barPosition": "top",
                        "screen": "nowhere",
                    ]))
        }
        // Tabs at the top or at the side are what an iPad has from version 18 on.
        let aside = Self.material.with { $0.bars["tabBar.placement"] = "sidebar" }
        #expect(
            GuidelineExpectation.findings(row["code"], in: aside, on: TestDevice.pad).isEmpty)
        #expect(
            !GuidelineExpectation.findings(
                row["code"], in: aside, on: TestDevice.pad.running(17)
            ).isEmpty)
    }

    @Test("M-08: bottom navigation in an app of another design is found, with Material it is not")
    func designLanguage() throws {
        let row = DescribedRow("M-08")
        let fitting = Self.material.with { $0.bars["tabBar.designLanguage"] = row["language"] }
        #expect(codes(fitting).isEmpty)
        try GuidelineExpectation.violation(row, good: fitting) {
            $0.bars["tabBar.designLanguage"] = "cupertino"
        }
        try GuidelineExpectation.violation(row) {
            $0.bars["tabBar.designLanguage"] = row["language"]
        }
    }

    @Test("M-09: for the top, the tab bar is advised instead of bottom navigation")
    func top() throws {
        let row = DescribedRow("M-09")
        let finding = try GuidelineExpectation.violation(
            row, good: Self.material, alone: false
        ) { $0.bars["tabBar.placement"] = "top" }
        #expect(finding.severity == .info && finding.reason.contains("tab bar"))
        let aside = Self.material.with { $0.bars["tabBar.placement"] = "sidebar" }
        #expect(GuidelineExpectation.findings(row["code"], in: aside).isEmpty)
    }

    @Test("M-10: three, four and five items are as advised, six are found")
    func itemCount() throws {
        let row = DescribedRow("M-10")
        for count in Int(row.number("minimum"))...Int(row.number("maximum")) {
            #expect(codes(count) == [[], []], "\(count)")
        }
        let many = Int(row.number("firstTooMany"))
        #expect(codes(many) == [[row["code"]], [row["code"]]])
        try GuidelineExpectation.violation(row) { $0.tabs = tabs(many).tabs }
    }

    @Test("M-11: fewer than three items are found, and the reason names what serves better")
    func tooFew() throws {
        let row = DescribedRow("M-11")
        for count in 1...Int(row.number("count")) {
            #expect(codes(count) == [[row["code"]], [row["code"]]])
        }
        #expect(codes(Int(row.number("minimum"))) == [[], []])
        // An app without tabs has no bar that could have too few.
        #expect(codes(0) == [[], []])
        let finding = try GuidelineExpectation.violation(row) { $0.tabs.removeLast() }
        #expect(finding.reason.contains("tabs at the top"))
    }

    @Test("M-12: seven items are found as too many, and a drawer for the rest settles it")
    func tooMany() throws {
        let row = DescribedRow("M-12")
        let count = Int(row.number("count"))
        #expect(count == Int(row.number("limit")) + 1)
        #expect(codes(count) == [[row["code"]], [row["code"]]])
        #expect(codes(count - 1).allSatisfy { !$0.contains(row["code"]) })
        let finding = try GuidelineExpectation.violation(row) { $0.tabs = tabs(count).tabs }
        #expect(finding.reason.contains(row["remedy"]))
        #expect(codes(tabs(count).with { $0.bars["tabBar.drawer"] = "true" }).isEmpty)
    }

    @Test("M-23: a nested destination is found, and one that matters less than the others")
    func destinations() throws {
        let row = DescribedRow("M-23")
        let nested = try GuidelineExpectation.violation(row, good: Self.material) {
            $0.tabs[1].properties["level"] = "nested"
        }
        #expect(nested.item == .tab("calendar"))
        let uneven = try GuidelineExpectation.violation(
            row, code: "code.importance", good: Self.material
        ) { $0.tabs[2].properties["importance"] = "secondary" }
        #expect(uneven.item == .tab("search"))
        let even = Self.material.with { sample in
            for index in sample.tabs.indices {
                sample.tabs[index].properties["importance"] = "secondary"
            }
        }
        #expect(codes(even).isEmpty)
    }

    /// Adds a bar of tabs by itself to a screen.
    private func add(_ properties: Properties, to sample: inout SampleScene) {
        var properties = properties
        properties["kind"] = "bottomNavigation"
        let items = ["one", "two", "three"].map { name in
            SampleScene.SampleScreen(id: ScreenID(unchecked: name), title: "Item \(name)")
        }
        sample.standaloneBars.append(.init(id: "own", properties: properties, items: items))
    }

    @Test("M-25: a second bar of destinations at the bottom is found, on a screen that has both")
    func twoBars() throws {
        let row = DescribedRow("M-25")
        let finding = try GuidelineExpectation.violation(row) { add(["screen": "inbox"], to: &$0) }
        #expect(finding.item == .bar("own"))
        let elsewhere: [(inout SampleScene) -> Void] = [
            { add(["screen": "inbox", "navigationBar.barPosition": "top"], to: &$0) },
            {
                add(["screen": "inbox"], to: &$0)
                $0.bars["tabBar.isHidden"] = "true"
            },
            {
                add(["screen": "inbox"], to: &$0)
                $0.change("inbox" as ScreenID) {
                    $0.properties["hidesBottomBarWhenPushed"] = "true"
                }
            },
            { add(["screen": "nowhere"], to: &$0) },
        ]
        for (index, change) in elsewhere.enumerated() {
            let sample = SampleScene.good.with(change)
            #expect(
                GuidelineExpectation.findings(row["code"], in: sample).isEmpty, "case \(index)")
        }
        let both = SampleScene.good.with { add(["screen": "inbox"], to: &$0) }
        #expect(GuidelineExpectation.findings(row["code"], in: both, on: TestDevice.pad).isEmpty)
    }

    @Test("M-26: the reason names the screen that both bars share, and the mixed transitions")
    func sharedScreen() throws {
        let row = DescribedRow("M-26")
        let finding = try GuidelineExpectation.violation(row) { add(["screen": "inbox"], to: &$0) }
        #expect(finding.reason.contains("'Inbox'"))
        #expect(finding.reason.contains(row["reason"]))
        let overAll = try GuidelineExpectation.violation(row) { add([:], to: &$0) }
        #expect(overAll.reason.contains("'Mailboxes'"))
        let bare = SampleScene.good.with { sample in
            add([:], to: &sample)
            for index in sample.tabs.indices { sample.tabs[index].stack = [] }
        }
        let found = GuidelineExpectation.findings(row["code"], in: bare)
        #expect(found.first?.reason.contains("tab 'Mail'") == true)
    }

    @Test("M-32: a badge without a value that is spoken is found, with one it is not")
    func badgeValue() throws {
        let row = DescribedRow("M-32")
        for good in [Self.material, .good] {
            let finding = try GuidelineExpectation.violation(row, good: good) {
                $0.tabs[0].properties[PropertyName(unchecked: row["property"])] = nil
            }
            #expect(finding.item == .tab("mail"))
        }
        let none = Self.material.with {
            $0.tabs[0].properties["accessibilityValue"] = nil
            $0.tabs[0].badge = nil
        }
        #expect(codes(none).isEmpty)
    }

    @Test("M-32: a value that counts otherwise than its badge is found, in each language")
    func staleValue() throws {
        let stale = Self.material.with {
            $0.tabs[0].badge = "4"
            $0.tabs[0].properties["accessibilityValue"] = "3 unread messages"
            $0.tabs[0].properties["accessibilityValue@ar"] = "٣ رسائل"
            $0.tabs[0].properties["accessibilityValue@ko"] = "읽지 않은 메시지 {badge}개"
        }
        let findings = GuidelineExpectation.findings("stale-badge-value", in: stale)
        #expect(findings.map(\.item) == [.tab("mail"), .tab("mail")])
        #expect(findings.map { $0.reason.contains("'accessibilityValue@ar'") } == [false, true])
        #expect(findings.allSatisfy { $0.rows == ["M-32"] })
        let cleared = stale.with { $0.tabs[0].badge = nil }
        #expect(GuidelineExpectation.findings("stale-badge-value", in: cleared).isEmpty)
    }

    @Test("M-34: a bar that is lower than fingers need is found, one that is as high is not")
    func touchHeight() throws {
        let row = DescribedRow("M-34")
        let height = row.number("height")
        let enough = Self.material.with { $0.bars["tabBar.height"] = "\(height)" }
        #expect(codes(enough).isEmpty)
        let finding = try GuidelineExpectation.violation(row, good: enough, fixed: true) {
            $0.bars["tabBar.height"] = "\(height - 1)"
        }
        #expect(finding.severity == .error && finding.item == .scene)
        // The tab bar's heights are the platform's own.
        #expect(codes(SampleScene.good.with { $0.bars["tabBar.height"] = "32" }).isEmpty)
    }

    @Test("M-35: items that are narrower than fingers need are found, where the screen is narrow")
    func touchWidth() throws {
        let row = DescribedRow("M-35")
        let five = tabs(5).with { $0.bars["tabBar.style"] = "bottomNavigation" }
        func device(_ width: Double) -> DeviceTraits {
            TestDevice.smallPhone.with { $0.size.width = width }
        }
        let narrowest = row.number("width") * 5
        #expect(
            GuidelineExpectation.findings(row["code"], in: five, on: device(narrowest)).isEmpty)
        let found = GuidelineExpectation.findings(
            row["code"], in: five, on: device(narrowest - 10))
        #expect(found.map(\.item) == [.scene])
        #expect(found.first?.reason.contains("62 points") == true)
        // So are those of a bar by itself, on whatever screen it is.
        let own = SampleScene.good.with { sample in
            add(["screen": "mailboxes"], to: &sample)
            let last = sample.standaloneBars.endIndex - 1
            sample.standaloneBars[last].items += ["four", "five"].map { name in
                SampleScene.SampleScreen(id: ScreenID(unchecked: name), title: name)
            }
        }
        #expect(
            GuidelineExpectation.findings(row["code"], in: own, on: device(narrowest)).isEmpty)
        let foundOwn = GuidelineExpectation.findings(
            row["code"], in: own, on: device(narrowest - 10))
        #expect(foundOwn.map(\.item) == [.bar("own")])
    }

    @Test("M-39: a height that is set and too small is found, and taking it back mends it")
    func explicitHeight() throws {
        let row = DescribedRow("M-39")
        let finding = try GuidelineExpectation.violation(
            row, good: Self.material, on: TestDevice.phone, fixed: true
        ) { $0.bars["tabBar.height"] = row["height"] }
        #expect(finding.reason.contains("\(Int(row.number("height"))) points"))
        #expect(finding.reason.contains("\(Int(row.number("minimum"))) points"))
        #expect(finding.fix == [Fix(.scene, "tabBar.height", nil)])
    }

    @Test("T-36: a badge of five characters is found, shorter ones are not; a number becomes 99+")
    func badgeLength() throws {
        let row = DescribedRow("T-36")
        let examples = row["examples"].split(separator: ",").map { String($0.drop { $0 == " " }) }
        for badge in examples + ["1234"] {
            #expect((row.number("minimum")...row.number("maximum")).contains(Double(badge.count)))
            #expect(codes(SampleScene.good.with { $0.tabs[0].badge = badge }).isEmpty)
        }
        let long = String(repeating: "1", count: Int(row.number("firstTooLong")))
        let finding = try GuidelineExpectation.violation(row, fixed: true) {
            $0.tabs[0].badge = long
        }
        #expect(finding.fix == [Fix(.tab("mail"), "badge", examples.last)])
        try GuidelineExpectation.violation(row) { $0.tabs[0].badge = "brand new" }
    }
}
