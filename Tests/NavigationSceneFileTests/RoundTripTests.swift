import NavigationModel
import NavigationSceneFile
import Testing

struct RoundTripTests {
    @Test("A written file is read back, scalar for scalar", arguments: UInt64(1)...20)
    func roundTrip(seed: UInt64) throws {
        var scenes = RandomScenes(seed: seed)
        for index in 0..<50 {
            let scene = scenes.next()
            let file = SceneFile.write(scene)
            let again = try SceneFile.read(file, name: "seed-\(seed)-\(index).yaml")
            #expect(again == scene, "seed \(seed), scene \(index)")
            // Equal strings may differ in their scalars; equal files don't.
            #expect(Array(SceneFile.write(again).utf8) == Array(file.utf8), "seed \(seed)")
            #expect(scalars(of: again) == scalars(of: scene), "seed \(seed), scene \(index)")
        }
    }

    private func scalars(of scene: SceneDescription) -> [[UInt8]] {
        scene.tabs.flatMap { tab in
            [tab.id.rawValue, tab.title, tab.icon ?? "", tab.badge ?? ""].map { Array($0.utf8) }
                + tab.stack.flatMap { [Array($0.route.utf8), Array(($0.title ?? "").utf8)] }
        }
    }

    @Test("Every difficult text survives in every place", arguments: RandomScenes.nasty)
    func nasty(text: String) throws {
        let tab = TabDescription(
            id: TabID(rawValue: text) ?? "t", title: text, icon: text, badge: text,
            stack: [ScreenDescription(route: text, title: text, payload: Array(text.utf8))])
        let modal = ModalDescription(
            route: text, title: text, payload: Array(text.utf8), stack: tab.stack)
        let scene = SceneDescription(
            selectedTab: tab.id, tabs: [tab], modals: [modal],
            bars: [BarKey(rawValue: "app." + text) ?? "app.b": text.isEmpty ? "a" : text],
            standaloneBars: [
                StandaloneBarDescription(
                    id: StandaloneBarID(rawValue: text) ?? "b",
                    properties: Properties([
                        PropertyName(rawValue: "app." + text) ?? "app.b": text,
                        "accessibilityIdentifier": text,
                    ]), items: tab.stack)
            ])
        #expect(try SceneFile.read(SceneFile.write(scene), name: "nasty") == scene)
    }

    @Test("The largest texts, the deepest stack and the most tabs are read back")
    func largest() throws {
        let text = String(repeating: "가", count: 341) + "a"
        let payload = [UInt8](repeating: 0xff, count: SceneLimits.payloadLength)
        let wide = (0..<SceneLimits.tabs).map {
            TabDescription(id: TabID(rawValue: "tab-\($0)") ?? "t", title: text)
        }
        let deep = TabDescription(
            id: "deep", title: text,
            stack: (0..<SceneLimits.stackDepth).map { ScreenDescription(route: "r/\($0)") })
        let heavy = TabDescription(
            id: "heavy", title: text, stack: [ScreenDescription(route: "r", payload: payload)])
        for tabs in [wide, [deep], [heavy]] {
            let scene = SceneDescription(tabs: tabs)
            #expect(try SceneFile.read(SceneFile.write(scene), name: "large") == scene)
        }
    }

    @Test("A file shows what the format promises")
    func form() throws {
        let scene = SceneDescription(
            selectedTab: "a",
            tabs: [
                TabDescription(id: "a", title: "It's 5 o'clock", badge: "dot"),
                TabDescription(
                    id: "b", title: "06:30", isEnabled: false, badge: "",
                    stack: [
                        ScreenDescription(route: "x://b", payload: Array(#"{"n":1}"#.utf8)),
                        ScreenDescription(route: "x://c", payload: [0xff, 0x00]),
                        ScreenDescription(route: "x://d", title: "one\ntwo\u{200f}"),
                    ]),
            ])
        #expect(
            SceneFile.write(scene) == #"""
                version: 1
                selected: a
                tabs:
                  - id: a
                    title: It's 5 o'clock
                    badge: dot
                  - id: b
                    title: "06:30"
                    enabled: false
                    badge: true
                    stack:
                      - route: x://b
                        payload: '{"n":1}'
                      - route: x://c
                        payload: !!binary /wA=
                      - route: x://d
                        title: "one\ntwo\u200F"

                """#)
    }

    @Test("Properties stand under their names in order, numbers and flags without quotes")
    func propertyForm() throws {
        let bar = StandaloneBarDescription(
            id: "tools", properties: ["kind": "tabBar", "tabBar.height": "56"],
            items: [ScreenDescription(route: "x://edit", properties: ["image": "pencil"])])
        let modal = ModalDescription(
            route: "x://m", properties: ["step": "2", "cancel.title@ko": "취소"])
        let screen = ScreenDescription(
            route: "x://a",
            properties: [
                "right": "edit,share", "right.edit.title": "Edit", "prompt": "7",
                "hidesBackButton": "true", "app.flag": "true",
            ])
        let scene = SceneDescription(
            tabs: [
                TabDescription(id: "a", title: "A", properties: ["role": "search"], stack: [screen])
            ], modals: [modal],
            bars: [
                "navigationBar.alpha": "0.5",
                "navigationBar.titleTextAttributes.shadowOffset": "0,1",
            ],
            standaloneBars: [bar])
        #expect(
            SceneFile.write(scene) == #"""
                version: 1
                tabs:
                  - id: a
                    title: A
                    properties:
                      role: search
                    stack:
                      - route: x://a
                        properties:
                          app.flag: "true"
                          hidesBackButton: true
                          prompt: "7"
                          right: edit,share
                          right.edit.title: Edit
                modals:
                  - route: x://m
                    properties:
                      cancel.title@ko: 취소
                      step: 2
                bars:
                  navigationBar.alpha: 0.5
                  navigationBar.titleTextAttributes.shadowOffset: "0,1"
                standaloneBars:
                  - id: tools
                    properties:
                      kind: tabBar
                      tabBar.height: 56
                    items:
                      - route: x://edit
                        properties:
                          image: pencil

                """#)
    }

    @Test("Names nest, lists are lists, and numbers may be in quotes, too")
    func otherFormsOfProperties() throws {
        let text = """
            version: 1
            tabs:
              - id: a
                stack:
                  - route: r
                    properties:
                      right: [edit, share]
                      right.edit: {title: Edit, title@ko: 편집, isEnabled: "false"}
            bars:
              navigationBar:
                alpha: "0.5"
                titleTextAttributes: {shadowOffset: [0, -1.5]}
            """
        let scene = try SceneFile.read(text, name: "other")
        #expect(
            scene.tabs[0].stack[0].properties == [
                "right": "edit,share", "right.edit.title": "Edit", "right.edit.title@ko": "편집",
                "right.edit.isEnabled": "false",
            ])
        #expect(
            scene.bars == [
                "navigationBar.alpha": "0.5",
                "navigationBar.titleTextAttributes.shadowOffset": "0,-1.5",
            ])
    }

    @Test("Comments, flow style, block text and a byte order mark are read too")
    func otherForms() throws {
        let text = """
            \u{feff}---
            # an app
            tabs: [{id: a, title: 'It''s', stack: [{route: r, payload: !!binary "YW Jj"}]}]
            "version": 1   # the first
            selected: >-
              a
            ...

            """
        let scene = try SceneFile.read(text, name: "other")
        let screen = ScreenDescription(route: "r", payload: Array("abc".utf8))
        let tab = TabDescription(id: "a", title: "It's", stack: [screen])
        #expect(scene == SceneDescription(selectedTab: "a", tabs: [tab]))
    }

    @Test("A tab without a title is called by its id")
    func titleless() throws {
        let scene = try SceneFile.read("version: 1\ntabs:\n  - id: inbox\n", name: "t")
        #expect(scene.tabs == [TabDescription(id: "inbox", title: "inbox")])
    }
}
