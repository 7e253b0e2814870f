@testable import NavigationModel
import Testing

/// Validation of changes, and the traces that a rejected change leaves.
@Suite struct ExecutionTests {
    private let route = [Attribute(field: ScreenField.route, value: .text("/x"))]

    private func rejection(
        _ operations: [Operation], on stage: Stage? = nil
    ) throws -> Rejection? {
        let stage = try stage ?? Stage()
        let before = stage.scene
        let outcomes = stage.send(operations, by: 1)
        #expect(stage.scene == before || outcomes.mostSevere.kind != .rejected)
        return outcomes.mostSevere.reason
    }

    @Test("Unknown tabs and screens, and ids used twice")
    func unknown() throws {
        let stage = try Stage()
        let position = PositionKey.between(nil, nil)
        let onUnknown: [Operation] = [
            .updateTab("no", attributes: []), .moveTab("no", to: position), .removeTab("no"),
            .selectTab("no"), .refreshTab("no"), .setBadge("no", .dot, seen: []),
            .addToBadge("no", 1), .push("s", onto: "no", on: nil, attributes: route),
            .pop([], from: "no"), .setItems("no", []),
        ]
        for operation in onUnknown {
            #expect(try rejection([operation]) == .unknownTab, "\(operation)")
        }
        #expect(try rejection([.updateScreen("no", attributes: [])]) == .unknownScreen)
        let known = stage.id("/root")
        let again = Operation.push(known, onto: "a", on: nil, attributes: route)
        #expect(try rejection([again], on: stage) == .screenExists)
        let fresh = Operation.push("s", onto: "a", on: nil, attributes: route)
        #expect(try rejection([fresh, fresh]) == .screenExists)
        #expect(try rejection([.unknown]) == .unsupported)
    }

    @Test("A change may use what its own steps make")
    func dependent() throws {
        let steps: [Operation] = [
            .declareTab("n", at: .between(nil, nil), attributes: []),
            .push("s", onto: "n", on: nil, attributes: route),
            .updateScreen("s", attributes: []), .selectTab("n"),
        ]
        #expect(try rejection(steps) == nil)
    }

    @Test("Content that no faultless client sends")
    func malformed() throws {
        let structural = Attribute(field: TabField.removed, value: .none)
        let twice = Attribute(field: TabField.title, value: .text("t"))
        let noText = Attribute(field: TabField.title, value: Value(bytes: [0xff]))
        let noFlag = Attribute(field: TabField.isEnabled, value: Value(bytes: [2]))
        let oddPart = Attribute(field: Field(number: 40, part: "a\u{7}"), value: .none)
        let many = (0..<20).map { number in
            Attribute(field: Field(number: 20, part: "p\(number)"), value: .text("t"))
        }
        #expect(try rejection([.updateTab("a", attributes: many + [twice])]) == nil)
        for attributes in [
            [structural], [twice, twice], [twice] + many + [twice], [noText], [noFlag], [oddPart],
        ] {
            #expect(try rejection([.updateTab("a", attributes: attributes)]) == .malformed)
        }
        #expect(try rejection([.push("s", onto: "a", on: nil, attributes: [])]) == .malformed)
        let stage = try Stage()
        let reroute = Operation.updateScreen(stage.id("/root"), attributes: route)
        #expect(try rejection([reroute], on: stage) == .malformed)
    }

    @Test("A change without steps is refused")
    func empty() throws {
        var state = SceneState()
        let change = Change(
            device: DeviceID(high: 1, low: 1), sequence: 1,
            base: Change.Base(revision: .zero, latest: .zero), operations: [])
        let admission = state.execute(change, at: Timestamp(rawValue: 1), revision: 1)
        #expect(admission.outcomes == [.rejected(.malformed)])
        #expect(admission.effects.isEmpty)
    }

    @Test("Limits hold at their last value and one past it")
    func limits() throws {
        let text = { (count: Int) in
            [Attribute(field: TabField.title, value: .text(String(repeating: "t", count: count)))]
        }
        #expect(try rejection([.updateTab("a", attributes: text(SceneLimits.titleLength))]) == nil)
        #expect(
            try rejection([.updateTab("a", attributes: text(SceneLimits.titleLength + 1))])
                == .limitExceeded)
        let badge = BadgeValue.text(String(repeating: "t", count: SceneLimits.textLength + 1))
        #expect(try rejection([.setBadge("a", badge, seen: [])]) == .limitExceeded)
        let payload = { (count: Int) in
            Operation.setItems(
                "a",
                [
                    Operation.Item(
                        id: "new",
                        attributes: [
                            Attribute(field: ScreenField.route, value: .text("r")),
                            Attribute(
                                field: ScreenField.payload,
                                value: Value(bytes: Array(repeating: 1, count: count))),
                        ])
                ])
        }
        #expect(try rejection([payload(SceneLimits.payloadLength)]) == nil)
        #expect(try rejection([payload(SceneLimits.payloadLength + 1)]) == .limitExceeded)
        let bytes = { (count: Int) in
            [
                Attribute(
                    field: Field(number: 99), value: Value(bytes: Array(repeating: 1, count: count))
                )
            ]
        }
        #expect(
            try rejection([.updateTab("a", attributes: bytes(SceneLimits.attributeLength))]) == nil)
        #expect(
            try rejection([.updateTab("a", attributes: bytes(SceneLimits.attributeLength + 1))])
                == .limitExceeded)
        let many = { (count: Int) in
            (0..<count).map { Attribute(field: Field(number: UInt32(100 + $0)), value: .none) }
        }
        #expect(try rejection([.updateTab("a", attributes: many(SceneLimits.attributes))]) == nil)
        #expect(
            try rejection([.updateTab("a", attributes: many(SceneLimits.attributes + 1))])
                == .limitExceeded)
        let steps = Array(repeating: Operation.selectTab("a"), count: SceneLimits.operations + 1)
        #expect(try rejection(Array(steps.dropLast())) == nil)
        #expect(try rejection(steps) == .limitExceeded)
    }

    @Test("The bar holds so many tabs; replacing a full bar in one change is allowed")
    func tabLimit() throws {
        let names = (0..<SceneLimits.tabs).map { TabID(unchecked: "t\($0)") }
        let stage = try Stage(tabs: names, routes: [])
        let extra = Operation.declareTab("extra", at: .between(nil, nil), attributes: [])
        #expect(try rejection([extra], on: stage) == .limitExceeded)
        let others = (0..<SceneLimits.tabs).map {
            TabDescription(id: TabID(unchecked: "u\($0)"), title: "U")
        }
        #expect(
            try stage.now(.replaceScene(SceneDescription(tabs: others)), by: 1).mostSevere.reason
                == nil)
        #expect(stage.scene.tabs.count == SceneLimits.tabs)
    }

    @Test("A stack holds so many screens, popped ones apart")
    func depthLimit() throws {
        var state = SceneState()
        let device = DeviceID(high: 1, low: 1)
        let items = (0..<SceneLimits.stackDepth).map {
            Operation.Item(id: ScreenID(unchecked: "s\($0)"), attributes: route)
        }
        func admit(_ operation: Operation, _ sequence: UInt64) -> Outcome {
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: sequence),
                base: Change.Base(revision: .zero, latest: .zero), operations: [operation])
            let time = Timestamp(rawValue: Int64(sequence))
            return state.execute(change, at: time, revision: Revision(rawValue: sequence)).outcomes
                .mostSevere
        }
        _ = admit(.declareTab("a", at: .between(nil, nil), attributes: []), 1)
        let tooMany = items + [Operation.Item(id: "more", attributes: route)]
        #expect(admit(.setItems("a", tooMany), 2) == .rejected(.limitExceeded))
        #expect(admit(.setItems("a", items), 3) == .applied)
        let push = { Operation.push($0, onto: "a", on: nil, attributes: self.route) }
        #expect(admit(push("p"), 4) == .rejected(.limitExceeded))
        let top = try #require(state.placement(of: "s9999")?.stamp)
        #expect(
            admit(.pop([ObservedScreen(id: "s9999", placement: top)], from: "a"), 5) == .applied)
        #expect(admit(push("q"), 6) == .applied)
    }

    @Test("A required revision is met or the change refused, at the ends of the range too")
    func requiredRevision() throws {
        for (required, reason) in [
            (Revision(rawValue: 4), nil), (3, .revisionMismatch), (5, .revisionMismatch),
            (Revision(rawValue: .max), .revisionMismatch),
        ] as [(Revision, Rejection?)] {
            var state = try Stage().fleet.state
            let change = Change(
                device: DeviceID(high: 9, low: 9), sequence: 1,
                base: Change.Base(revision: 1, latest: state.latest), requiredRevision: required,
                operations: [.push("new", onto: "b", on: nil, attributes: route)])
            let admission = state.execute(change, at: state.latest.next, revision: 5)
            #expect(admission.outcomes.mostSevere.reason == reason)
            #expect(admission.effects.isEmpty == (reason != nil), "a miss takes no revision")
        }
    }

    @Test("P3: what later changes put on a refused push finds its way down")
    func tombstones() throws {
        let stage = try Stage(routes: ["/root", "/1"])
        let refused = stage.send(
            [.push("dead", onto: "a", on: stage.id("/1"), attributes: route), .unknown], by: 1)
        #expect(refused == [.rejected(.unsupported), .rejected(.unsupported)])
        #expect(stage.stack() == ["/root", "/1"])
        #expect(stage.fleet.records.last?.commit?.effects.count == 2)
        let child = [Attribute(field: ScreenField.route, value: .text("/child"))]
        #expect(
            stage.send([.push("child", onto: "a", on: "dead", attributes: child)], by: 1)
                == [.applied])
        #expect(stage.stack() == ["/root", "/1", "/child"])
    }

    @Test("P11: a refused push lifts nothing, though its screen exists from then on")
    func refusedPushReordersNothing() throws {
        let stage = try Stage()
        try stage.later(.push("/x"), by: 1)
        try stage.later(.push("/y"), by: 2)
        stage.arriveUnseen(1)
        stage.arrive(2)
        #expect(stage.stack() == ["/root", "/x", "/y"])
        stage.send([.push("dead", onto: "a", on: stage.id("/x"), attributes: []), .unknown], by: 1)
        #expect(stage.stack() == ["/root", "/x", "/y"])
        #expect(
            stage.send([.push("dead", onto: "a", on: nil, attributes: route)], by: 2)
                == [.rejected(.screenExists)])
    }
}
