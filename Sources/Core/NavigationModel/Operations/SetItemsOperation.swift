internal import NavigationProto
internal import NavigationText

/// Replaces a stack; listed screens that are there keep their identity.
package struct SetItemsOperation: Hashable, Sendable {
    /// The stack.
    package let stack: StackID
    /// The new screens, from the bottom.
    package let items: [Operation.Item]

    /// The most items that a stack may be replaced with over a quota.
    private static let fewItems = 4
}

extension Operation {
    /// Replaces a stack; listed screens that are there keep their identity.
    public static func setItems(_ stack: StackID, _ items: [Item]) -> Operation {
        Operation(SetItemsOperation(stack: stack, items: items))
    }

    /// A screen in the list of setItems.
    public struct Item: Hashable, Sendable {
        /// A fresh id, or that of a screen that is there.
        public let id: ScreenID
        /// The attributes that the item sets.
        public let attributes: [Attribute]

        /// Joins the parts.
        public init(id: ScreenID, attributes: [Attribute]) {
            self.id = id
            self.attributes = attributes
        }
    }
}

extension SetItemsOperation: OperationBody {
    static let name = "setItems"

    static let fields = [
        OperationField(11) { reader throws(WireError) in
            var items: [Operation.Item] = []
            let stack = try reader.stack { item throws(WireError) in
                let it = item.item()
                items.append(
                    Operation.Item(
                        id: try ScreenID(wire: it.name, "screen"), attributes: it.attributes))
            }
            return SetItemsOperation(stack: stack, items: items)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(11) { writer in
            stack.write(to: &writer) {
                for item in items { $0.message(name: item.id, item.attributes, 2) }
            }
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(stack)
        guard items.count <= SceneLimits.stackDepth else {
            throw ValidationFailure(.limitExceeded)
        }
        guard Set(items.map(\.id)).count == items.count else {
            throw ValidationFailure(.malformed)
        }
        change.setDepth(of: stack, to: items.count)
        for item in items {
            // A screen that exists keeps its route, and no screen is without one.
            let given = item.attributes.value(of: ScreenField.route)
            let recorded = change.route(of: item.id)
            guard let route = recorded ?? given, given == nil || given == route else {
                throw ValidationFailure(.malformed)
            }
            change.place(item.id, route: route)
            try change.check(item.attributes, for: .screen(item.id))
        }
    }

    func newNameError(in state: SceneState) -> NewNameError? {
        items.lazy.compactMap { state.error("screen", $0.id, .screen($0.id), $0.attributes) }.first
    }

    var excess: LimitExcess? {
        if items.count > SceneLimits.stackDepth { return .depth(items.count) }
        return items.lazy.compactMap { LimitExcess.of($0.attributes, .screen) }.first
    }

    var growthLimit: LimitExcess? { .depth(nil) }
    var stampCount: UInt32 { UInt32(clamping: items.count + 1) }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        state.setItems(items, of: stack, execution.stamp, execution.revision)
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        let written = Dictionary(
            items.map { ($0.id, $0.attributes) }, uniquingKeysWith: { first, _ in first })
        // Screens from another stack go back there.
        let others = items.compactMap { before.placement(of: $0.id)?.placement.stack }.filter {
            $0 != stack
        }
        return ([stack] + Set(others).sorted()).map { before.formerItems(of: $0, before: written) }
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        if let restore = undo.previous?.body as? RestoreOperation, restore.stack == stack {
            // It is there for that alone.
            return []
        }
        return state.replacement(of: stack, by: items, of: undo.done, undo.own).map { [$0] } ?? []
    }

    func placed(on stack: StackID) -> [ScreenID] { stack == self.stack ? items.map(\.id) : [] }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        let stack = try state.shown(ids.stack(stack))
        var repeated: [Operation.Item] = []
        for item in items { repeated.append(try state.retried(item, &ids, &generator)) }
        return .setItems(stack, repeated)
    }

    var text: TerminalText {
        items.isEmpty
            ? "emptied the stack of \(stack)"
            : "set the stack of \(stack) to "
                + items.map { TerminalText($0.attributes.route ?? $0.id.rawValue) }.listed
    }

    var facts: [String: OperationFact] {
        stack.facts.adding([
            "items": .list(
                items.map { item in
                    let facts: [String: OperationFact] = [
                        "screen": .text(item.id.rawValue),
                        "route": .text(item.attributes.route),
                        "title": .text(item.attributes.screenTitle),
                    ]
                    return .members(facts.adding(item.attributes.propertyFacts))
                })
        ])
    }

    var place: StackID? { stack }
    var navigatedStack: StackID? { stack }

    /// A few items with no more than a route and a title take away what was there.
    var takesAway: Bool {
        items.count <= SetItemsOperation.fewItems
            && items.allSatisfy { item in
                item.attributes.reduce(0) { $0 + $1.value.bytes.count }
                    <= 2 * SceneLimits.titleLength
            }
    }
}

extension SceneState {
    fileprivate mutating func setItems(
        _ items: [Operation.Item], of stack: StackID, _ stamp: Stamp, _ revision: Revision
    ) -> PerformedOperation {
        let former = self.revision(stack.record, StackField.floor)
        let before = screens(of: stack)
        let elsewhere = items.map(\.id).filter { isShown($0, outside: stack) }
        var writes = [RegisterWrite(record: stack.record, field: StackField.floor, stamp: stamp)]
        for (index, item) in items.enumerated() {
            writes += place(
                item.id, Placement(stack: stack, base: .item), item.attributes,
                stamp.at(stamp.index + 1 + UInt32(clamping: index)))
        }
        let effects = join(writes, at: revision)
        // An item may have been taken off another stack.
        guard elsewhere.allSatisfy({ isShown($0, outside: stack) }) else {
            return (effects, .applied)
        }
        guard isShown(stack) else { return (effects, .hidden(by: hiding(stack))) }
        let after = screens(of: stack)
        if after != before { return (effects, .applied) }
        if let lost = writes.first(where: { self[$0.record, $0.field]?.value != $0.value }) {
            return (effects, .superseded(by: self.revision(lost.record, lost.field)))
        }
        if after.map(\.id) == items.map(\.id) { return (effects, .noop(by: former)) }
        guard floor(of: stack) == stamp else {
            return (effects, .superseded(by: self.revision(stack.record, StackField.floor)))
        }
        // All its items are where they were, under later pushes that arrived before it.
        let later = after.dropFirst(items.count).first?.id
        let winner = later.flatMap { self.revision(.screen($0), ScreenField.placement) }
        return (effects, .superseded(by: winner))
    }

    private func isShown(_ id: ScreenID, outside stack: StackID) -> Bool {
        guard let other = placement(of: id)?.placement.stack, other != stack, isShown(other) else {
            return false
        }
        return forest(of: other).entry(of: id)?.shown == id
    }

    /// Returns the setItems that keeps a stack as it is, with the present values of the attributes
    /// that are about to be written.
    fileprivate func formerItems(
        of stack: StackID, before written: [ScreenID: [Attribute]]
    ) -> Operation {
        let items = screens(of: stack).map { screen in
            Operation.Item(
                id: screen.id,
                attributes: formerValues(of: written[screen.id] ?? [], in: .screen(screen.id)))
        }
        return .setItems(stack, items)
    }

    /// Returns the setItems with the items that a stack had, under those that others have put on it
    /// since; `nil` if nothing is left to undo.
    fileprivate func replacement(
        of stack: StackID, by items: [Operation.Item], of done: [Operation], _ own: LocalWrites
    ) -> Operation? {
        let shown = screens(of: stack).map(\.id)
        let placed = Set(done.flatMap { $0.body.placed(on: stack) }).filter { id in
            placement(of: id).map { own.contain($0.stamp) } ?? false
        }
        let isReplaced =
            own.contain(floor(of: stack)) || shown.contains(where: placed.contains)
        // Only what the device itself has taken to another stack comes back to one it has not
        // replaced.
        let taken = items.map(\.id).filter { id in
            placement(of: id).map { $0.placement.stack != stack && own.contain($0.stamp) } ?? false
        }
        guard isReplaced || !taken.isEmpty else { return nil }
        let wanted = isReplaced ? Set(items.map(\.id)) : Set(shown + taken)
        let listed = items.filter { wanted.contains($0.id) && hasRoute($0.id) }.map { item in
            Operation.Item(
                id: item.id, attributes: left(of: item.attributes, in: .screen(item.id), own))
        }
        let replaced = placed.union(listed.map(\.id))
        let others = shown.filter { !replaced.contains($0) }.map {
            Operation.Item(id: $0, attributes: [])
        }
        let all = listed + others
        return all.map(\.id) == shown && all.allSatisfy { $0.attributes.isEmpty }
            ? nil : .setItems(stack, all)
    }

    /// Returns an item under a fresh id, unless it is a screen that exists.
    fileprivate func retried(
        _ item: Operation.Item, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation.Item {
        let id = ids.screens[item.id] ?? item.id
        let recorded = self[.screen(id), ScreenField.route]?.value
        let given = item.attributes.value(of: ScreenField.route)
        if recorded != nil, given == nil || given == recorded {
            return Operation.Item(id: id, attributes: item.attributes)
        }
        guard given != nil else { throw .unknownScreen(item.id) }
        let fresh = ScreenID.random(using: &generator)
        ids.screens[item.id] = fresh
        return Operation.Item(id: fresh, attributes: item.attributes)
    }
}
