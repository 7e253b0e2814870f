internal import NavigationProto

/// The kinds of operations, by the fields of the protobuf message Operation that hold them.
struct OperationRegistry: Sendable {
    /// All that this version knows: a new one is a line here.
    static let standard = OperationRegistry([
        DeclareTabOperation.self, UpdateTabOperation.self, MoveTabOperation.self,
        RemoveTabOperation.self, SelectTabOperation.self, RefreshTabOperation.self,
        SetBadgeOperation.self, AddToBadgeOperation.self,
        PushOperation.self, PopOperation.self, RestoreOperation.self, SetItemsOperation.self,
        UpdateScreenOperation.self,
        PresentModalOperation.self, UpdateModalOperation.self, DismissModalOperation.self,
        AnswerModalOperation.self,
        SetBarOperation.self, DeclareBarOperation.self, UpdateBarOperation.self,
        RemoveBarOperation.self,
        PruneOperation.self, RekeyOperation.self, DeviceRevokedOperation.self,
        DevicePairedOperation.self, SetSelectionOperation.self,
    ])

    /// The kinds.
    let kinds: [any OperationBody.Type]
    /// Their fields, each at its number.
    private let fields: [OperationField?]

    /// Registers kinds, each of which has fields of its own.
    init(_ kinds: [any OperationBody.Type]) {
        self.kinds = kinds
        let own = kinds.flatMap { $0.fields }
        var fields = [OperationField?](
            repeating: nil, count: Int(own.map(\.number).max() ?? 0) + 1)
        for field in own { fields[Int(field.number)] = field }
        self.fields = fields
    }

    /// The numbers of the fields, in their order.
    var numbers: [UInt32] { fields.compactMap { $0?.number } }

    /// Reads a message Operation; one whose field is not registered becomes `unknown`.
    func operation(from reader: inout ProtobufReader) throws(WireError) -> Operation {
        var (operation, isFirst) = (Operation.unknown, true)
        while let number = reader.next() {
            guard number < fields.count, let field = fields[Int(number)] else {
                reader.skip()
                continue
            }
            try reader.message(once: isFirst) { content throws(WireError) in
                operation = try field.read(&content)
                isFirst = false
            }
        }
        return operation
    }
}

/// A field of the protobuf message Operation, with the reading of its content.
struct OperationField: Sendable {
    /// The number of the field.
    let number: UInt32
    /// Reads the content of the field.
    let read: @Sendable (inout ProtobufReader) throws(WireError) -> Operation

    /// The field with this number, whose content `read` reads and checks.
    init(
        _ number: UInt32,
        _ read: @escaping @Sendable (inout ProtobufReader) throws(WireError) -> some OperationBody
    ) {
        self.number = number
        self.read = { reader throws(WireError) in Operation(try read(&reader)) }
    }
}
