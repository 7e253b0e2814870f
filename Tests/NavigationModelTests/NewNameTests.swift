@testable import NavigationModel
import Testing

@Suite("Names in a scene")
struct NewNameTests {
    private static let bad = "\u{9b}31m\u{202e}EVIL"
    private let route = [Attribute(field: ScreenField.route, value: .text("/x"))]

    private func operations(_ bad: String) throws -> [Operation] {
        let modalRoute = [Attribute(field: ModalField.route, value: .text("/x"))]
        let name = try #require(PropertyName(rawValue: bad))
        let property = [Attribute(field: ItemField.property(name), value: .text("x"))]
        return [
            .declareTab(TabID(unchecked: bad), at: .between(nil, nil), attributes: []),
            .push(ScreenID(unchecked: bad), onto: "a", on: nil, attributes: route),
            .setItems("a", [.init(id: ScreenID(unchecked: bad), attributes: route)]),
            .presentModal(ModalID(unchecked: bad), attributes: modalRoute),
            .declareBar(StandaloneBarID(unchecked: bad), attributes: []),
            .setBar(BarKey(unchecked: bad), "x"), .updateTab("a", attributes: property),
        ]
    }

    @Test("Nothing comes into being under a name that is not allowed")
    func refused() throws {
        for operation in try operations(Self.bad) {
            let stage = try Stage()
            let before = stage.scene
            let outcomes = stage.send([operation], by: 1)
            #expect(outcomes.mostSevere.reason == .malformed, "\(operation)")
            #expect(stage.scene == before)
            #expect(
                Rejection.malformed.message(for: [operation]).contains("U+009B"), "\(operation)")
        }
        for operation in try operations("good") {
            #expect(
                try Stage().send([operation], by: 1).mostSevere.kind != .rejected, "\(operation)")
        }
    }

    @Test("Items with such a name from an earlier version can be changed and removed")
    func kept() throws {
        var state = SceneState()
        let tab = TabID(unchecked: Self.bad)
        let stamp = Stamp(
            time: Timestamp(rawValue: 1), device: DeviceID(high: 0, low: 1), sequence: 1)
        state.apply(
            Commit(
                revision: 1, stamp: stamp, author: "old", operations: [], outcomes: [],
                effects: [
                    RegisterWrite(
                        record: .tab(tab), field: TabField.declared, stamp: stamp,
                        value: Value(bytes: []))
                ]))
        #expect(state.scene.tabs.map(\.id) == [tab])
        let steps: [Operation] = [
            .updateTab(tab, attributes: [Attribute(field: TabField.title, value: .text("t"))]),
            .push("s", onto: .tab(tab), on: nil, attributes: route), .removeTab(tab),
            .declareTab(tab, at: .between(nil, nil), attributes: []),
        ]
        for step in steps { #expect(state.newNameError(of: step) == nil, "\(step)") }
    }

    @Test("A route has at least one character")
    func emptyRoute() throws {
        let empty = [Attribute(field: ScreenField.route, value: .text(""))]
        let modal = [Attribute(field: ModalField.route, value: .text(""))]
        let steps: [Operation] = [
            .push("s", onto: "a", on: nil, attributes: empty),
            .setItems("a", [.init(id: "s", attributes: empty)]),
            .presentModal("m", attributes: modal),
        ]
        for step in steps {
            #expect(try Stage().send([step], by: 1).mostSevere.reason == .malformed)
            #expect(Rejection.malformed.message(for: [step]).contains("route"))
        }
        let stage = try Stage()
        #expect(throws: IntentError.self) {
            try stage.now(.push(ScreenDescription(route: "")), by: 1)
        }
    }

    @Test("An excess names the limit and its size")
    func excess() {
        let long = String(repeating: "x", count: 5_000)
        let cases: [(Operation, String)] = [
            (
                .push(
                    "s", onto: "a", on: nil,
                    attributes: [Attribute(field: ScreenField.route, value: .text(long))]),
                "the route has 5000 bytes, the maximum is 2048: shorten it"
            ),
            (
                .push(
                    "s", onto: "a", on: nil,
                    attributes: route + [
                        Attribute(field: ScreenField.identity, value: .text(long))
                    ]),
                "the identity has 5000 bytes, the maximum is 2048: shorten it"
            ),
            (
                .updateTab("a", attributes: [Attribute(field: TabField.title, value: .text(long))]),
                "the title has 5000 bytes, the maximum is 1024: shorten it"
            ),
            (
                .setBadge("a", .text(long), seen: []),
                "the badge has 5000 bytes, the maximum is 2048: shorten it"
            ),
            (
                .declareTab("b", at: .between(nil, nil), attributes: []),
                "a scene has at most 64 tabs: remove something first"
            ),
            (
                .push("s", onto: "a", on: nil, attributes: route),
                "a stack has at most 10000 screens: remove something first"
            ),
        ]
        for (operation, words) in cases {
            #expect(Rejection.limitExceeded.message(for: [operation]) == words)
        }
        let spans = [Operation](
            repeating: .pop(.spans([]), from: "a"), count: SceneLimits.spanOperations + 1)
        #expect(
            Rejection.limitExceeded.message(for: spans)
                == "a change has \(spans.count) operations on many screens, "
                + "the maximum is \(SceneLimits.spanOperations): shorten it")
        #expect(Rejection.limitExceeded.message(for: []) == Rejection.limitExceeded.message)
    }
}
