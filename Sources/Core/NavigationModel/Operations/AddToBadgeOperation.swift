internal import NavigationProto
internal import NavigationText

/// Adds to a badge's number.
package struct AddToBadgeOperation: Hashable, Sendable {
    /// The tab.
    package let id: TabID
    /// The addition; negative to subtract.
    package let count: Int64
}

extension Operation {
    /// Adds to a badge's number.
    public static func addToBadge(_ id: TabID, _ count: Int64) -> Operation {
        Operation(AddToBadgeOperation(id: id, count: count))
    }
}

extension AddToBadgeOperation: OperationBody {
    static let name = "addToBadge"

    static let fields = [
        OperationField(8) { reader throws(WireError) in
            var tab = ""
            var count: Int64 = 0
            while let field = reader.next() {
                switch field {
                case 1: reader.text(&tab)
                case 2: reader.zigzag(&count)
                default: reader.skip()
                }
            }
            return AddToBadgeOperation(id: try TabID(wire: tab, "tab"), count: count)
        }
    ]

    func write(to writer: inout ProtobufWriter) {
        writer.message(8) {
            $0.text(id.rawValue, 1)
            $0.zigzag(count, 2)
        }
    }

    func validate(in change: inout ChangeValidator) throws(ValidationFailure) {
        try change.require(id)
    }

    func perform(on state: inout SceneState, in execution: Execution) -> PerformedOperation {
        let field = TabField.badgeAdded(by: execution.stamp.device)
        let total = (state[.tab(id), field]?.value.integer ?? 0) &+ count
        let add = RegisterWrite(
            record: .tab(id), field: field, stamp: execution.stamp, value: .integer(total))
        let (effects, outcome) = state.edit(id, [add], execution.revision)
        guard outcome.kind == .noop, count != 0 else { return (effects, outcome) }
        let base = state[.tab(id), TabField.badge].map { BadgeValue($0.value) } ?? .cleared
        // Counted, but not shown: behind text that is no number, or as a count that shows no less
        // than nothing.
        return base.countsAdditions
            ? (effects, .noop())
            : (effects, .superseded(by: state.revision(.tab(id), TabField.badge)))
    }

    func inverse(from before: SceneState, to after: SceneState) -> [Operation] {
        count == 0 || count == .min ? [] : [.addToBadge(id, -count)]
    }

    func undo(in state: SceneState, _ undo: UndoContext) -> [Operation] {
        if let set = undo.previous?.body as? SetBadgeOperation, set.id == id {
            // The amount that the set had replaced is added again with it or not at all.
            let last = undo.performed.last?.body as? SetBadgeOperation
            return last?.id == id ? [Operation(self)] : []
        }
        return state.isVisible(id) && state.counts(-count, on: id, undo.own)
            ? [Operation(self)] : []
    }

    func retry(
        in state: SceneState, _ ids: inout RetriedIDs,
        _ generator: inout some RandomNumberGenerator
    ) throws(IntentError) -> Operation? {
        _ = try state.visible(id)
        return Operation(self)
    }

    var text: TerminalText { "added \(count) to the badge of \(id)" }

    func unchangedText(by revision: Revision?) -> TerminalText {
        switch count {
        case ..<0: "a badge can't be negative"
        case 1...: "offset by earlier subtractions from the badge"
        default: "already set"
        }
    }

    var facts: [String: OperationFact] { ["tab": .text(id.rawValue), "count": .number(count)] }
    var place: StackID? { .tab(id) }
}

extension SceneState {
    /// Returns a Boolean value indicating whether an addition of the device still counts: no set or
    /// clear that had observed it has replaced it, or the device's own undo has added it again.
    fileprivate func counts(_ count: Int64, on tab: TabID, _ own: LocalWrites) -> Bool {
        guard own.contain(stamp(.tab(tab), TabField.badgeReplaced(of: own.device))) else {
            return true
        }
        let added = additions(to: tab).first { $0.device == own.device }
        let outstanding = added.map { self.outstanding($0, to: tab) } ?? 0
        return count > 0 ? outstanding >= count : outstanding <= count
    }
}
