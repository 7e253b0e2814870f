@testable import NavigationModel
import Testing

/// setItems: the floor, the trunk and identity.
@Suite struct SetItemsTests {
    @Test("Listed screens that are there keep their identity and their titles follow")
    func identity() throws {
        let stage = try Stage(routes: ["/root", "/1", "/2"])
        let ids = [stage.id("/2"), stage.id("/root")]
        try stage.now(
            .setItems(
                [
                    ScreenDescription(route: "/2", title: "Two", payload: [1, 2]),
                    ScreenDescription(route: "/new"), ScreenDescription(route: "/root"),
                ], of: "a"), by: 1)
        #expect(stage.stack() == ["/2", "/new", "/root"])
        #expect([stage.id("/2"), stage.id("/root")] == ids)
        #expect(stage.scene.tab("a")?.stack.first?.title == "Two")
        #expect(stage.scene.tab("a")?.stack.first?.payload == [1, 2])
        try stage.now(.setRoutes(["/2"]), by: 2)
        #expect(stage.scene.tab("a")?.stack.first?.title == nil)
        #expect(stage.scene.tab("a")?.stack.first?.payload == nil)
    }

    @Test("P6: it replaces what was placed before it, seen or not; later pushes stand above")
    func floor() throws {
        let stage = try Stage(routes: ["/root"])
        try stage.later(.push("/before"), by: 1)
        try stage.later(.setRoutes(["/x", "/y"]), by: 2)
        try stage.later(.push("/after"), by: 0)
        #expect(stage.arriveUnseen(0) == [.applied])
        #expect(stage.stack() == ["/root", "/after"])
        #expect(stage.arriveUnseen(2) == [.applied])
        #expect(stage.stack() == ["/x", "/y", "/after"])
        let revision = stage.revision
        #expect(stage.arrive(1) == [.superseded(by: revision)])
        #expect(stage.stack() == ["/x", "/y", "/after"])
    }

    @Test("Of two at once the newer stands alone; the older is superseded by it")
    func twoAtOnce() throws {
        let stage = try Stage()
        try stage.later(.setRoutes(["/old"]), by: 1)
        try stage.later(.setRoutes(["/new"]), by: 2)
        #expect(stage.arriveUnseen(2) == [.applied])
        let revision = stage.revision
        #expect(stage.arrive(1) == [.superseded(by: revision)])
        #expect(stage.stack() == ["/new"])
    }

    @Test("A listed screen that was popped at the same time is there again")
    func listedAndPopped() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        try stage.later(.setRoutes(["/root", "/1"]), by: 1)
        try stage.now(.pop(from: "a"), by: 2)
        stage.arrive(1)
        #expect(stage.stack() == ["/root", "/1"])
    }

    @Test("The same list again is a noop, explained by the one before")
    func again() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        try stage.now(.setRoutes(["/1"]), by: 1)
        let revision = stage.revision
        #expect(try stage.now(.setRoutes(["/1"]), by: 2) == [.noop(by: revision)])
    }

    @Test("Items need a route, keep it, and are listed once")
    func refused() throws {
        let stage = try Stage()
        let other = [Attribute(field: ScreenField.route, value: .text("/other"))]
        let malformed = [Outcome.rejected(.malformed)]
        #expect(
            stage.send([.setItems("a", [Operation.Item(id: "new", attributes: [])])], by: 1)
                == malformed)
        let known = Operation.Item(id: stage.id("/root"), attributes: other)
        #expect(stage.send([.setItems("a", [known])], by: 1) == malformed)
        let fresh = Operation.Item(id: "new", attributes: other)
        #expect(stage.send([.setItems("a", [fresh, fresh])], by: 1) == malformed)
        #expect(stage.stack() == ["/root"])
        #expect(stage.send([.setItems("a", [fresh])], by: 1) == [.applied])
    }
}
