@testable import NavigationModel
import SeededRandom
import Testing

/// Wishing the same anew.
@Suite struct RetryTests {
    /// Returns the remains of a refused change, and the result of its wish in the scene as it is.
    private func repeated(
        _ operations: [Operation], on stage: Stage
    ) throws -> (operations: [Operation], outcomes: [Outcome]) {
        var generator = SeededGenerator(seed: 9)
        let anew = try stage.fleet.view(of: 0).operations(
            for: .retry(operations), using: &generator)
        return (anew, stage.send(anew, by: 0))
    }

    private func route(_ text: String) -> [Attribute] {
        [Attribute(field: ScreenField.route, value: .text(text))]
    }

    @Test("Refused pushes have left tombstones: anew they have fresh ids, and stand on each other")
    func pushes() throws {
        let stage = try Stage()
        let wish: [Operation] = [
            .push("x", onto: "a", on: stage.id("/root"), attributes: route("/x")),
            .push("y", onto: "a", on: "x", attributes: route("/y")),
            .updateScreen(
                "y", attributes: [Attribute(field: ScreenField.title, value: .text("Y"))]),
        ]
        let refused = stage.send(wish + [.unknown], by: 0)
        #expect(refused.allSatisfy { $0.kind == .rejected })
        try stage.now(.push("/z"), by: 1)
        let (operations, outcomes) = try repeated(wish, on: stage)
        #expect(outcomes.allSatisfy { $0.kind == .applied })
        #expect(stage.stack() == ["/root", "/z", "/x", "/y"])
        #expect(stage.scene.tab("a")?.stack.last?.title == "Y")
        #expect(operations.compactMap(\.pushed).allSatisfy { $0 != "x" && $0 != "y" })
    }

    @Test(
        "A pop takes what is still there, a badge replaces what is seen now, a modal is a new one")
    func others() throws {
        let stage = try Stage(routes: ["/root", "/1", "/2"])
        let seen = ["/1", "/2"].map { ObservedScreen(id: stage.id($0), placement: .zero) }
        try stage.now(.popScreen(stage.id("/2")), by: 1)
        #expect(try repeated([.pop(.named(seen), from: "a")], on: stage).outcomes == [.applied])
        #expect(stage.stack() == ["/root"])
        #expect(try repeated([.pop(.named(seen), from: "a")], on: stage).operations.isEmpty)
        try stage.now(.addToBadge("a", 5), by: 1)
        _ = try repeated([.setBadge("a", .text("1"), seen: [])], on: stage)
        #expect(stage.scene.tab("a")?.badge == "1")
        let modal: [Operation] = [
            .presentModal("m", attributes: ModalDescription(route: "/m").attributes),
            .setItems(.modal("m"), [.init(id: "i", attributes: route("/i"))]),
        ]
        stage.send(modal, by: 1)
        stage.send([.answerModal("m", .cancel)], by: 1)
        _ = try repeated(modal, on: stage)
        let shown = try #require(stage.scene.modals.first)
        #expect(shown.id != "m")
        #expect(shown.stack.map(\.route) == ["/i"])
    }

    @Test("A tab that has come meanwhile is updated instead of declared")
    func tabs() throws {
        let stage = try Stage()
        let title = Attribute(field: TabField.title, value: .text("Late"))
        let wish = Operation.declareTab("c", at: .between(nil, nil), attributes: [title])
        try stage.now(.declareTab(TabDescription(id: "c", title: "C"), nil), by: 1)
        #expect(
            try repeated([wish], on: stage).operations == [.updateTab("c", attributes: [title])])
        #expect(stage.scene.tab("c")?.title == "Late")
    }

    @Test("A retry that has become invalid is refused before it leaves the device")
    func senseless() throws {
        let stage = try Stage()
        let wishes: [(Operation, IntentError)] = [
            (.selectTab("gone"), .unknownTab("gone", known: ["a", "b"])),
            (
                .push("x", onto: "gone", on: nil, attributes: route("/x")),
                .unknownTab("gone", known: ["a", "b"])
            ),
            (.updateScreen("gone", attributes: []), .unknownScreen("gone")),
            (.setItems("a", [.init(id: "gone", attributes: [])]), .unknownScreen("gone")),
            (.answerModal("gone", .cancel), .unknownModal("gone", known: [])),
            (.unknown, .unknownOperation),
        ]
        for (wish, error) in wishes {
            #expect(throws: error) { try repeated([wish], on: stage) }
        }
    }
}

extension Operation {
    fileprivate var pushed: ScreenID? { (payload as? PushOperation)?.id }
}
