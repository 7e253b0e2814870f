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
        DevicePairedOperation.self,
    ])

    /// The kinds.
    let kinds: [any OperationBody.Type]
    private let fields: [UInt32: OperationField]

    /// Registers kinds, each of which has fields of its own.
    init(_ kinds: [any OperationBody.Type]) {
        self.kinds = kinds
        let fields = kinds.flatMap { $0.fields }.map { ($0.number, $0) }
        self.fields = Dictionary(uniqueKeysWithValues: fields)
    }

    /// The numbers of the fields, in their order.
    var numbers: [UInt32] { fields.keys.sorted() }

    /// Reads an operation; one whose field is not registered becomes `unknown`.
    func operation(from wire: Navsync_V1_Operation) throws(WireError) -> Operation {
        guard let number = wire.firstMessageNumber, let field = fields[number] else {
            return .unknown
        }
        return try field.read(wire)
    }
}

/// A field of the protobuf message Operation, with the reading of its content.
struct OperationField: Sendable {
    /// The number of the field.
    let number: UInt32
    /// Reads the operation from a message with this field.
    let read: @Sendable (Navsync_V1_Operation) throws(WireError) -> Operation

    /// The field at `path`, whose content `read` checks.
    init<Content: WireMessage>(
        _ path: any WritableKeyPath<Navsync_V1_Operation, Content> & Sendable,
        _ read: @escaping @Sendable (Content) throws(WireError) -> some OperationBody
    ) {
        var probe = Navsync_V1_Operation()
        probe[keyPath: path] = Content { _ in }
        number = probe.firstMessageNumber ?? 0
        self.read = { wire throws(WireError) in Operation(try read(wire[keyPath: path])) }
    }
}
