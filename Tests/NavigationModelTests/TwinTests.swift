@testable import NavigationModel
import Testing

/// Pushes of one route on one screen share a place.
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

    @Test("What is put on either twin stands on the one shown")
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
}
