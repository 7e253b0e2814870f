@testable import NavigationModel
import SeededRandom
import Testing

/// Screens that are too many to be named one by one, and are named by the numbers of their placements.
@Suite struct SpanTests {
    @Test("P3: a pop by spans comes to what the pop by names comes to, whatever happens at once")
    func sameAsNamed() {
        for flavour in Schedule.Flavour.withoutUpkeep {
            for seed in Property.seeds {
                let schedule = Schedule(seed: seed, flavour: flavour)
                let named = schedule.run()
                let spanned = schedule.run { operations, view in view.spanning(operations) }
                // Whether it is superseded or a noop that a screen was placed anew only a name tells.
                let applied = { (fleet: Fleet) in
                    fleet.records.map { $0.outcomes.map { $0.kind == .applied } }
                }
                let isSame = named.raw == spanned.raw && applied(named) == applied(spanned)
                guard !isSame else { continue }
                Issue.record("seed \(seed) of \(flavour)\n\(spanned.readable(spanned.transcript))")
                return
            }
        }
    }

    @Test("The runs meet pops by spans that take several, and with others pushed at once")
    func coverage() {
        let popped = Property.allRuns.flatMap { fleet in
            fleet.records.flatMap { arrival in
                arrival.change.operations.compactMap { operation -> Int? in
                    (operation.payload as? PopOperation)?.screens.names.count
                }
            }
        }
        #expect(popped.count { $0 > 2 } > 10)
    }

    @Test("Spans name exactly the screens that they are made of, popped or not")
    func exact() {
        for (index, fleet) in Property.allRuns.enumerated() {
            var generator = SeededGenerator(seed: UInt64(index))
            let state = fleet.raw
            for stack in Oracle(fleet).stacks {
                let all = state.placements(on: stack) { _ in true }
                let wanted = all.filter { _ in generator.oneIn(2) }.map {
                    ObservedScreen(id: $0.id, placement: $0.stamp)
                }
                let spans = state.spans(of: wanted, on: stack)
                let recorded = state.recordedScreens(.spans(spans), on: stack)
                let forest = state.forest(of: stack)
                let shown = Set(forest.entries.flatMap(\.twins))
                let above = Set(forest.placements.map(\.id))
                let there = wanted.filter { shown.contains($0.id) }
                let expected = there.isEmpty ? wanted.filter { above.contains($0.id) } : there
                let placed = state.placedScreens(.spans(spans), on: stack)
                let isExact =
                    Set(recorded) == Set(wanted)
                    && Set(placed) == Set(expected)
                    && recorded.allSatisfy { seen in
                        spans.count { $0.contains(seen.placement) } == 1
                    }
                guard !isExact else { continue }
                Issue.record("run \(index), \(stack): \(spans) of \(wanted) are \(recorded)")
                return
            }
        }
    }

    @Test("P3: what is pushed at once with a pop by spans survives it, below and above")
    func concurrentPush() throws {
        let stage = try Stage()
        for route in ["/1", "/2", "/3"] { try stage.now(.push(route), by: 1) }
        let view = stage.fleet.view(of: 0)
        let pop = try #require(
            try view.operations(for: .popToRoot(of: "a"), with: 1).first.map(view.spanning))
        guard case .spans(let spans)? = (pop.payload as? PopOperation)?.screens else {
            Issue.record("\(pop)")
            return
        }
        // One span: all were pushed one after the other by one device.
        #expect(spans.count == 1)
        try stage.later(.push("/4"), by: 1)
        stage.arriveUnseen(1)
        #expect(stage.send([pop], by: 0) == [.applied])
        #expect(stage.stack() == ["/root", "/4"])
        #expect(stage.send([pop], by: 2).map(\.kind) == [.noop])
    }

    @Test("A device pops its own screens by spans before they are confirmed")
    func unconfirmed() throws {
        let stage = try Stage()
        for route in ["/1", "/2"] { try stage.later(.push(route), by: 1) }
        let view = stage.fleet.view(of: 1)
        let pops = try view.operations(for: .popToRoot(of: "a"), with: 1).map(view.spanning)
        stage.fleet.make(pops, on: 1)
        try stage.now(.push("/other"), by: 2)
        stage.arrive(1)
        #expect(stage.stack() == ["/root", "/other"])
    }

    @Test("Pop to root works at the limit of a stack, and undo, redo and undo again")
    func deepest() throws {
        var bench = try DeepBench(depth: SceneLimits.stackDepth)
        let before = bench.state.scene
        let top = try #require(before.tab("a")?.stack.last)
        let bottom = try #require(before.tab("a")?.stack.first)
        let pop = try bench.perform(.popToRoot(of: "a"))
        try bench.require([bottom.id])
        let undo = try bench.perform(.undo(pop, by: bench.device))
        try bench.require(before)
        let redo = try bench.perform(.undo(undo, by: bench.device))
        try bench.require([bottom.id])
        try bench.perform(.undo(redo, by: bench.device))
        #expect(bench.state.scene.tab("a")?.stack.last?.id == top.id)
        try bench.require(before)
        let middle = try #require(before.tab("a")?.stack[5])
        try bench.perform(.popTo(middle.id))
        #expect(bench.state.scene.tab("a")?.stack.last?.id == middle.id)
        #expect(bench.state.recomputedDigest == bench.state.digest)
    }

    @Test("Undoing a pop by spans leaves earlier pops alone")
    func undoneAmongPopped() throws {
        var bench = try DeepBench(depth: 2_500)
        let stack = try #require(bench.state.scene.tab("a")?.stack.map(\.id))
        for index in stride(from: 10, to: 2_400, by: 3) {
            try bench.perform(.popScreen(stack[index]))
        }
        let before = bench.state.scene
        let pop = try bench.perform(.popToRoot(of: "a"))
        try #require(bench.state.scene.tab("a")?.stack.count == 1)
        try bench.perform(.undo(pop, by: bench.device))
        try bench.require(before)
    }

    @Test("Undo brings a deep stack back above the items that somebody else has set meanwhile")
    func undoneAboveItems() throws {
        var bench = try DeepBench(depth: 2_500)
        let stack = try #require(bench.state.scene.tab("a")?.stack.map(\.id))
        let pop = try bench.perform(.popToRoot(of: "a"))
        bench.other([.setItems("a", [.init(id: "new", attributes: [bench.route("/new")])])])
        try bench.perform(.undo(pop, by: bench.device))
        try bench.require(["new"] + stack.dropFirst())
    }

    @Test("A pop by spans that was refused is done again as the stack is by then")
    func repeated() throws {
        var bench = try DeepBench(depth: 2_500)
        let pop = try bench.state.operations(for: .popToRoot(of: "a"), with: 1)
        bench.other([.push("late", onto: "a", on: nil, attributes: [bench.route("/late")])])
        try bench.perform(.retry(pop))
        #expect(bench.state.scene.tab("a")?.stack.map(\.route) == ["/root", "/late"])
        #expect(try bench.state.operations(for: .retry(pop), with: 1).isEmpty)
    }

    @Test("A change holds at most so many operations that name by spans")
    func limit() throws {
        let stage = try Stage()
        let pop = Operation.pop(.spans([]), from: "a")
        let most = Array(repeating: pop, count: SceneLimits.spanOperations)
        #expect(stage.send(most, by: 1).allSatisfy { $0.kind == .noop })
        #expect(stage.send(most + [pop], by: 1).allSatisfy { $0 == .rejected(.limitExceeded) })
    }
}

/// A deep stack of one device.
private struct DeepBench {
    let device = DeviceID(high: 1, low: 1)
    private(set) var state = SceneState()
    private var revision: Revision = .zero
    private var sequence: SequenceNumber = .zero

    init(depth: Int) throws {
        try perform(
            .replaceScene(
                SceneDescription(
                    tabs: [.init(id: "a", title: "A", stack: [.init(route: "/root")])])))
        var below = state.scene.tab("a")?.stack.first?.id
        for number in 1..<depth {
            let id = ScreenID(unchecked: "screen-\(number)")
            admit(
                [.push(id, onto: "a", on: below, attributes: [route("/\(number)")])], by: device)
            below = id
        }
    }

    /// Ends the test unless the stack holds these. What is so deep is neither printed nor compared
    /// any further: that would take longer than the test.
    func require(
        _ ids: [ScreenID], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let isSame = state.scene.tab("a")?.stack.map(\.id) == ids
        try #require(isSame, sourceLocation: sourceLocation)
    }

    /// Ends the test unless the scene is this one.
    func require(_ scene: Scene, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isSame = state.scene == scene
        try #require(isSame, sourceLocation: sourceLocation)
    }

    func route(_ text: String) -> Attribute {
        Attribute(field: ScreenField.route, value: .text(text))
    }

    /// Somebody else does something.
    mutating func other(_ operations: [Operation]) {
        admit(operations, by: DeviceID(high: 2, low: 2))
    }

    /// The device does what is wished; returns what takes it back.
    @discardableResult
    mutating func perform(_ intent: Intent) throws -> InverseChange {
        let operations = try state.operations(for: intent, with: revision.rawValue)
        let reversal = state.reversal(of: operations, by: device, as: sequence.next)
        #expect(admit(operations, by: device).allSatisfy { $0.kind == .applied })
        return reversal
    }

    @discardableResult
    private mutating func admit(_ operations: [Operation], by author: DeviceID) -> [Outcome] {
        if author == device { sequence = sequence.next }
        let change = Change(
            device: author, sequence: author == device ? sequence : revision.asSequence,
            base: Change.Base(revision: revision, latest: state.latest), operations: operations)
        revision = revision.next
        return state.execute(change, at: state.latest.next, revision: revision).outcomes
    }
}

extension Revision {
    fileprivate var asSequence: SequenceNumber { SequenceNumber(rawValue: rawValue) }
}

extension SceneState {
    fileprivate func operations(for intent: Intent, with seed: UInt64) throws -> [Operation] {
        var generator = SeededGenerator(seed: seed)
        return try operations(for: intent, using: &generator)
    }

    /// The operations of a change as a device sends it whose first pop names by spans: a change holds
    /// one such operation.
    fileprivate func spanning(_ operations: [Operation]) -> [Operation] {
        let first = operations.firstIndex { spanning($0) != $0 }
        return operations.indices.map { index in
            index == first ? spanning(operations[index]) : operations[index]
        }
    }

    /// The operation as a device sends it that names what it pops by spans.
    fileprivate func spanning(_ operation: Operation) -> Operation {
        // What only a faulty client names has no numbers.
        guard let pop = operation.payload as? PopOperation, case .named(let screens) = pop.screens,
            screens.allSatisfy({ placement(of: $0.id)?.stamp == $0.placement })
        else { return operation }
        return .pop(.spans(spans(of: screens, on: pop.stack)), from: pop.stack)
    }
}
