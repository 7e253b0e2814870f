import DescribedRows
import NavigationModel
import NavigationProperties
import Testing

@testable import NavigationBars

@Suite("Popovers")
struct PopoverTests {
    private func scene(_ source: String?, kind: ModalKind = .simple) -> Scene {
        let screen = Screen(
            id: "top", route: "r", title: "Top",
            properties: [
                "right": "edit", "right.edit.title": "Edit", "rows": "first,second",
                "rows.first.title": "First",
            ])
        let modal = Modal(
            id: "m", route: "ask", kind: kind, title: "Sort",
            properties: source.map { ["popover.source": $0] } ?? [:])
        return Scene(
            selectedTab: "a", tabs: [Tab(id: "a", title: "A", stack: [screen])], modals: [modal])
    }

    @Test(
        "N-104: a popover is beside its source, and its arrow points there",
        arguments: ["right.edit", "navigationBar.right.edit", "second", "tab.a"])
    func source(name: String) throws {
        #expect(DescribedRow("N-104")["property"] == Property.popoverSource.pattern)
        for device in [
            TestDevice.pad, TestDevice.pad.rightToLeft, TestDevice.pad.running(17),
            TestDevice.pad.with { $0.size = Size(width: 1210, height: 834) },
        ] {
            let layout = BarLayout(scene(name), on: device)
            let modal = try #require(layout.modal)
            let popover = try #require(modal.popover)
            let source = try #require(layout.elements.first { $0.id == popover.source }).frame
            #expect(popover.source.hasSuffix(name))
            #expect(modal.frame.isWithin(layout.screen) && !modal.frame.overlaps(source))
            #expect(!popover.arrow.overlaps(source) && popover.arrow.midX >= source.x)
            #expect(popover.arrow.midX <= source.maxX || source.width < popover.arrow.width)
            switch popover.arrowDirection {
            case .up:
                #expect(isClose(popover.arrow.y, source.maxY))
                #expect(isClose(popover.arrow.maxY, modal.frame.y))
            case .down:
                #expect(isClose(popover.arrow.maxY, source.y))
                #expect(isClose(popover.arrow.y, modal.frame.maxY))
            }
            #expect(popover.arrowDirection == (source.y < device.size.height / 2 ? .up : .down))
            let svg = try SVGDocument(of: layout)
            #expect(svg.has("modal.arrow"))
            #expect(modal.navigationBar.frame.isWithin(modal.frame))
            #expect(ReadingOrder(layout).elements.allSatisfy { $0.id.hasPrefix("modal.") })
        }
    }

    @Test("Without a source, or width for it, a popover is a sheet; a full screen stays one")
    func adapts() throws {
        for device in [TestDevice.phone, TestDevice.landscapePhone, TestDevice.android] {
            #expect(BarLayout(scene("right.edit"), on: device).modal?.popover == nil)
        }
        let narrow = TestDevice.pad.with { $0.size.width = 507 }
        #expect(BarLayout(scene("right.edit"), on: narrow).modal?.popover == nil)
        #expect(BarLayout(scene(nil), on: TestDevice.pad).modal?.popover == nil)
        #expect(BarLayout(scene("gone"), on: TestDevice.pad).modal?.popover == nil)
        let whole = BarLayout(scene("right.edit", kind: .fullScreen), on: TestDevice.pad)
        #expect(whole.modal?.popover == nil)
        #expect(try !SVGDocument(of: whole).has("modal.arrow"))
    }

    @Test("N-104: a source that is not there is found; one that is there is not")
    func missing() {
        let code = "popover-source-missing"
        func found(_ source: String?, on devices: [DeviceTraits] = []) -> [SceneItem] {
            Linter.findings(in: scene(source), on: devices).filter { $0.code == code }.map(\.item)
        }
        #expect(found("right.gone") == [.modal("m")])
        #expect(found("right.gone", on: [TestDevice.phone, TestDevice.pad]) == [.modal("m")])
        for source in ["right.edit", "first", nil] { #expect(found(source).isEmpty) }
    }
}
