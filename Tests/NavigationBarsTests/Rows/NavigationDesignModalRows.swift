import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars
import NavigationProperties

@Suite("Navigation design: modals")
struct NavigationDesignModalRows {
    private let preferred: Properties = ["preferred.title": "Add"]

    @Test("D-19: a modal rises from the lower edge")
    func rises() throws {
        let edge = DescribedRow("D-19")["edge"]
        for kind in NavigationBarSample.modalKinds {
            let modal = try NavigationBarSample.presenting(kind).modal()
            #expect(modal.presentationEdge == edge)
            #expect(modal.motion.kind == .rise)
            #expect(modal.frame.maxY == TestDevice.phone.size.height)
        }
    }

    @Test("D-21: the rest is dimmed, so that people keep to the task")
    func dimmed() throws {
        #expect(DescribedRow("D-21")["dimmed"] == "true")
        let sample = NavigationBarSample.presenting(.simple)
        let modal = try sample.modal()
        let dimming = try #require(modal.dimming)
        #expect(dimming.opacity > 0 && dimming.opacity < 1)
        let svg = try sample.svg()
        let veil = try svg["modal.dimming"]
        #expect(try veil.frame == sample.layout().screen)
        #expect(try 0..<1 ~= veil.number("fill-opacity") && veil.number("fill-opacity") > 0)
        #expect(try veil.index > svg["tabBar.background"].index)
        #expect(try veil.index < svg["modal.sheet"].index)
        #expect(modal.frame.y > sample.layout().statusBar.maxY)
    }

    @Test("D-24: a task of several steps shows the number of the current one")
    func steps() throws {
        let row = DescribedRow("D-24")
        let kind = try #require(ModalKind(rawValue: row["kind"]))
        let properties: Properties = [Property.named(row["property"]): "2", "steps": "3"]
        let sample = NavigationBarSample.presenting(kind, properties)
        let modal = try sample.modal()
        let step = try #require(modal.step)
        #expect(step.text == "Step 2 of 3")
        #expect(step.frame.y >= modal.navigationBar.frame.maxY)
        #expect(step.frame.maxY <= modal.content.frame.y)
        let korean = TestDevice.phone.with { $0.locale = LanguageTag("ko") ?? .english }
        #expect(try sample.modal(on: korean).step?.text == "3단계 중 2단계")
        #expect(try NavigationBarSample.presenting(.simple, properties).modal().step == nil)
        #expect(try NavigationBarSample.presenting(kind).modal().step == nil)
    }

    @Test("D-25: content on the full screen covers the tab bar")
    func fullScreen() throws {
        let row = DescribedRow("D-25")
        let kind = try #require(ModalKind(rawValue: row["kind"]))
        #expect(row["tabBar"] == "covered")
        let sample = NavigationBarSample.presenting(kind)
        let (layout, svg) = (sample.layout(), try sample.svg())
        let modal = try #require(layout.modal)
        #expect(modal.frame == layout.screen)
        #expect(modal.dimming == nil && modal.cornerRadius == 0)
        #expect(modal.navigationBar.frame.y == layout.statusBar.maxY)
        #expect(modal.content.frame.maxY > (layout.tabBar?.frame.y ?? .infinity))
        let sheet = try svg["modal.sheet"]
        let (width, height) = (Int(layout.screen.width), Int(layout.screen.height))
        #expect(sheet["d"] == "M0 \(height)V0H\(width)V\(height)z")
        #expect(sheet["fill"] == "#FFFFFF" && sheet["fill-opacity"] == nil)
        #expect(try sheet.index > svg["tabBar.background"].index)
    }

    @Test("D-27: cancel is at the left, the preferred action at the right; mirrored in Arabic")
    func cancel() throws {
        let row = DescribedRow("D-27")
        let sample = NavigationBarSample.presenting(.simple, preferred)
        for (traits, edge) in [
            (TestDevice.phone, row["edge"]), (TestDevice.phone.rightToLeft, row["edge.rtl"]),
        ] {
            let bar = try sample.modal(on: traits).navigationBar
            let cancel = try #require(bar.left.first)
            let add = try #require(bar.right.first)
            #expect((cancel.frame.midX < bar.frame.midX ? "left" : "right") == edge)
            #expect((add.frame.midX < bar.frame.midX) != (cancel.frame.midX < bar.frame.midX))
            #expect(cancel.label?.font.weight == .regular && add.label?.font.weight == .semibold)
            #expect(add.label?.text == "Add")
            let drawn = try sample.svg(on: traits)["modal.navigationBar.left.cancel.touch"].frame
            #expect((drawn.midX < traits.size.width / 2 ? "left" : "right") == edge)
        }
        #expect(try sample.svg()["modal.navigationBar.left.cancel.label"].text == "Cancel")
        let korean = TestDevice.phone.with { $0.locale = LanguageTag("ko") ?? .english }
        #expect(try sample.modal(on: korean).navigationBar.left.first?.label?.text == "취소")
    }

    @Test("D-30: a preferred action that can't be taken looks like it")
    func inactive() throws {
        let name = Property.named(DescribedRow("D-30")["property"])
        let active = try NavigationBarSample.presenting(.simple, preferred).modal()
        let sample = NavigationBarSample.presenting(
            .simple, ["preferred.title": "Add", name: "false"])
        let button = try #require(try sample.modal().navigationBar.right.first)
        #expect(!button.isEnabled)
        #expect(button.accessibility?.traits.contains(.notEnabled) == true)
        #expect(try sample.svg()["modal.navigationBar.right.preferred.label"].number("opacity") < 1)
        #expect(active.navigationBar.right.first?.isEnabled == true)
        #expect(active.navigationBar.right.first?.label?.opacity == 1)
    }

    @Test("D-31: a modal that needs no interaction has close alone")
    func close() throws {
        let action = DescribedRow("D-31")["dismiss"]
        let explicit = NavigationBarSample.presenting(.simple, ["dismissActions": action])
        for sample in [explicit, .presenting(.fullScreen)] {
            let bar = try sample.modal().navigationBar
            #expect(bar.left.map(\.id) == ["left.\(action)"])
            #expect(bar.left.first?.label?.text == "Close")
            #expect(bar.right.isEmpty)
        }
    }

    @Test("D-34: within a modal a push has a way back in the place of cancel")
    func pushes() throws {
        #expect(DescribedRow("D-34")["ways"].contains("push"))
        let root = try NavigationBarSample.presenting(.simple, preferred).modal().navigationBar
        #expect(root.back == nil && root.title?.text == "New Event")
        let pushed = try NavigationBarSample.presenting(
            .simple, preferred, stack: ["New Event", "Repeat"]
        ).modal().navigationBar
        #expect(pushed.back?.label?.text == "New Event")
        #expect(pushed.left.isEmpty)
        #expect(pushed.right.map(\.id) == ["right.preferred"])
        let empty = try NavigationBarSample.presenting(.simple, stack: []).modal()
        #expect(empty.navigationBar.title?.text == "Event")
        #expect(empty.content.placeholder?.text == "Event")
    }

    @Test(
        "A modal's bar never hides, whatever is set; a tablet's sheet is a form in the middle")
    func sheet() throws {
        var sample = NavigationBarSample.presenting(.simple, ["navigationBar.isHidden": "true"])
        sample.appearance = ["navigationBar.isHidden": "true"]
        #expect(try sample.modal().navigationBar.left.isEmpty == false)
        #expect(sample.layout().navigationBar == nil)
        let pad = try sample.modal(on: TestDevice.pad)
        #expect(pad.frame.width == 540 && pad.frame.height == 620)
        #expect(isClose(pad.frame.midX, TestDevice.pad.size.width / 2))
        #expect(pad.navigationBar.background.frame.y == pad.frame.y)
        let dark = try sample.modal(on: TestDevice.phone.dark)
        #expect(dark.background.hexadecimal == "#1C1C1E")
    }
}
