package import NavigationProto
package import NavigationText

/// One named step of a change, in terms of what its device had observed.
///
/// Each kind has a file of its own with all that is its own; see ``OperationBody``.
public struct Operation: Hashable, Sendable {
    /// The content with its rules.
    let body: any OperationBody

    /// Wraps the content.
    init(_ body: some OperationBody) { self.body = body }

    /// The content as a value of the kind's type: a ``PushOperation`` for a push.
    public var payload: any Hashable & Sendable { body }

    /// Returns `true` if both are of one kind with equal content.
    public static func == (left: Operation, right: Operation) -> Bool {
        left.body.isEqual(to: right.body)
    }

    /// Hashes the kind and the content.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type(of: body)))
        body.hash(into: &hasher)
    }

    /// The number of stamps that the operation uses: its indexes inside the change.
    var stampCount: UInt32 { body.stampCount }
}

extension Operation {
    /// The name of the kind: `selectTab`.
    package var name: String { type(of: body).name }
    /// The operation in the past, for people: `pushed clock://alarms/1 on alarms`.
    package var text: TerminalText { body.text }
    /// The devices that the text names.
    package var namedDevices: [DeviceID] { body.namedDevices }
    /// Returns the text with the names of devices, where these are known, instead of digits of their
    /// ids.
    package func text(naming devices: [DeviceID: DeviceName]) -> TerminalText {
        body.text(naming: devices)
    }
    /// The names and values of the operation, for programs.
    package var facts: [String: OperationFact] { body.facts }
    /// The tab, modal or standalone bar that the operation is about; `nil` if it names none.
    package var place: StackID? { body.place }
    /// The stack of which the operation changes what is shown, so that a modal above it covers
    /// the operation; `nil` if it navigates nowhere.
    package var navigatedStack: StackID? { body.navigatedStack }
    /// A Boolean value indicating whether the operation adds nothing to the storage worth a quota.
    package var takesAway: Bool { body.takesAway }
    /// A Boolean value indicating whether a scene can begin with the operation.
    package var isDeclaration: Bool { body.isDeclaration }

    /// Returns the state of what was there already, for an outcome that changed nothing.
    ///
    /// - Parameter revision: the commit that had made it so, if there is one.
    package func unchangedText(by revision: Revision?) -> TerminalText {
        body.unchangedText(by: revision)
    }

    /// Returns the operation with references to the earlier changes of `device`, its author, by
    /// their new numbers.
    package func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> Operation {
        body.renumbered(numbers, by: device)
    }
}

// MARK: Wire

extension Operation {
    /// The numbers of the operations that this version knows, as fields of Operation.
    public static var knownNumbers: [UInt32] { OperationRegistry.standard.numbers }

    /// The number of the operation, as a field of Operation; 0 for an unknown one.
    public var number: UInt32 {
        let tag = leadingVarint(of: encoded[...])
        return tag.map { UInt32(truncatingIfNeeded: $0 >> 3) } ?? 0
    }

    /// Reads a message Operation; one without content that this version knows becomes ``unknown``.
    package init(from reader: inout ProtobufReader) throws(WireError) {
        self = try OperationRegistry.standard.operation(from: &reader)
    }

    /// Writes the fields of a message Operation.
    package func write(to writer: inout ProtobufWriter) { body.write(to: &writer) }

    /// The encoded message.
    package var encoded: [UInt8] {
        var writer = ProtobufWriter()
        write(to: &writer)
        return writer.bytes
    }
}
