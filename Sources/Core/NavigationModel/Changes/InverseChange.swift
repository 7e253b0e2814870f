/// The inverse of one of a device's changes, for undoing it later: the operations of the change,
/// and those that undo them in the state in which it was made.
public struct InverseChange: Hashable, Sendable {
    /// The device's number for the change; the device has undone all that it wrote since.
    public var sequence: SequenceNumber
    /// The operations of the change.
    public let done: [Operation]
    /// The operations that undo the change if nothing else has happened; none if nothing can.
    public let inverse: [Operation]

    /// Screens on a stack up to which the inverse of a pop records the stack around them: on a
    /// deeper one they come back on top of what a setItems of the device's own has put there
    /// meanwhile.
    static let maxTrackedDepth = 256

    /// Joins the parts.
    public init(sequence: SequenceNumber, done: [Operation], inverse: [Operation]) {
        self.sequence = sequence
        self.done = done
        self.inverse = inverse
    }

    /// A Boolean value indicating whether the change can be undone: a refresh leaves nothing to
    /// undo, and an answer is final.
    public var isPossible: Bool { !inverse.isEmpty }
}

/// The circumstances in which a step of an inverse undoes something.
struct UndoContext {
    /// The operations of the change that is undone.
    let done: [Operation]
    /// The writes of the device since that change.
    let own: LocalWrites
    /// The step of the inverse before it.
    let previous: Operation?
    /// The step of the inverse after it.
    let next: Operation?
    /// The operations that undo the steps before it.
    let performed: [Operation]
}

/// The writes of a device since a change of its own.
struct LocalWrites {
    /// The device.
    let device: DeviceID
    /// The number of the change.
    let since: SequenceNumber

    /// Returns `true` for the stamp of one of them.
    func contain(_ stamp: Stamp) -> Bool { stamp.device == device && stamp.sequence >= since }
}

extension SceneState {
    /// Returns the inverse of `operations` that `device` is about to perform in this state.
    ///
    /// - Parameter sequence: the number that the change will have.
    package func reversal(
        of operations: [Operation], by device: DeviceID, as sequence: SequenceNumber
    ) -> InverseChange {
        // Step by step: each is undone in the state that those before it lead to.
        var state = self
        var inverse: [[Operation]] = []
        var stamp = Stamp(time: latest.next, device: device, sequence: sequence)
        for operation in operations {
            let before = state
            state.anticipate(operation, stamp: stamp)
            inverse.append(operation.body.inverse(from: before, to: state))
            stamp = stamp.at(stamp.index + operation.stampCount)
        }
        return InverseChange(
            sequence: sequence, done: operations, inverse: Array(inverse.reversed().joined()))
    }

    /// Returns the operations with which `device` undoes a change of its own in the state as it is
    /// now; none if nothing of it is left to undo.
    ///
    /// Later changes of other devices stay: a value that one of them has set since is not reset,
    /// screens that came on top stay there, and what is removed already is left alone. The change
    /// has to be the device's newest that is not undone: all its writes since have to be undos.
    package func operations(undoing reversal: InverseChange, by device: DeviceID) -> [Operation] {
        let own = LocalWrites(device: device, since: reversal.sequence)
        // Step by step: each is seen in the state that those before it lead to.
        var state = self
        var operations: [Operation] = []
        var stamp = Stamp(
            time: latest.next, device: device, sequence: SequenceNumber(rawValue: .max))
        for (index, step) in reversal.inverse.enumerated() {
            let context = UndoContext(
                done: reversal.done, own: own,
                previous: index > 0 ? reversal.inverse[index - 1] : nil,
                next: reversal.inverse.dropFirst(index + 1).first, performed: operations)
            let fitting = step.body.undo(in: state, context)
            for operation in fitting {
                state.anticipate(operation, stamp: stamp)
                stamp = stamp.at(stamp.index + operation.stampCount)
            }
            operations += fitting
        }
        return operations
    }

    // MARK: Values before and after

    /// Returns the selection of a tab that is selected now and not after the step; none for any
    /// other.
    func selection(of id: TabID, before after: SceneState) -> [Operation] {
        selectedTab == id && after.selectedTab != id ? [.selectTab(id)] : []
    }

    /// Returns the attributes with their present values, but those that never change; an unset one
    /// gets the value that is shown without it.
    func formerValues(of attributes: [Attribute], in record: RecordID) -> [Attribute] {
        attributes.compactMap { attribute in
            switch (record.kind, attribute.field) {
            case (.screen, ScreenField.route), (.modal, ModalField.route): return nil
            default: break
            }
            let former = self[record, attribute.field]?.value
            return Attribute(
                field: attribute.field, value: former ?? missing(attribute.field, of: record))
        }
    }

    private func missing(_ field: Field, of record: RecordID) -> Value {
        switch (record.kind, field) {
        case (.tab, TabField.title): .text(record.name)
        case (.tab, TabField.isEnabled): .flag(true)
        case (.modal, ModalField.kind): .text(ModalKind.simple.rawValue)
        default: .none
        }
    }

    /// Returns those of the attributes that no other device has set since, and that differ from the
    /// state.
    func left(
        of attributes: [Attribute], in record: RecordID, _ own: LocalWrites
    ) -> [Attribute] {
        attributes.filter { attribute in
            guard let register = self[record, attribute.field] else { return false }
            return own.contain(register.stamp) && register.value != attribute.value
        }
    }

    /// Returns a Boolean value indicating whether the screen is more than the tombstone of a
    /// refused push.
    func hasRoute(_ id: ScreenID) -> Bool { self[.screen(id), ScreenField.route] != nil }
}
