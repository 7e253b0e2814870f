internal import NavigationProto
internal import NavigationText

/// Takes screens off a stack.
package struct PopOperation: Hashable, Sendable {
    /// The screens, as the device observed them.
    package let screens: ObservedScreens
    /// The stack.
    package let stack: StackID
}

extension Operation {
    /// Takes screens off a stack.
    public static func pop(_ screens: ObservedScreens, from stack: StackID) -> Operation {
        Operation(PopOperation(screens: screens, stack: stack))
    }
}

extension PopOperation: OperationBody {
    static let name = "pop"

    static let fields = [
        OperationField(10) { reader throws(WireError) in
            let it = try ObservedScreens.named(from: &reader)
            return PopOperation(screens: it.screens, stack: it.stack)
        },
        OperationField(25) { reader throws(WireError) in
            let it = try ObservedScreens.spans(from: &reader)
            return PopOperation(screens: it.screens, stack: it.stack)
        },
    ]

    func write(to writer: inout ProtobufWriter) {
        screens.write(to: &writer, of: stack, 10, 25)
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(stack)
        try change.countSpans(in: screens)
    }

    var namesSpans: Bool { screens.areSpans }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        state.pop(screens, from: stack, by: execution.stamp.device, execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        let forest = before.forest(of: stack)
        let popped = before.placedScreens(screens, on: stack).filter {
            forest.entry(of: $0.id) != nil
        }
        guard !popped.isEmpty else { return [] }
        let there = before.naming(popped, on: stack)
        guard forest.count <= InverseChange.maxTrackedDepth else {
            return [.restore(there, to: stack)]
        }
        // The whole stack, too, in case the device itself replaces it and undoes that.
        let items = before.screens(of: stack).map { Operation.Item(id: $0.id, attributes: []) }
        return [.restore(there, to: stack), .setItems(stack, items)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        let forest = state.forest(of: stack)
        let left = state.recordedScreens(screens, on: stack).compactMap { seen -> ObservedScreen? in
            // A screen that another device has placed anew is that device's now.
            guard let entry = forest.entry(of: seen.id), entry.shown != forest.bottom?.shown,
                let stamp = state.placement(of: seen.id)?.stamp, undo.own.contain(stamp)
            else { return nil }
            return ObservedScreen(id: seen.id, placement: stamp)
        }
        return left.isEmpty ? [] : [.pop(state.naming(left, on: stack), from: stack)]
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        let stack = try state.shown(ids.stack(stack))
        let forest = state.forest(of: stack)
        let there = state.seen(state.placedScreens(screens, on: stack), ids).filter {
            forest.entry(of: $0.id) != nil
        }
        return there.isEmpty ? nil : .pop(state.naming(there, on: stack), from: stack)
    }

    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation {
        .pop(screens.renumbered(numbers, by: device), from: stack)
    }

    var text: TerminalText { "popped \(screens.text) from \(stack)" }

    func unchangedText(by revision: Revision?) -> TerminalText {
        if screens.isEmpty { return "nothing to pop" }
        return revision == nil ? "the root screen can't be popped" : "already popped"
    }

    var facts: [String: OperationFact] { stack.facts.adding(screens.facts) }
    var place: StackID? { stack }
    var navigatedStack: StackID? { stack }
    var takesAway: Bool { true }
}

extension SceneState {
    fileprivate mutating func pop(
        _ seen: ObservedScreens, from stack: StackID, by device: DeviceID, _ revision: Revision
    ) -> PerformedOperation {
        let screens = placedScreens(seen, on: stack)
        // Only setItems empties a stack: the first screen stays, whoever names it.
        let (bottom, there) = standing(screens, on: stack)
        let before = there.map { $0?.shown == bottom ? nil : $0 }
        let writes = zip(screens, before).compactMap { seen, entry in
            entry == nil ? nil : removal(of: seen, by: device)
        }
        let formerPop = screens.compactMap {
            self.revision(.screen($0.id), ScreenField.popped)
        }.max()
        let effects = join(writes, at: revision)
        let after = forest(of: stack)
        let left = screens.lazy.compactMap { after.entry(of: $0.id) }.first { $0.shown != bottom }
        if left == nil, effects.isEmpty {
            // No commit is behind it that the first screen stays.
            if there.contains(where: { $0 != nil }) { return (effects, .noop()) }
            let floor = self.revision(stack.record, StackField.floor)
            return (effects, .noop(by: formerPop ?? floor))
        }
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let isApplied = before.contains { entry in
            entry.map { place in
                // The shown screen of a place changes when the oldest that was there is popped.
                after.entry(of: place.shown)?.shown != place.shown
            } ?? false
        }
        if isApplied { return (effects, .applied) }
        // Placed anew since it was observed, or another of its twins stays shown.
        let place = left ?? before.lazy.compactMap { $0 }.first
        let winner = place.flatMap { self.revision(.screen($0.shown), ScreenField.placement) }
        return (effects, .superseded(by: winner))
    }

    /// Returns the first screen of a stack, and the place of each of some screens that are there.
    ///
    /// Their copy of the forest ends with the look: writes would copy what they change of it.
    private func standing(
        _ screens: [ObservedScreen], on stack: StackID
    ) -> (bottom: ScreenID?, places: [StackEntry?]) {
        let forest = forest(of: stack)
        return (forest.bottom?.shown, screens.map { forest.entry(of: $0.id) })
    }

    /// Returns the write that pops a screen of a stack if it stands where its device observed it.
    ///
    /// A device knows its own unconfirmed placement only by its own estimate of the time.
    private func removal(of seen: ObservedScreen, by device: DeviceID) -> RegisterWrite? {
        let current = stamp(.screen(seen.id), ScreenField.placement)
        let isOwn = seen.placement.device == device
        guard current == seen.placement || isOwn && current.namesSameWrite(as: seen.placement)
        else { return nil }
        return RegisterWrite(record: .screen(seen.id), field: ScreenField.popped, stamp: current)
    }
}
