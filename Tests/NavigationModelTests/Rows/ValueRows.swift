import NavigationModel
import Testing

@Suite("Described behaviour of bar values")
struct ValueRows {
    private func scene(title: String = "Inbox", looks: Properties = [:]) -> Scene {
        let stack = [
            Screen(id: "a", route: "mail://", title: title),
            Screen(id: "b", route: "mail://1", properties: ["prompt": "New"]),
        ]
        return Scene(
            selectedTab: "inbox",
            tabs: [Tab(id: "inbox", title: "Inbox", properties: looks, stack: stack)],
            bars: ["navigationBar.barStyle": "black"],
            standaloneBars: [
                StandaloneBar(id: "tools", items: [Screen(id: "c", route: "tools://")])
            ])
    }

    @Test(
        "N-92: bars with equal properties are equal, hash alike and have no diff; others are not")
    func comparison() {
        let looks: Properties = ["navigationBar.barTintColor": "#3366CC"]
        let different = [
            scene(), scene(title: "Post"), scene(looks: looks),
            scene(looks: ["navigationBar.barTintColor": "#3366CD"]),
        ]
        #expect(Set(different).count == different.count)
        #expect(Set(different + different).count == different.count)
        for (index, former) in different.enumerated() {
            for (other, later) in different.enumerated() {
                #expect((former == later) == (index == other))
                #expect(former.differences(to: later).isEmpty == (index == other))
            }
        }
        #expect(scene(looks: looks).hashValue == scene(looks: looks).hashValue)
    }

    @Test("N-94: a scene and all its parts pass from one task to another")
    func sendable() async {
        func held<Value: Sendable>(_ value: Value) -> Value { value }
        let scene = held(scene())
        let seen = await Task.detached { scene }.value
        #expect(seen == scene)
        #expect(held(seen.tabs).first == scene.tabs.first)
        #expect(held(seen.standaloneBars).first?.items == scene.standaloneBars.first?.items)
    }
}
