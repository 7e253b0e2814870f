@testable import NavigationModel
import SeededRandom
import Testing

/// Properties that an app sets on its tabs, screens, modals and bars.
@Suite("Properties") struct PropertyTests {
    private let prompt: PropertyName = "prompt"

    private func property(_ text: String, _ name: PropertyName = "prompt") -> Attribute {
        Attribute(field: ItemField.property(name), value: .text(text))
    }

    @Test("Properties are set on a tab, a screen, a modal and a bar, name by name")
    func items() throws {
        let stage = try Stage()
        try stage.now(.presentModal(ModalDescription(route: "/m")), by: 0)
        try stage.now(.declareBar(StandaloneBarDescription(id: "tools")), by: 0)
        let modal = try #require(stage.scene.modals.first?.id)
        let items: [ItemID] = [.tab("a"), .screen(stage.id("/root")), .modal(modal), .bar("tools")]
        for item in items {
            let outcomes = try stage.now(
                .setProperties(item, ["prompt": "\(item)", "title@ko": "제목"]), by: 1)
            #expect(outcomes == [.applied])
        }
        try stage.now(.setProperties(.tab("a"), ["title@ko": nil, "app.x": ""]), by: 2)
        #expect(stage.scene.tab("a")?.properties == ["prompt": "a"])
        let others = [
            stage.scene.tab("a")?.stack[0].properties, stage.scene.modals.first?.properties,
            stage.scene.standaloneBar("tools")?.properties,
        ]
        for (item, properties) in zip(items.dropFirst(), others) {
            #expect(properties == ["prompt": "\(item)", "title@ko": "제목"])
        }
    }

    @Test("P8: concurrent writes of different properties both take effect")
    func concurrent() throws {
        let stage = try Stage()
        let root = stage.id("/root")
        try stage.later(.setProperties(.screen(root), ["prompt": "mine"]), by: 1)
        try stage.later(.setProperties(.screen(root), ["title@ko": "제목"]), by: 2)
        try stage.now(.setProperties(.screen(root), ["prompt": "newer"]), by: 0)
        #expect(stage.arrive(1).map(\.kind) == [.superseded])
        stage.arrive(2)
        #expect(
            stage.scene.tab("a")?.stack[0].properties == ["prompt": "newer", "title@ko": "제목"])
    }

    @Test("A property that was never set equals one that was unset: unsetting it changes nothing")
    func takingNothingAway() throws {
        let stage = try Stage()
        let outcomes = [
            try stage.now(.setProperties(.tab("a"), ["prompt": nil]), by: 0),
            try stage.now(.setProperties(.screen(stage.id("/root")), ["prompt": ""]), by: 0),
        ]
        #expect(outcomes.joined().map(\.kind) == [.noop, .noop])
        #expect(stage.scene.tab("a")?.properties.isEmpty == true)
        var generator = SeededGenerator(seed: 1)
        let nothing = try stage.fleet.state.operations(
            for: .setProperties(.tab("a"), [:]), using: &generator)
        #expect(nothing.isEmpty)
    }

    @Test("A missing item has no properties")
    func unknown() throws {
        let stage = try Stage()
        let wrong: [(ItemID, IntentError)] = [
            (.tab("gone"), .unknownTab("gone", known: ["a", "b"])),
            (.screen("gone"), .unknownScreen("gone")),
            (.modal("gone"), .unknownModal("gone", known: [])),
            (.bar("gone"), .unknownBar("gone", known: [])),
        ]
        for (item, error) in wrong {
            #expect(throws: error) { try stage.now(.setProperties(item, ["prompt": "x"]), by: 0) }
        }
    }

    @Test("A tab declared again has its new properties, and none from before")
    func returning() throws {
        let stage = try Stage()
        try stage.now(.setProperties(.tab("a"), ["role": "search", "app.x": "1"]), by: 0)
        try stage.now(.removeTab("a"), by: 0)
        let tab = TabDescription(id: "a", title: "A", properties: ["app.x": "2"])
        try stage.now(.declareTab(tab, nil), by: 1)
        #expect(stage.scene.tab("a")?.properties == ["app.x": "2"])
    }

    @Test("A screen that setItems keeps has the properties of its description")
    func keptScreens() throws {
        let stage = try Stage()
        try stage.now(
            .setProperties(.screen(stage.id("/root")), ["prompt": "old", "area": "x"]), by: 0)
        let root = stage.id("/root")
        let screens = [ScreenDescription(route: "/root", properties: ["prompt": "new"])]
        try stage.now(.setItems(screens, of: "a"), by: 1)
        #expect(stage.id("/root") == root)
        #expect(stage.scene.tab("a")?.stack[0].properties == ["prompt": "new"])
    }

    @Test("Undo restores the device's properties, unless another device has set them since")
    func undo() throws {
        var bench = try UndoBench()
        bench.act(.setProperties(.tab("one"), ["prompt": "before"]))
        bench.act(.setProperties(.tab("one"), ["prompt": "mine", "app.x": "mine"]))
        bench.settle()
        bench.act(.setProperties(.tab("one"), ["app.x": "theirs"]), by: 1)
        bench.settle()
        bench.undo()
        bench.settle()
        #expect(bench.truth.tab("one")?.properties == ["prompt": "before", "app.x": "theirs"])
        bench.undo()
        bench.settle()
        #expect(bench.truth.tab("one")?.properties == ["app.x": "theirs"])
        bench.redo()
        bench.settle()
        #expect(bench.truth.tab("one")?.properties == ["prompt": "before", "app.x": "theirs"])
    }

    @Test("A refused property change is retried by its intent")
    func repeating() throws {
        let stage = try Stage()
        let wish: [Operation] = [
            .push("x", onto: "a", on: nil, attributes: ScreenDescription(route: "/x").attributes),
            .updateScreen("x", attributes: [property("later")]),
            .declareBar("tools", attributes: [property("bar")]),
            .push(
                "y", onto: .bar("tools"), on: nil,
                attributes: ScreenDescription(route: "/y").attributes),
            .updateBar("tools", attributes: [property("again")]),
        ]
        #expect(stage.send(wish + [.unknown], by: 0).allSatisfy { $0.kind == .rejected })
        try stage.now(.retry(wish), by: 0)
        #expect(stage.scene.tab("a")?.stack.last?.properties == ["prompt": "later"])
        #expect(stage.scene.standaloneBar("tools")?.properties == ["prompt": "again"])
        #expect(stage.scene.standaloneBar("tools")?.items.map(\.route) == ["/y"])
    }

    @Test("A refresh counts, and a count from before counts were kept is the first")
    func refreshCount() throws {
        let stage = try Stage()
        #expect(stage.scene.tab("a")?.refreshCount == 0)
        for _ in 0..<3 { try stage.now(.selectTab("a"), by: 0) }
        // Both have seen three; the daemon counts what arrives.
        try stage.later(.selectTab("a"), by: 1)
        try stage.later(.selectTab("a"), by: 2)
        stage.arrive(1)
        stage.arrive(2)
        #expect(stage.scene.tab("a")?.refreshCount == 5)
        var old = stage.fleet.state
        let stamp = Stamp(time: old.latest.next, device: .daemon, sequence: 1)
        old.join(
            [RegisterWrite(record: .tab("a"), field: TabField.refreshed, stamp: stamp)], at: 99)
        #expect(old.scene.tab("a")?.refreshCount == 1)
    }

    // MARK: Validation

    private func refusal(_ attributes: [Attribute], on stage: Stage) -> Rejection? {
        stage.send([.updateTab("a", attributes: attributes)], by: 0).mostSevere.reason
    }

    @Test("A text is UTF-8 and no longer than a text may be, its name is a name")
    func texts() throws {
        let stage = try Stage()
        let longest = String(repeating: "x", count: SceneLimits.textLength)
        #expect(refusal([property(longest)], on: stage) == nil)
        #expect(refusal([property(longest + "x")], on: stage) == .limitExceeded)
        let field = ItemField.property("prompt")
        #expect(
            refusal([Attribute(field: field, value: Value(bytes: [0xff]))], on: stage) == .malformed
        )
        let nameless = Attribute(field: Field(number: field.number), value: .text("x"))
        #expect(refusal([nameless], on: stage) == .malformed)
        let unprintable = Attribute(
            field: Field(number: field.number, part: "a\n"), value: .text("x"))
        #expect(refusal([unprintable], on: stage) == .malformed)
        #expect(refusal([property("a"), property("b")], on: stage) == .malformed)
        // Names that only a newer version or another app knows pass, with any text.
        #expect(
            refusal(
                [property("NaN", "navigationBar.alpha"), property("x", "newer.name")], on: stage)
                == nil
        )
    }

    @Test("So many names may be used for one item, counted over all changes; others have their own")
    func names() throws {
        let stage = try Stage()
        let names = (0...SceneLimits.properties).map {
            property("x", PropertyName(unchecked: "app.\($0)"))
        }
        #expect(refusal(names, on: stage) == .limitExceeded)
        #expect(refusal(Array(names.dropLast()), on: stage) == nil)
        #expect(refusal([names[SceneLimits.properties]], on: stage) == .limitExceeded)
        #expect(refusal([property("y", "app.0"), property("", "app.1")], on: stage) == nil)
        #expect(stage.send([.updateTab("b", attributes: [names[256]])], by: 0) == [.applied])
        // In parts of one change, too.
        let halves = [
            Operation.updateTab("b", attributes: Array(names.prefix(200))),
            .updateTab("b", attributes: Array(names.dropFirst(200))),
        ]
        #expect(stage.send(halves, by: 0).mostSevere.reason == .limitExceeded)
    }

    @Test("While the preferred action is disabled it is no answer; another one is")
    func preferredAction() throws {
        let stage = try Stage()
        let disabled: PropertyName = "preferred.isEnabled"
        let modal = ModalDescription(route: "/form", properties: [disabled: "false"])
        try stage.now(.presentModal(modal), by: 0)
        let form = try #require(stage.scene.modals.first?.id)
        let revision = stage.fleet.commits.last?.revision
        #expect(
            try stage.now(.answerModal(form, .preferred), by: 1)
                == [.rejected(.preferredDisabled, by: revision)])
        #expect(stage.scene.modal(form) != nil)
        let enable = Operation.updateModal(
            form, attributes: [Attribute(field: ItemField.property(disabled), value: .text("true"))]
        )
        let disable = Operation.updateModal(
            form,
            attributes: [Attribute(field: ItemField.property(disabled), value: .text("false"))])
        #expect(
            stage.send([enable, disable, .answerModal(form, .preferred)], by: 1).mostSevere.reason
                == .preferredDisabled)
        #expect(
            stage.send([enable, .answerModal(form, .preferred)], by: 1) == [.applied, .applied])
        try stage.now(.presentModal(modal), by: 0)
        let second = try #require(stage.scene.modals.first?.id)
        #expect(try stage.now(.answerModal(second, .cancel), by: 2) == [.applied])
    }
}
