import NavigationModel
import Testing

@testable import NavigationBars

@Suite("Containers of an app's own")
struct ContainerTests {
    private let sample = NavigationBarSample(
        ["Trip"],
        top: [
            "kind": "container", "children": "map,list,map", "children.map.route": "trip://map",
        ])

    @Test(
        "N-106: the children share the content, drawn, spoken and in text",
        arguments: DeviceProfile.all.map(\.name))
    func children(profile: String) throws {
        let layout = try BarLayout(sample.scene, on: profile)
        let children = layout.content.children
        #expect(children.map(\.id) == ["map", "list"])
        #expect(children.map(\.label?.whole) == ["trip://map", "list"])
        #expect(children.allSatisfy { $0.frame.within(layout.content.frame) == $0.frame })
        #expect(children[0].frame.maxY < children[1].frame.y)
        #expect(layout.content.placeholder == nil)
        let svg = try SVGDocument(of: layout)
        #expect(try svg["content.child.map"]["aria-label"] == "trip://map")
        let spoken = ReadingOrder(layout).elements.map(\.id)
        #expect(spoken.contains("content.child.map") && spoken.contains("content.child.list"))
        let text = TerminalDrawing(of: layout, columns: 60).drawing.text()
        #expect(text.contains("trip://map") && text.contains("list"))
        #expect(layout.elements.contains { $0.id == "content.child.list" })
    }

    @Test("Other screens have none, nor has a container without room")
    func none() throws {
        #expect(
            BarLayout(NavigationBarSample().scene, on: TestDevice.phone).content.children.isEmpty)
        let small = TestDevice.phone.with { $0.size = Size(width: 20, height: 20) }
        #expect(BarLayout(sample.scene, on: small).content.children.isEmpty)
    }
}
