import NavigationProto
import NavigationText
import SeededRandom
import Testing

@testable import NavigationModel

/// Exchanges the places of two tabs: an operation of the tests' own, complete in this one place.
struct SwapTabsOperation: Hashable, Sendable {
    let first: TabID
    let second: TabID
}

extension SwapTabsOperation: OperationBody {
    static let name = "swapTabs"

    /// It borrows a field with two names, since none of the protocol's messages is its own.
    static let fields = [
        OperationField(17) { reader throws(WireError) in
            var (first, second) = ("", "")
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&first)
                case 2: reader.text(&second)
                default: reader.skip()
                }
            }
            return SwapTabsOperation(
                first: try TabID(wire: first, "first"), second: try TabID(wire: second, "second"))
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(17) {
            $0.text(first.rawValue, 1)
            $0.text(second.rawValue, 2)
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(first)
        try change.require(second)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        guard let from = state.position(of: first), let to = state.position(of: second) else {
            return ([], .hidden(by: nil))
        }
        let writes = [(first, to), (second, from)].map { id, position in
            RegisterWrite(
                record: .tab(id), field: TabField.position, stamp: execution.stamp,
                value: position.value)
        }
        return state.edit(first, [writes[0]], with: [writes[1]], execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        [Operation(self)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let stamps = [first, second].map { state.stamp(.tab($0), TabField.position) }
        return stamps.allSatisfy(undo.own.contain) ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        for id in [first, second] { _ = try state.visible(id) }
        return Operation(self)
    }

    var text: TerminalText { "swapped \(first) and \(second)" }

    var facts: [String: OperationFact] {
        ["first": .text(first.rawValue), "second": .text(second.rawValue)]
    }
}

@Suite("An operation that is registered takes part in everything")
struct OwnOperationTests {
    private static let device = DeviceID(high: 7, low: 7)
    private let swap = Operation(SwapTabsOperation(first: "a", second: "c"))
    private let registry = OperationRegistry(
        OperationRegistry.standard.kinds.filter { $0 != AnswerModalOperation.self }
            + [SwapTabsOperation.self])
    private var state = SceneState()

    init() throws {
        var key: PositionKey?
        var declarations: [Operation] = []
        for id in ["a", "b", "c"] as [TabID] {
            let next = PositionKey.between(key, nil)
            declarations.append(.declareTab(id, at: next, attributes: []))
            key = next
        }
        let result = execute(declarations, number: 1, on: &state)
        try #require(result.outcomes == [.applied, .applied, .applied])
    }

    private func execute(
        _ operations: [Operation], number: SequenceNumber, on state: inout SceneState
    ) -> SceneState.ExecutionResult {
        let change = Change(
            device: Self.device, sequence: number,
            base: .init(revision: .zero, latest: state.latest), operations: operations)
        return state.execute(
            change, at: state.latest.next, revision: Revision(rawValue: number.rawValue))
    }

    private func order(in state: SceneState) -> [TabID] { state.scene.tabs.map(\.id) }

    @Test("Its change is checked and takes effect")
    func execution() {
        var state = state
        #expect(execute([swap], number: 2, on: &state).outcomes == [.applied])
        #expect(order(in: state) == ["c", "b", "a"])
        let stranger = Operation(SwapTabsOperation(first: "a", second: "z"))
        let refused = execute([swap, stranger], number: 3, on: &state)
        #expect(refused.outcomes == [.rejected(.unknownTab), .rejected(.unknownTab)])
        #expect(refused.effects.isEmpty && order(in: state) == ["c", "b", "a"])
    }

    @Test("It is read as it was written, by those who have registered it alone")
    func wire() throws {
        var reader = ProtobufReader(swap.encoded)
        #expect(try registry.operation(from: &reader) == swap)
        reader = ProtobufReader(swap.encoded)
        #expect(try OperationRegistry.standard.operation(from: &reader) != swap)
        let faulty = Navsync_V1_Operation { $0.answerModal = .init { $0.modal = "a" } }
        reader = ProtobufReader(faulty.encodedBytes)
        #expect(throws: WireError.self) { try registry.operation(from: &reader) }
        reader = ProtobufReader(swap.encoded)
        #expect(try OperationRegistry([]).operation(from: &reader) == .unknown)
        #expect(reader.isPlain && reader.hasUnknownFields)
    }

    @Test("It is undone as far as it still stands")
    func undo() {
        var state = state
        let inverse = state.reversal(of: [swap], by: Self.device, as: 2)
        #expect(inverse.inverse == [swap])
        _ = execute([swap], number: 2, on: &state)
        #expect(state.operations(undoing: inverse, by: Self.device) == [swap])
        #expect(state.operations(undoing: inverse, by: DeviceID(high: 1, low: 1)).isEmpty)
        #expect(execute([swap], number: 3, on: &state).outcomes == [.applied])
        #expect(order(in: state) == ["a", "b", "c"])
    }

    @Test("It is retried where it makes sense, and renumbered")
    func retry() throws {
        var generator = SeededGenerator(seed: 1)
        #expect(try state.operations(repeating: [swap], using: &generator) == [swap])
        var less = state
        _ = execute([.removeTab("c")], number: 2, on: &less)
        #expect(throws: IntentError.unknownTab("c", known: ["a", "b"])) {
            try less.operations(repeating: [swap], using: &generator)
        }
        #expect(swap.renumbered([1: 2], by: Self.device) == swap)
    }

    @Test("It has a name, words and facts, and equals itself alone")
    func facts() {
        #expect(swap.name == "swapTabs")
        #expect(swap.text.description == "swapped a and c")
        #expect(swap.facts == ["first": .text("a"), "second": .text("c")])
        #expect(swap.unchangedText(by: nil).description == "already set")
        #expect(Rejection.limitExceeded.message(for: [swap]) == Rejection.limitExceeded.message)
        let other = Operation(SwapTabsOperation(first: "a", second: "b"))
        #expect(Set([swap, other, swap, .rekey, .rekey, .unknown]).count == 4)
    }
}
