internal import NavigationProto
internal import NavigationText

/// Puts a new screen on the top that the device sees; on nothing if the stack is empty.
package struct PushOperation: Hashable, Sendable {
    /// The new screen.
    package let id: ScreenID
    /// The stack.
    package let stack: StackID
    /// The top that the device sees.
    package let below: ScreenID?
    /// The attributes of the screen, its route among them.
    package let attributes: [Attribute]
}

extension Operation {
    /// Puts a new screen on the top that the device sees; on nothing if the stack is empty.
    public static func push(
        _ id: ScreenID, onto stack: StackID, on below: ScreenID?, attributes: [Attribute]
    ) -> Operation {
        Operation(PushOperation(id: id, stack: stack, below: below, attributes: attributes))
    }
}

extension PushOperation: OperationBody {
    static let name = "push"

    static let fields = [
        OperationField(9) { reader throws(WireError) in
            var (screen, below) = ("", "")
            var stack = StackName()
            var attributes: [Attribute] = []
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&screen)
                case 2: reader.text(&stack.tab)
                case 3: reader.text(&below)
                case 4: reader.attribute(&attributes)
                case 5: reader.text(&stack.modal)
                case 6: reader.text(&stack.bar)
                default: reader.skip()
                }
            }
            return PushOperation(
                id: try ScreenID(wire: screen, "screen"), stack: try StackID(wire: stack),
                below: try ScreenID(wireIfAny: below, "below"), attributes: attributes)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(9) { writer in
            writer.text(id.rawValue, 1)
            stack.write(to: &writer, tab: 2, modal: 5, bar: 6) {
                $0.text(below?.rawValue ?? "", 3)
                $0.attributes(attributes, 4)
            }
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(stack)
        guard !change.exists(id) else { throw ValidationFailure(.screenExists) }
        guard let route = attributes.value(of: ScreenField.route) else {
            throw ValidationFailure(.malformed)
        }
        let depth = change.depth(of: stack)
        guard depth < SceneLimits.stackDepth else { throw ValidationFailure(.limitExceeded) }
        change.place(id, route: route)
        change.setDepth(of: stack, to: depth + 1)
        try change.check(attributes, for: .screen(id))
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        state.error("screen", id, .screen(id), attributes)
    }

    var excess: LimitExcess? { .of(attributes, .screen) }
    var growthLimit: LimitExcess? { .depth(nil) }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let (stamp, revision) = (execution.stamp, execution.revision)
        let placement = Placement(stack: stack, base: .pushed(on: below))
        let reorderings = state.forest(of: stack).reorderings
        var writes = state.place(id, placement, attributes, stamp)
        writes.append(
            RegisterWrite(
                record: .screen(id), field: ScreenField.pushedContent, stamp: stamp,
                value: PushedContent.Fingerprint(of: attributes).value))
        let effects = state.join(writes, at: revision)
        guard state.isShown(stack) else { return (effects, .hidden(by: state.hiding(stack))) }
        let forest = state.forest(of: stack)
        guard let entry = forest.entry(of: id) else {
            return (effects, .superseded(by: state.revision(stack.record, StackField.floor)))
        }
        // A twin that is not shown can still bring the branch of its place to the top.
        if entry.shown == id || forest.reorderings != reorderings { return (effects, .applied) }
        let twin = RecordID.screen(entry.shown)
        return (effects, .noop(by: state.revision(twin, ScreenField.placement)))
    }

    func tombstones(in state: SceneState, stamp: Stamp) -> [RegisterWrite] {
        guard state[.screen(id)].isEmpty else { return [] }
        let placement = Placement(stack: stack, base: .pushed(on: below))
        return [
            RegisterWrite(
                record: .screen(id), field: ScreenField.placement, stamp: stamp,
                value: placement.value),
            RegisterWrite(record: .screen(id), field: ScreenField.popped, stamp: stamp),
        ]
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        // The first screen of a stack can't be popped.
        guard before.forest(of: stack).bottom != nil else { return [.setItems(stack, [])] }
        return [.pop([ObservedScreen(id: id, placement: .zero)], from: stack)]
    }

    func placed(on stack: StackID) -> [ScreenID] { stack == self.stack ? [id] : [] }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        let stack = try state.shown(ids.stack(stack))
        let fresh = ScreenID.random(using: &generator)
        ids.screens[id] = fresh
        return .push(
            fresh, onto: stack, on: state.forest(of: stack).top?.shown, attributes: attributes)
    }

    var text: TerminalText { "pushed \(attributes.route ?? "") on \(stack)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already pushed" }

    var facts: [String: OperationFact] {
        stack.facts.adding([
            "screen": .text(id.rawValue), "on": .text(below?.rawValue),
            "route": .text(attributes.route), "title": .text(attributes.screenTitle),
        ]).adding(attributes.propertyFacts)
            .adding(attributes.identity.map { ["identity": .text($0)] } ?? [:])
    }

    var place: StackID? { stack }
    var navigatedStack: StackID? { stack }
}
