import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Guidelines of what stands in navigation bars")
struct GuidelineControlRows {
    /// Changes what a screen of the good app says.
    private func labelled(
        _ properties: Properties, of id: ScreenID = "month", titled: Bool = true
    ) -> (inout SampleScene) -> Void {
        { sample in
            sample.change(id) { screen in
                if !titled { screen.title = nil }
                for (name, text) in properties.values { screen.properties[name] = text }
            }
        }
    }

    private func isSilent(_ change: (inout SampleScene) -> Void) -> Bool {
        Linter.findings(in: SampleScene.good.with(change).scene).isEmpty
    }

    @Test("H-27: a second control in a bar is found; spaces are none")
    func controls() throws {
        let row = DescribedRow("H-27")
        let one: Properties = [
            "right": "gap,add", "right.gap.kind": "fixedSpace", "right.add.image": "plus",
        ]
        #expect(row.number("firstTooMany") == row.number("maximum") + 1)
        #expect(isSilent(labelled(one)))
        let finding = try GuidelineExpectation.violation(
            row,
            labelled([
                "right": "add", "right.add.image": "plus", "left": "sort",
                "left.sort.image": "list",
            ]))
        #expect(finding.reason.contains("2 controls"))
        #expect(finding.reason.contains("'left.sort'") && finding.reason.contains("'right.add'"))
        // A toolbar is there for its controls.
        func tools(_ position: String) -> SampleScene {
            SampleScene.good.with { sample in
                sample.standaloneBars[0].properties["navigationBar.barPosition"] = position
                sample.change("topics" as ScreenID) { screen in
                    screen.properties = [
                        "left": "bold,italic", "left.bold.image": "bold",
                        "left.italic.image": "italic",
                    ]
                }
            }
        }
        #expect(GuidelineExpectation.findings(row["code"], in: tools("bottom")).isEmpty)
        #expect(GuidelineExpectation.findings(row["code"], in: tools("top")).count == 1)
    }

    @Test("H-28: a segmented control with a title or another control beside it is found")
    func segmentedAlone() throws {
        let row = DescribedRow("H-28")
        let segmented: Properties = [
            "titleView": "segmentedControl", "titleView.segments": "day,week",
        ]
        #expect(isSilent(labelled(segmented, titled: false)))
        let titled = try GuidelineExpectation.violation(row, labelled(segmented))
        #expect(titled.reason.contains("'November'"))
        var crowded = segmented
        crowded["right"] = "add"
        crowded["right.add.image"] = "plus"
        let beside = try GuidelineExpectation.violation(row, labelled(crowded, titled: false))
        #expect(beside.reason.contains("'right.add'"))
        let item: Properties = ["right": "days", "right.days.kind": "segmentedControl"]
        #expect(isSilent(labelled(item, titled: false)))
        try GuidelineExpectation.violation(row, labelled(item))
    }

    @Test("H-29: a drawing of another size than the others is found, and set to theirs")
    func glyphs() throws {
        let row = DescribedRow("H-29")
        let own: Properties = ["right": "add", "right.add.image": "own"]
        #expect(isSilent(labelled(own)))
        let fitting = own.with("right.add.glyphSize", "\(row.number("size"))")
        #expect(isSilent(labelled(fitting)))
        let large = own.with("right.add.glyphSize", "40")
        let finding = try GuidelineExpectation.violation(row, fixed: true, labelled(large))
        #expect(finding.reason.contains("40") && finding.reason.contains("right.add"))
    }

    @Test("H-30: a way back that is no arrow is found, and one that is hidden without another")
    func recognisable() throws {
        let row = DescribedRow("H-30")
        let arrow: (inout SampleScene) -> Void = { sample in
            sample.change("inbox" as ScreenID) {
                $0.properties["backButton.image"] = "arrow.backward"
            }
        }
        #expect(isSilent(arrow))
        let finding = try GuidelineExpectation.violation(
            row, labelled(["backButton.image": "house"], of: "inbox"))
        #expect(finding.item == .screen("inbox") && finding.reason.contains("'house'"))
        #expect(!isSilent(labelled(["backButton.image": "arrow.up"], of: "inbox")))
        try GuidelineExpectation.violation(
            row, fixed: true, labelled(["hidesBackButton": "true"], of: "inbox"))
        let replaced: Properties = [
            "hidesBackButton": "true", "right": "x", "right.x.kind": "fixedSpace", "left": "back",
            "left.back.title": "Mailboxes",
        ]
        #expect(isSilent(labelled(replaced, of: "inbox")))
        let image: Properties = replaced.with("left.back.title", nil)
            .with("left.back.image", "chevron.left")
        #expect(isSilent(labelled(image, of: "inbox")))
        // On a first screen there is nothing to hide.
        #expect(isSilent(labelled(["hidesBackButton": "true"])))
    }

    @Test("H-31: a way back that differs from the others in the app is found")
    func consistent() throws {
        let row = DescribedRow("H-31")
        let deeper = SampleScene.good.with { sample in
            sample.tabs[1].stack.append(.init(id: "day", title: "Day"))
            sample.tabs[2].stack.append(.init(id: "result", title: "Result"))
        }
        let finding = try GuidelineExpectation.violation(
            row, good: deeper, labelled(["backButton.image": "arrow.left"], of: "day"))
        #expect(finding.item == .screen("day"))
        // Of the app's own symbol it is the standard one that differs.
        let own = deeper.with { sample in
            for id in ["inbox", "day"] as [ScreenID] {
                labelled(["backButton.image": "arrow.left"], of: id)(&sample)
            }
        }
        #expect(
            GuidelineExpectation.findings(row["code"], in: own).map(\.item) == [.screen("result")])
        let all = own.with(labelled(["backButton.image": "arrow.left"], of: "result"))
        #expect(Linter.findings(in: all.scene).isEmpty)
        // An image without its mask is not shown, so it makes no difference.
        let unshown = deeper.with {
            $0.tabs[1].properties["navigationBar.backIndicatorImage"] = "arrow.left"
        }
        #expect(GuidelineExpectation.findings(row["code"], in: unshown).isEmpty)
    }

    @Test("H-32: a way back with a path of several segments is found, and taken back to one")
    func breadcrumb() throws {
        let row = DescribedRow("H-32")
        #expect(row.number("maximum") == 1)
        #expect(isSilent(labelled(["backButton.segments": "mailboxes"], of: "inbox")))
        let finding = try GuidelineExpectation.violation(
            row, fixed: true, labelled(["backButton.segments": "mail,mailboxes"], of: "inbox"))
        #expect(finding.reason.contains("2 segments"))
    }

    /// Puts screens on the stack of mail until it has so many.
    private func deepen(_ count: Int) -> (inout SampleScene) -> Void {
        { sample in
            let start = sample.tabs[0].stack.count
            for index in start..<count {
                sample.tabs[0].stack.append(
                    .init(id: ScreenID(unchecked: "s\(index)"), title: "Level \(index)"))
            }
        }
    }

    @Test("H-34: a stack that leads far down is found, with how far")
    func deep() throws {
        let row = DescribedRow("H-34")
        #expect(isSilent(deepen(Guideline.deepestStack)))
        let finding = try GuidelineExpectation.violation(
            row, deepen(Guideline.deepestStack + 1))
        #expect(finding.item == .screen("s5"))
        #expect(finding.reason.contains("screen number \(Guideline.deepestStack + 1)"))
    }

    @Test("H-35: buttons of text next to each other are found, and get a space between them")
    func crowded() throws {
        let row = DescribedRow("H-35")
        let two: Properties = [
            "right": "share,select", "right.share.title": "Share", "right.select.title": "Select",
        ]
        let finding = try GuidelineExpectation.violation(
            row, fixed: true, alone: false, labelled(two))
        #expect(finding.reason.contains("'Share', 'Select'"))
        let symbol = two.with("right.share.image", "square")
        #expect(
            GuidelineExpectation.findings(
                row["code"], in: SampleScene.good.with(labelled(symbol))
            ).isEmpty)
        // One on each side has the title in between.
        let sides: Properties = [
            "left": "share", "left.share.title": "Share", "right": "select",
            "right.select.title": "Select",
        ]
        #expect(
            GuidelineExpectation.findings(
                row["code"], in: SampleScene.good.with(labelled(sides))
            ).isEmpty)
    }

    @Test("H-36: a fixed space between them settles it, and is what the fix puts there")
    func fixedSpace() throws {
        let row = DescribedRow("H-36")
        let spaced: Properties = [
            "right": "share,gap,select", "right.share.title": "Share",
            "right.select.title": "Select", "right.gap.kind": row["kind"],
        ]
        let silent = SampleScene.good.with(labelled(spaced))
        #expect(GuidelineExpectation.findings(row["silences"], in: silent).isEmpty)
        let crowded = spaced.with("right", "share,select,space1").with("right.space1.title", "Add")
        let found = GuidelineExpectation.findings(
            row["silences"], in: SampleScene.good.with(labelled(crowded)))
        let list = found.flatMap(\.fix).first { $0.name == "right" }
        #expect(list?.value == "share,space2,select,space3,space1")
        let kinds = found.flatMap(\.fix).filter { $0.name != "right" }.map(\.value)
        #expect(kinds == [row["kind"], row["kind"]])
    }

    @Test("H-37: a first screen that only leads to a few others may do with segments, as advice")
    func segments() throws {
        let row = DescribedRow("H-37")
        func leading(to count: Int, pushing: Bool = true) -> Properties {
            var properties: Properties = ["content.view": "by place"]
            let names = (0..<count).map { "r\($0)" }
            properties["rows"] = names.joined(separator: ",")
            for name in names where pushing || name != "r0" {
                properties[Property.rowPushes.name(name)] = "app://\(name)"
                properties[Property.rowAccessory.name(name)] = "disclosureIndicator"
            }
            return properties
        }
        let finding = try GuidelineExpectation.violation(row, labelled(leading(to: 3)))
        #expect(finding.severity.rawValue == row["severity"])
        #expect(finding.item == .screen("month"))
        #expect(isSilent(labelled(leading(to: 1))) && isSilent(labelled(leading(to: 6))))
        #expect(isSilent(labelled(leading(to: 3, pushing: false))))
        // A cart with two products is content: nothing names a view of it.
        var cart = leading(to: 2)
        #expect(!isSilent(labelled(cart)))
        cart["content.view"] = nil
        cart["content"] = "products"
        #expect(isSilent(labelled(cart)))
        // A screen with something to do does more than lead on; what is long is content.
        let useful = leading(to: 3).with("right", "add").with("right.add.image", "plus")
        #expect(isSilent(labelled(useful)))
        let letters = leading(to: 3).with(
            "rows.r0.title", String(repeating: "w", count: Guideline.widestSegments))
        #expect(isSilent(labelled(letters)))
        #expect(!isSilent(labelled(letters.with("rows.r0.title", "Inbox"))))
    }

    @Test("H-38: a segmented control below the top level is found, on the first screen it is not")
    func segmentedBelow() throws {
        let row = DescribedRow("H-38")
        let segmented: Properties = ["titleView": "segmentedControl"]
        #expect(isSilent(labelled(segmented, titled: false)))
        let finding = try GuidelineExpectation.violation(row) { sample in
            sample.change("inbox" as ScreenID) { screen in
                screen.title = nil
                screen.properties = segmented
            }
        }
        #expect(finding.item == .screen("inbox"))
    }
}

extension Properties {
    /// These properties with one more, or without one.
    fileprivate func with(_ name: PropertyName, _ text: String?) -> Properties {
        var properties = self
        properties[name] = text
        return properties
    }
}
