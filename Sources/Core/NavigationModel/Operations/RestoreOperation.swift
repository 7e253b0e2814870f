internal import NavigationProto
internal import NavigationText

/// Brings screens that were popped back to the places where they were. If the stack was replaced
/// meanwhile they stand above its items, below what was pushed since.
package struct RestoreOperation: Hashable, Sendable {
    /// The screens, as the device observed them.
    package let screens: ObservedScreens
    /// The stack.
    package let stack: StackID
}

extension Operation {
    /// Brings screens that were popped back to the places where they were.
    public static func restore(_ screens: ObservedScreens, to stack: StackID) -> Operation {
        Operation(RestoreOperation(screens: screens, stack: stack))
    }
}

extension RestoreOperation: OperationBody {
    static let name = "restore"

    static let fields = [
        OperationField(13) { reader throws(WireError) in
            let it = try ObservedScreens.named(from: &reader)
            return RestoreOperation(screens: it.screens, stack: it.stack)
        },
        OperationField(26) { reader throws(WireError) in
            let it = try ObservedScreens.spans(from: &reader)
            return RestoreOperation(screens: it.screens, stack: it.stack)
        },
    ]

    func write(to writer: inout ProtobufWriter) {
        screens.write(to: &writer, of: stack, 13, 26)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(stack)
        try change.countSpans(in: screens)
        let depth =
            change.depth(of: stack) + change.state.recordedScreens(screens, on: stack).count
        change.setDepth(of: stack, to: depth)
        guard depth <= SceneLimits.stackDepth else { throw ValidationFailure(.limitExceeded) }
    }

    var growthLimit: LimitExcess? { .depth(nil) }
    var namesSpans: Bool { screens.areSpans }

    var stampCount: UInt32 {
        switch screens {
        case .named(let screens): UInt32(clamping: max(1, screens.count))
        // As many as there may be: how many there are depends on the state.
        case .spans: UInt32(clamping: SceneLimits.stackDepth)
        }
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        state.restore(screens, to: stack, execution.stamp, execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        let forest = before.forest(of: stack)
        let popped = before.recordedScreens(screens, on: stack).filter {
            forest.entry(of: $0.id) == nil
        }
        // As they are placed anew, for that is what names them from then on.
        let back = popped.compactMap { seen in
            after.placement(of: seen.id).map { ObservedScreen(id: seen.id, placement: $0.stamp) }
        }
        return back.isEmpty ? [] : [.pop(after.naming(back, on: stack), from: stack)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let popped = state.poppedScreens(screens, from: stack)
        guard !popped.isEmpty else { return [] }
        if let items = undo.next?.body as? SetItemsOperation, items.stack == stack {
            return [state.restoring(of: popped, to: stack, among: items.items, undo.own)]
        }
        return [.restore(state.naming(popped, on: stack), to: stack)]
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        let stack = try state.shown(ids.stack(stack))
        let forest = state.forest(of: stack)
        let popped = state.seen(state.recordedScreens(screens, on: stack), ids).filter {
            forest.entry(of: $0.id) == nil && state.hasRoute($0.id)
        }
        return popped.isEmpty ? nil : .restore(state.naming(popped, on: stack), to: stack)
    }

    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation {
        .restore(screens.renumbered(numbers, by: device), to: stack)
    }

    var text: TerminalText { "restored \(screens.text) to \(stack)" }
    func unchangedText(by revision: Revision?) -> TerminalText { "already restored" }
    var facts: [String: OperationFact] { stack.facts.adding(screens.facts) }
    var place: StackID? { stack }
    var navigatedStack: StackID? { stack }
}

extension SceneState {
    fileprivate mutating func restore(
        _ seen: ObservedScreens, to stack: StackID, _ stamp: Stamp, _ revision: Revision
    ) -> PerformedOperation {
        let screens = recordedScreens(seen, on: stack)
        let before = forest(of: stack)
        let writes = screens.enumerated().compactMap { index, seen -> RegisterWrite? in
            guard let (current, placement) = placement(of: seen.id), placement.stack == stack,
                self[.screen(seen.id), ScreenField.route] != nil,
                before.entry(of: seen.id) == nil
            else { return nil }
            let restored = Placement(
                stack: stack, base: placement.base, since: placement.originalStamp ?? current)
            return RegisterWrite(
                record: .screen(seen.id), field: ScreenField.placement,
                stamp: stamp.at(stamp.index + UInt32(clamping: index)), value: restored.value)
        }
        let effects = join(writes, at: revision)
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let after = forest(of: stack)
        let places = screens.map { after.entry(of: $0.id) }
        let isSeen = places.contains { place in
            place.map { before.entry(of: $0.shown)?.shown != $0.shown } ?? false
        }
        if isSeen { return (effects, .applied) }
        guard let missing = places.firstIndex(of: nil) else {
            let placed = places.compactMap { $0 }.compactMap {
                self.revision(.screen($0.shown), ScreenField.placement)
            }
            return (effects, .noop(by: placed.max()))
        }
        guard writes.isEmpty else {
            return (effects, .superseded(by: self.revision(stack.record, StackField.floor)))
        }
        // It was put on another stack since, or was pruned.
        let record = RecordID.screen(screens[missing].id)
        return (effects, .superseded(by: self.revision(record, ScreenField.placement)))
    }

    /// Returns those of the screens that are popped, with their present placements.
    fileprivate func poppedScreens(_ screens: ObservedScreens, from stack: StackID)
        -> [ObservedScreen]
    {
        let forest = forest(of: stack)
        return recordedScreens(screens, on: stack).compactMap { seen in
            guard forest.entry(of: seen.id) == nil, hasRoute(seen.id),
                let (stamp, placement) = placement(of: seen.id), placement.stack == stack
            else { return nil }
            return ObservedScreen(id: seen.id, placement: stamp)
        }
    }

    /// Returns the operation that brings popped screens back to their places. If the device itself
    /// has replaced the stack since, and undone that, their places are known only by what stood
    /// around them.
    fileprivate func restoring(
        of popped: [ObservedScreen], to stack: StackID, among items: [Operation.Item],
        _ own: LocalWrites
    ) -> Operation {
        let floor = floor(of: stack)
        guard own.contain(floor), popped.contains(where: { $0.placement <= floor }) else {
            return .restore(naming(popped, on: stack), to: stack)
        }
        let shown = self.screens(of: stack).map(\.id)
        let wanted = Set(shown + popped.map(\.id))
        let former = items.filter { wanted.contains($0.id) }
        let names = Set(former.map(\.id))
        let others = shown.filter { !names.contains($0) }.map {
            Operation.Item(id: $0, attributes: [])
        }
        return .setItems(stack, former + others)
    }
}
