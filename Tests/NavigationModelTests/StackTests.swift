@testable import NavigationModel
import Testing

/// Trunk, branches and links: what a stack is made of.
@Suite struct StackTests {
    @Test("Pushes stand on one another, pops show what was under them")
    func pushAndPop() throws {
        let stage = try Stage()
        try stage.now(.push("/1"), by: 0)
        try stage.now(.push("/2"), by: 1)
        #expect(stage.stack() == ["/root", "/1", "/2"])
        #expect(stage.stack("b") == ["/root"])
        try stage.now(.pop(from: "a"), by: 2)
        #expect(stage.stack() == ["/root", "/1"])
    }

    @Test("Screens pushed on one another unseen become branches, the newest on top")
    func branches() throws {
        let stage = try Stage()
        try stage.later(.push("/x1"), by: 1)
        try stage.later(.push("/y1"), by: 2)
        try stage.later(.push("/x2"), by: 1)
        stage.arriveUnseen(2)
        stage.arrive(1)
        #expect(stage.stack() == ["/root", "/y1", "/x1", "/x2"])
    }

    @Test("P4: a pop never changes the order of the rest, whatever branch it is in")
    func popKeepsOrder() throws {
        let stage = try Stage()
        try stage.later(.push("/x1"), by: 1)
        try stage.later(.push("/y1"), by: 2)
        try stage.later(.push("/x2"), by: 1)
        stage.arriveUnseen(2)
        stage.arrive(1)
        try stage.now(.pop(from: "a"), by: 0)
        #expect(stage.stack() == ["/root", "/y1", "/x1"])
        try stage.now(.popScreen(stage.id("/y1")), by: 0)
        #expect(stage.stack() == ["/root", "/x1"])
    }

    @Test("The first screen stays, a noop that no commit explains; only setItems empties a stack")
    func firstScreenStays() throws {
        let stage = try Stage()
        #expect(try stage.now(.pop(from: "a"), by: 1) == [.noop()])
        #expect(stage.stack() == ["/root"])
        #expect(try stage.now(.setRoutes([]), by: 1) == [.applied])
        #expect(stage.stack() == [])
        try stage.now(.push("/1"), by: 2)
        #expect(try stage.now(.pop(from: "a"), by: 1) == [.noop()])
        #expect(stage.stack() == ["/1"])
    }

    @Test("Pop to a screen and to the root name all above")
    func popTo() throws {
        let stage = try Stage(routes: ["/root", "/1", "/2", "/3"])
        try stage.now(.popTo(stage.id("/1")), by: 1)
        #expect(stage.stack() == ["/root", "/1"])
        try stage.now(.push("/4"), by: 1)
        try stage.now(.popToRoot(of: "a"), by: 2)
        #expect(stage.stack() == ["/root"])
    }

    @Test("P3: a push that a concurrent pop to the root had not seen stands on what is left")
    func pushSurvivesPopToRoot() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        try stage.later(.push("/new"), by: 1)
        try stage.now(.popToRoot(of: "a"), by: 2)
        #expect(stage.arrive(1) == [.applied])
        #expect(stage.stack() == ["/root", "/new"])
    }

    @Test("P2: a screen popped by two devices at once is popped once; the later gets noop")
    func namedPop() throws {
        let stage = try Stage(routes: ["/root", "/1", "/2"])
        try stage.later(.pop(from: "a"), by: 1)
        try stage.later(.pop(from: "a"), by: 2)
        #expect(stage.arriveUnseen(1) == [.applied])
        let revision = stage.revision
        #expect(stage.arrive(2) == [.noop(by: revision)])
        #expect(stage.stack() == ["/root", "/1"])
    }

    @Test("A pop does not touch a newer placement of the screen it names")
    func popOfOlderPlacement() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        try stage.later(.pop(from: "a"), by: 1)
        try stage.now(.setRoutes(["/root", "/new", "/1"]), by: 2)
        let revision = stage.revision
        #expect(stage.arrive(1) == [.superseded(by: revision)])
        #expect(stage.stack() == ["/root", "/new", "/1"])
    }

    @Test("A pop does not reach into another tab")
    func popStaysInItsTab() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        let id = stage.id("/1", "b")
        let stamp = try #require(stage.fleet.state.placement(of: id)).stamp
        let outcomes = stage.send(
            [.pop([ObservedScreen(id: id, placement: stamp)], from: "a")], by: 1)
        #expect(outcomes.map(\.kind) == [.noop])
        #expect(stage.stack("b") == ["/root", "/1"])
    }

    @Test("A device pops its own unconfirmed push by whatever time it gave it")
    func popOfOwnUnconfirmed() throws {
        let stage = try Stage()
        try stage.later(.push("/1"), by: 1)
        try stage.later(.push("/2"), by: 1)
        try stage.later(.pop(from: "a"), by: 1)
        // Another device's change in between moves the times that the daemon gives.
        try stage.now(.push("/other"), by: 2)
        stage.arrive(1)
        #expect(Set(stage.stack()) == ["/root", "/other", "/1"])
    }

    @Test("Links to newer, unknown, own and foreign screens lose nothing and make no cycle")
    func oddLinks() throws {
        let stage = try Stage()
        let route = { (name: String) in
            [Attribute(field: ScreenField.route, value: .text(name))]
        }
        stage.send([.push("s1", onto: "a", on: "s2", attributes: route("/1"))], by: 1)
        stage.send([.push("s2", onto: "a", on: "s1", attributes: route("/2"))], by: 1)
        stage.send([.push("s3", onto: "a", on: "s3", attributes: route("/3"))], by: 1)
        stage.send([.push("s4", onto: "a", on: "never", attributes: route("/4"))], by: 1)
        let foreign = stage.id("/root", "b")
        stage.send([.push("s5", onto: "a", on: foreign, attributes: route("/5"))], by: 1)
        #expect(stage.stack() == ["/root", "/1", "/2", "/3", "/4", "/5"])
    }

    @Test("A push on a popped screen stands where that one stood")
    func pushOnPopped() throws {
        let stage = try Stage(routes: ["/root"])
        try stage.now(.push("/1"), by: 0)
        try stage.later(.push("/2"), by: 1)
        try stage.now(.pop(from: "a"), by: 2)
        try stage.now(.push("/3"), by: 2)
        #expect(stage.stack() == ["/root", "/3"])
        stage.arrive(1)
        // Made before /3, on what was popped: under it.
        #expect(stage.stack() == ["/root", "/2", "/3"])
    }

    @Test("P3: a push on a popped screen stays with its nearest ancestor left")
    func nearestAncestor() throws {
        let stage = try Stage()
        try stage.later(.push("/q"), by: 1)
        try stage.later(.push("/p"), by: 1)
        try stage.later(.push("/z"), by: 0)
        try stage.later(.push("/x"), by: 1)
        stage.arriveUnseen(1)
        stage.arriveUnseen(1)
        stage.arrive(2)
        try stage.now(.popScreen(stage.id("/p")), by: 2)
        stage.arrive(0)
        stage.arrive(1)
        #expect(stage.stack() == ["/root", "/z", "/q", "/x"])
    }

    @Test("A chain of ten thousand pushes projects without recursion, quickly")
    func longChain() {
        var state = SceneState()
        let device = DeviceID(high: 1, low: 1)
        for number in 1...10_000 {
            let below = number == 1 ? nil : ScreenID(rawValue: "s\(number - 1)")
            let placement = Placement(stack: "a", base: .pushed(on: below))
            state.join(
                [
                    RegisterWrite(
                        record: .screen(ScreenID(unchecked: "s\(number)")),
                        field: ScreenField.placement,
                        stamp: Stamp(
                            time: Timestamp(rawValue: Int64(number)), device: device, sequence: 1),
                        value: placement.value)
                ], at: 1)
        }
        let clock = ContinuousClock()
        var entries: [StackEntry] = []
        let duration = clock.measure { entries = state.stack(of: "a") }
        #expect(entries.map(\.shown.rawValue) == (1...10_000).map { "s\($0)" })
        // Some 40 ms unoptimised: quadratic work would take minutes.
        #expect(duration < .seconds(5), "\(duration)")
    }
}
