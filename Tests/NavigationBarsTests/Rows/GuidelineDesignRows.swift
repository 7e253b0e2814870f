import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Guidelines of how an app is ordered")
struct GuidelineDesignRows {
    private func isSilent(_ change: (inout SampleScene) -> Void) -> Bool {
        Linter.findings(in: SampleScene.good.with(change).scene).isEmpty
    }

    @Test("D-01: a screen in a tab of another area is found, and a group that is not there")
    func hierarchy() throws {
        let row = DescribedRow("D-01")
        let areas = SampleScene.good.with { sample in
            sample.change("month" as ScreenID) { $0.properties["area"] = "dates" }
            sample.tabs[0].stack.append(
                .init(id: "event", title: "Event", properties: ["area": "mail"]))
        }
        let finding = try GuidelineExpectation.violation(row, good: areas) { sample in
            sample.change("event" as ScreenID) { $0.properties["area"] = "dates" }
        }
        #expect(finding.item == .screen("event") && finding.reason.contains("'Calendar'"))
        // An area that no tab has is no mismatch.
        #expect(isSilent { $0.change("inbox" as ScreenID) { $0.properties["area"] = "junk" } })
        try GuidelineExpectation.violation(row, fixed: true) {
            $0.tabs[1].properties["group"] = "gone"
        }
    }

    @Test("D-02: a screen on the top level that is no tab is found")
    func topLevel() throws {
        let row = DescribedRow("D-02")
        let finding = try GuidelineExpectation.violation(row) { sample in
            sample.change("inbox" as ScreenID) { $0.properties["level"] = "top" }
        }
        #expect(finding.item == .screen("inbox"))
        #expect(isSilent { $0.change("month" as ScreenID) { $0.properties["level"] = "top" } })
        #expect(isSilent { $0.change("inbox" as ScreenID) { $0.properties["level"] = "nested" } })
    }

    @Test("D-03: a tab with many times the features of another is found")
    func balance() throws {
        let row = DescribedRow("D-03")
        let finding = try GuidelineExpectation.violation(row) {
            $0.tabs[0].properties["features"] = "read,write,sort,label,print,block"
        }
        #expect(finding.item == .tab("mail"))
        #expect(finding.reason.contains("6 features"))
        #expect(isSilent { $0.tabs[0].properties["features"] = "read,write,sort,label,print" })
        // Tabs that say nothing of their features are not taken to have none.
        #expect(
            isSilent { sample in
                sample.tabs[0].properties["features"] = "read,write,sort,label,print,block"
                for index in [1, 2] { sample.tabs[index].properties["features"] = nil }
            })
    }

    @Test("D-04: a tab with more features than people keep in mind is found")
    func overload() throws {
        let row = DescribedRow("D-04")
        func features(_ count: Int, _ start: String) -> String {
            (0..<count).map { "\(start)\($0)" }.joined(separator: ",")
        }
        let even = SampleScene.good.with { sample in
            for index in sample.tabs.indices {
                sample.tabs[index].properties["features"] = features(
                    Guideline.mostFeatures, "f\(index)x")
            }
        }
        let finding = try GuidelineExpectation.violation(row, good: even) { sample in
            // What the first screen says counts too.
            sample.change("month" as ScreenID) { $0.properties["features"] = "one" }
        }
        #expect(finding.item == .tab("calendar"))
        #expect(Linter.findings(in: even.scene).isEmpty)
    }

    @Test("D-05: a tab without a purpose is found where others have one, and only there")
    func purpose() throws {
        let row = DescribedRow("D-05")
        let finding = try GuidelineExpectation.violation(row) {
            $0.tabs[2].properties["purpose"] = nil
        }
        #expect(finding.item == .tab("search"))
        #expect(
            isSilent { sample in
                for index in sample.tabs.indices { sample.tabs[index].properties["purpose"] = nil }
            })
        // The system's search tab is for searching.
        #expect(
            isSilent { sample in
                sample.tabs[2].properties["purpose"] = nil
                sample.tabs[2].properties["role"] = "search"
            })
    }

    @Test("D-06: a tab that gathers what others are for is found, by the tabs that it repeats")
    func gathering() throws {
        let row = DescribedRow("D-06")
        let finding = try GuidelineExpectation.violation(row) {
            $0.tabs.insert(
                .init(
                    id: "home", title: "Home",
                    properties: ["features": "read,plan,find", "purpose": "view"],
                    stack: [.init(id: "start", title: "Start")]), at: 0)
        }
        #expect(finding.item == .tab("home"))
        // Two tabs with much in common gather nothing: what they share comes twice.
        let pair = SampleScene.good.with { $0.tabs[2].properties["features"] = "read,write,find" }
        #expect(GuidelineExpectation.findings(row["code"], in: pair).isEmpty)
        for name in ["'read'", "'plan'", "'find'", "'Mail'", "'Calendar'", "'Search'"] {
            #expect(finding.reason.contains(name), "\(name)")
        }
    }

    @Test("D-07: content in two tabs is found if it is shown alike, and not in another view")
    func content() throws {
        let row = DescribedRow("D-07")
        for view in row["views"].split(separator: ",") {
            let other = "\(view.drop { $0 == " " }) in another way"
            #expect(
                isSilent {
                    $0.change("find" as ScreenID) { $0.properties["content.view"] = other }
                })
        }
        let bad = SampleScene.good.with {
            $0.change("find" as ScreenID) { $0.properties["content.view"] = "by mailbox" }
        }
        let found = Linter.findings(in: bad.scene)
        #expect(found.map(\.code) == [row["silences"]])
        #expect(found.first?.item == .screen("find"))
    }

    @Test("D-08: a function that comes in two tabs is found")
    func functionality() throws {
        let row = DescribedRow("D-08")
        let finding = try GuidelineExpectation.violation(row) {
            $0.tabs[2].properties["features"] = "find,write"
        }
        #expect(finding.item == .tab("search") && finding.reason.contains("'write'"))
        #expect(finding.reason.contains("'Mail'"))
    }

    @Test("D-09: a screen that hides the tabs is found at any depth, immersion that comes back not")
    func persistence() throws {
        let row = DescribedRow("D-09")
        let depth = Int(row.number("depth"))
        let deep = SampleScene.good.with { sample in
            for index in 2..<depth {
                sample.tabs[0].stack.append(
                    .init(id: ScreenID(unchecked: "s\(index)"), title: "Level \(index)"))
            }
        }
        #expect(deep.tabs[0].stack.count == depth)
        let last = ScreenID(unchecked: "s\(depth - 1)")
        let finding = try GuidelineExpectation.violation(row, good: deep, fixed: true) {
            $0.change(last) { $0.properties["hidesBottomBarWhenPushed"] = "true" }
        }
        #expect(finding.item == .screen(last))
        let whole = try GuidelineExpectation.violation(row, good: deep, fixed: true) {
            $0.bars["tabBar.isHidden"] = "true"
        }
        #expect(whole.item == .scene)
        let immersive = deep.with {
            $0.change(last) { screen in
                screen.properties["hidesBottomBarWhenPushed"] = "true"
                screen.properties["immersive"] = "true"
            }
        }
        #expect(Linter.findings(in: immersive.scene).isEmpty)
    }

    @Test("D-10: a tab without a label is found, and one whose label is long")
    func labels() throws {
        let row = DescribedRow("D-10")
        let blank = try GuidelineExpectation.violation(row) { $0.tabs[1].title = " " }
        #expect(blank.severity == .error && blank.item == .tab("calendar"))
        try GuidelineExpectation.violation(row) { $0.tabs[1].title = "calendar" }
        #expect(isSilent { $0.tabs[1].title = "日程" })
        let long = try GuidelineExpectation.violation(row, code: "code.long") {
            $0.tabs[1].title = "Appointments and more"
        }
        #expect(long.item == .tab("calendar"))
        let fitting = String(repeating: "W", count: Guideline.widestLabel)
        #expect(isSilent { $0.tabs[1].title = fitting })
        #expect(!isSilent { $0.tabs[1].title = fitting + "W" })
        // Wide letters count twice.
        #expect(!isSilent { $0.tabs[1].title = String(repeating: "日", count: 8) })
        let translated = SampleScene.good.with {
            $0.tabs[1].properties["title@de"] = "Terminvereinbarungen"
        }
        #expect(GuidelineExpectation.findings(row["code.long"], in: translated).count == 1)
    }

    @Test("D-13: a screen without a title is found at any depth, once for each")
    func orientation() throws {
        let row = DescribedRow("D-13")
        let sample = SampleScene.good.with { sample in
            for index in 2...4 {
                sample.tabs[0].stack.append(.init(id: ScreenID(unchecked: "s\(index)")))
            }
        }
        #expect(
            GuidelineExpectation.findings(row["code"], in: sample).map(\.item)
                == [.screen("s2"), .screen("s3"), .screen("s4")])
        try GuidelineExpectation.violation(row) {
            $0.tabs[0].stack.append(.init(id: "s2"))
        }
    }

    @Test("D-15: a row that pushes without an indicator is found, and gets one")
    func disclosure() throws {
        let row = DescribedRow("D-15")
        let name = Property.rowAccessory.name("inbox")
        let finding = try GuidelineExpectation.violation(row, fixed: true) {
            $0.change("mailboxes" as ScreenID) { $0.properties[name] = nil }
        }
        #expect(finding.fix == [Fix(.screen("mailboxes"), name.rawValue, row["accessory"])])
        // A row that leads nowhere has none.
        #expect(
            isSilent {
                $0.change("mailboxes" as ScreenID) { screen in
                    screen.properties["rows.inbox.pushes"] = nil
                    screen.properties["rows.inbox.accessory"] = nil
                }
            })
    }

    @Test("D-22: a modal for a task that is not complete in itself is found")
    func selfContained() throws {
        let row = DescribedRow("D-22")
        let finding = try GuidelineExpectation.violation(row) {
            $0.modals[0].properties["isSelfContained"] = "false"
        }
        #expect(finding.item == .modal("event"))
        #expect(isSilent { $0.modals[0].properties["isSelfContained"] = nil })
    }

    @Test("D-26: a modal without a dismiss action is found, and gets that of its kind")
    func noDismiss() throws {
        let row = DescribedRow("D-26")
        let answers = row["answers"]
        #expect(isSilent { $0.modals[0].properties["dismissActions"] = answers })
        let finding = try GuidelineExpectation.violation(row, fixed: true) {
            $0.modals[0].properties["dismissActions"] = "swipe"
        }
        #expect(finding.severity == .error && finding.item == .modal("event"))
        // A preferred action that can't be taken is no way out.
        try GuidelineExpectation.violation(row, fixed: true) {
            $0.modals[0].properties["dismissActions"] = "preferred"
            $0.modals[0].properties["preferred.isEnabled"] = "false"
        }
        #expect(isSilent { $0.modals[0].properties["preferred.isEnabled"] = "false" })
    }

    @Test("D-31: close is as advised where there is nothing to decide")
    func close() throws {
        let row = DescribedRow("D-31")
        #expect(
            isSilent { sample in
                sample.modals[0].properties = [:]
                sample.modals[0].properties["dismissActions"] = row["dismiss"]
            })
        let article = SampleScene.good.with { sample in
            sample.modals[0].kind = .fullScreen
            sample.modals[0].properties = [:]
        }
        #expect(article.scene.modals.first?.dismissActions == [row["dismiss"]])
        #expect(Linter.findings(in: article.scene).isEmpty)
        let guideline = Guideline.all.first { $0.rows.contains(row.id) }
        #expect(guideline?.code == DescribedRow("D-32")["code"])
    }

    @Test(
        "D-32: close is found where there is something to save or to cancel, however it is set",
        arguments: [["hasInput": "true"], ["isDirty": "true"], ["draft": "Dear"]])
    func closeWithInput(values: [String: String]) throws {
        let row = DescribedRow("D-32")
        let good = SampleScene.good.with {
            $0.modals[0].properties = ["dismissActions": "close"]
        }
        let finding = try GuidelineExpectation.violation(row, good: good, fixed: true) { sample in
            for (name, text) in values {
                sample.modals[0].properties[PropertyName(unchecked: name)] = text
            }
        }
        #expect(finding.fix.map(\.value) == ["cancel,preferred"])
        #expect(
            isSilent { sample in
                for (name, text) in values {
                    sample.modals[0].properties[PropertyName(unchecked: name)] = text
                }
            })
    }

    @Test("D-33: a second modal over the first is found, and one more once more")
    func modals() throws {
        let row = DescribedRow("D-33")
        func add(_ id: ModalID) -> (inout SampleScene) -> Void {
            { $0.modals.append(.init(id: id, title: "More")) }
        }
        let finding = try GuidelineExpectation.violation(row, add("over"))
        #expect(finding.item == .modal("over"))
        let three = SampleScene.good.with(add("over")).with(add("top"))
        let found = GuidelineExpectation.findings(row["code"], in: three)
        #expect(found.count == Int(row.number("count")))
        // Sub-navigation is no second modal: what is pushed, and a popover.
        #expect(
            isSilent {
                $0.modals[0].stack = [.init(id: "a", title: "A"), .init(id: "b", title: "B")]
            })
        #expect(
            isSilent {
                add("over")(&$0)
                $0.modals[1].properties["popover.source"] = "right.add"
            })
    }

    @Test("D-35: a set reason allows a modal over another")
    func reason() throws {
        let row = DescribedRow("D-35")
        let name = PropertyName(unchecked: row["property"])
        let picker = SampleScene.good.with {
            $0.modals.append(
                .init(id: "photos", title: "Photos", properties: ["hasInput": "true"]))
        }
        #expect(!GuidelineExpectation.findings(row["silences"], in: picker).isEmpty)
        let reasoned = picker.with { $0.modals[1].properties[name] = "picks a photo" }
        #expect(Linter.findings(in: reasoned.scene).isEmpty)
        let blank = picker.with { $0.modals[1].properties[name] = "  " }
        #expect(!GuidelineExpectation.findings(row["silences"], in: blank).isEmpty)
    }
}
