@testable import NavigationModel
import Testing

/// Pushes on one screen that say the same share a place.
@Suite struct TwinTests {
    @Test("Two devices that push the same route on the same screen show it once, the oldest")
    func concurrent() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        let oldest = stage.id("/1", seenBy: 1)
        stage.arriveUnseen(2)
        #expect(stage.id("/1") == stage.id("/1", seenBy: 2))
        #expect(stage.arrive(1) == [.applied])
        #expect(stage.stack() == ["/root", "/1"])
        #expect(stage.id("/1") == oldest)
    }

    @Test("The later of two in stamp order changes nothing that is seen: noop by the first")
    func outcome() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        stage.arriveUnseen(1)
        let revision = stage.revision
        #expect(stage.arrive(2) == [.noop(by: revision)])
    }

    @Test("One pop takes all twins that its device had seen")
    func popTakesAll() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        stage.arriveUnseen(1)
        stage.arrive(2)
        try stage.now(.pop(from: "a"), by: 0)
        #expect(stage.stack() == ["/root"])
    }

    @Test("P3: a twin that the pop had not seen stays")
    func unseenTwinStays() throws {
        let stage = try Stage()
        try stage.now(.push("/1"), by: 1)
        try stage.later(.pop(from: "a"), by: 0)
        stage.send(
            [
                .push(
                    "twin", onto: "a", on: stage.id("/root"),
                    attributes: [Attribute(field: ScreenField.route, value: .text("/1"))])
            ], by: 2)
        #expect(stage.stack() == ["/root", "/1"])
        #expect(stage.arrive(0) == [.applied])
        #expect(stage.scene.tab("a")?.stack.map(\.id) == [stage.id("/root"), "twin"])
    }

    @Test("Push, pop and push again of one route is there, under the fresh id")
    func pushPopPush() throws {
        let stage = try Stage()
        try stage.now(.push("/1"), by: 1)
        let first = stage.id("/1")
        try stage.now(.pop(from: "a"), by: 1)
        #expect(try stage.now(.push("/1"), by: 1) == [.applied])
        #expect(stage.stack() == ["/root", "/1"])
        #expect(stage.id("/1") != first)
        try stage.now(.pop(from: "a"), by: 1)
        #expect(stage.stack() == ["/root"])
    }

    @Test("P4: a push shares the place of a popped twin and is on top of what came since")
    func poppedTwin() throws {
        let stage = try Stage()
        try stage.now(.push("/1"), by: 1)
        try stage.now(.pop(from: "a"), by: 1)
        try stage.later(.push("/1"), by: 2)
        try stage.now(.push("/2"), by: 1)
        stage.arrive(2)
        #expect(stage.stack() == ["/root", "/1", "/2"])
        try stage.now(.pop(from: "a"), by: 0)
        try stage.now(.pop(from: "a"), by: 0)
        try stage.later(.push("/2"), by: 1)
        try stage.later(.push("/1"), by: 2)
        stage.arriveUnseen(1)
        stage.arrive(2)
        #expect(stage.stack() == ["/root", "/2", "/1"])
    }

    @Test("Twins at the root of an empty stack are one, and are not popped")
    func atRoot() throws {
        let stage = try Stage(routes: [])
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        stage.arriveUnseen(2)
        stage.arrive(1)
        #expect(stage.stack() == ["/1"])
        #expect(try stage.now(.pop(from: "a"), by: 0).map(\.kind) == [.noop])
        #expect(stage.stack() == ["/1"])
    }

    @Test("A screen pushed on either twin is shown on the displayed one")
    func childrenOfTwins() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        try stage.later(.push("/x"), by: 1)
        try stage.later(.push("/y"), by: 2)
        for device in [1, 2, 1, 2] { stage.arriveUnseen(device) }
        #expect(stage.stack() == ["/root", "/1", "/x", "/y"])
    }

    @Test("The same route on different screens, and items of setItems, are no twins")
    func noTwins() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        try stage.now(.push("/1"), by: 1)
        try stage.now(.push("/1"), by: 1)
        #expect(stage.stack() == ["/root", "/1", "/1", "/1"])
        try stage.now(.setRoutes(["/1", "/1"]), by: 2)
        #expect(stage.stack() == ["/1", "/1"])
    }

    @Test("A title of the twin that is not shown is superseded by the one that is")
    func updateOfHiddenTwin() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        let hidden = stage.id("/1", seenBy: 2)
        stage.arriveUnseen(1)
        let revision = stage.revision
        stage.arriveUnseen(2)
        let title = Attribute(field: ScreenField.title, value: .text("late"))
        let outcomes = stage.send([.updateScreen(hidden, attributes: [title])], by: 2)
        #expect(outcomes == [.superseded(by: revision)])
    }

    // MARK: What is said

    @Test("P3: two drafts of one route with different titles are two, and a pop takes its own away")
    func drafts() throws {
        let stage = try Stage()
        let draft = { (title: String) in
            Intent.push(ScreenDescription(route: "/new", title: title), onto: "a")
        }
        try stage.later(draft("Dear Ann"), by: 1)
        try stage.later(draft("Dear Bob"), by: 2)
        #expect(stage.arriveUnseen(1) == [.applied])
        #expect(stage.arrive(2) == [.applied])
        #expect(stage.titles == [nil, "Dear Ann", "Dear Bob"])
        // Both see both: Back takes away the top alone, and undo brings that back.
        try stage.now(.pop(from: "a"), by: 0)
        #expect(stage.titles == [nil, "Dear Ann"])
    }

    @Test("Properties, payloads and attributes of a newer version distinguish pushes, too")
    func saidOtherwise() throws {
        let route = Attribute(field: ScreenField.route, value: .text("/new"))
        let others: [[Attribute]] = [
            [Attribute(field: ItemField.property("prompt"), value: .text("1"))],
            [Attribute(field: ItemField.property("prompt"), value: .text("2"))],
            [Attribute(field: ScreenField.payload, value: Value(bytes: [1]))],
            [Attribute(field: Field(number: 900, part: "new"), value: .flag(true))], [],
        ]
        let stage = try Stage()
        let root = stage.id("/root")
        for (index, more) in others.enumerated() {
            let push = Operation.push(
                ScreenID(unchecked: "s\(index)"), onto: "a", on: root, attributes: [route] + more)
            stage.send([push], by: 1)
        }
        #expect(stage.stack() == ["/root"] + others.map { _ in "/new" })
    }

    @Test("Pushes with properties in another order, or with empty ones, are twins")
    func saidAlike() throws {
        let route = Attribute(field: ScreenField.route, value: .text("/new"))
        let title = Attribute(field: ScreenField.title, value: .text("New"))
        let prompt = Attribute(field: ItemField.property("prompt"), value: .none)
        let stage = try Stage()
        let root = stage.id("/root")
        for (index, attributes) in [[route, title], [title, route], [prompt, title, route]]
            .enumerated()
        {
            let push = Operation.push(
                ScreenID(unchecked: "s\(index)"), onto: "a", on: root, attributes: attributes)
            stage.send([push], by: 1)
        }
        #expect(stage.stack() == ["/root", "/new"])
    }

    @Test(
        "Pushes of one identity are twins whatever their other attributes, of another or none not")
    func identities() throws {
        let stage = try Stage()
        let push = { (route: String, identity: String?) in
            Intent.push(ScreenDescription(route: route, identity: identity), onto: "a")
        }
        for (device, route) in [(0, "/draft?a"), (1, "/draft?b")] {
            try stage.later(push(route, "draft"), by: device)
        }
        try stage.later(push("/draft?a", "other"), by: 2)
        try stage.later(push("/draft?a", nil), by: 2)
        stage.arriveUnseen(0)
        stage.arriveUnseen(1)
        stage.arriveUnseen(2)
        stage.arrive(2)
        #expect(stage.stack() == ["/root", "/draft?a", "/draft?a", "/draft?a"])
    }

    @Test("A property set after the push neither separates twins nor creates any")
    func saidLater() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/1"), by: 2)
        try stage.later(.updateScreen(stage.id("/1", seenBy: 1), title: "mine"), by: 1)
        try stage.later(
            .push(ScreenDescription(route: "/1", title: "mine"), onto: "a"), by: 0)
        for device in [1, 1, 2, 0] { stage.arriveUnseen(device) }
        #expect(stage.titles == [nil, "mine", "mine"])
        #expect(stage.fleet.state.stack(of: "a").map(\.twins.count) == [1, 2, 1])
        // Nor does it in a state that is made of the registers at once.
        var read = SceneState()
        read.join(entries: stage.fleet.state.entries)
        #expect(read.stack(of: "a").map(\.twins.count) == [1, 2, 1])
    }

    @Test("An identity is given by the push alone")
    func identityStays() throws {
        let stage = try Stage()
        let identity = Attribute(field: ScreenField.identity, value: .text("draft"))
        let update = Operation.updateScreen(stage.id("/root"), attributes: [identity])
        #expect(stage.send([update], by: 1) == [.rejected(.malformed)])
        let faulty = Attribute(field: ScreenField.identity, value: Value(bytes: [0xff]))
        let route = Attribute(field: ScreenField.route, value: .text("/new"))
        let push = Operation.push("s", onto: "a", on: nil, attributes: [route, faulty])
        #expect(stage.send([push], by: 1) == [.rejected(.malformed)])
    }

    @Test("Commits of daemon version 0.1.0 keep their twins: pushes of one route")
    func committedBefore() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push(ScreenDescription(route: "/1", title: "other"), onto: "a"), by: 2)
        stage.arriveUnseen(1)
        stage.arrive(2)
        #expect(stage.stack() == ["/root", "/1", "/1"])
        var older = SceneState()
        older.join(
            entries: stage.fleet.state.entries.filter { effect, _ in
                effect.record.kind != .screen || effect.field != ScreenField.pushedContent
            })
        #expect(older.stack(of: "a").map(\.twins.count) == [1, 2])
        #expect(older.recomputedDigest == older.digest)
    }

    @Test("Former items of one route that are restored after a setItems are two")
    func restoredItems() throws {
        let stage = try Stage(routes: ["/root", "/1", "/1"])
        let items = stage.scene.tab("a")?.stack.dropFirst().map(\.id) ?? []
        let seen = items.compactMap { id in
            stage.fleet.state.placement(of: id).map { ObservedScreen(id: id, placement: $0.stamp) }
        }
        try stage.now(.popToRoot(of: "a"), by: 0)
        try stage.now(.setRoutes(["/new"]), by: 1)
        #expect(stage.send([.restore(.named(seen), to: "a")], by: 0) == [.applied])
        #expect(stage.stack() == ["/new", "/1", "/1"])
        #expect(stage.scene.tab("a")?.stack.dropFirst().map(\.id) == items)
    }
}
