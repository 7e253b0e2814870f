package import NavigationModel
package import NavigationProto

extension Change {
    /// Decodes a change; throws a description of the first fault.
    package init(encoded bytes: [UInt8]) throws(WireError) {
        var reader = ProtobufReader(bytes)
        if let change = try? Change(from: &reader), reader.isPlain, !reader.hasUnknownFields {
            self = change
            return
        }
        let wire = try Navsync_V1_Change(decoding: bytes, as: "Change")
        let isUnderstood = !wire.hasUnknownFields
        guard !isUnderstood else {
            reader = ProtobufReader(wire.encodedBytes)
            try self.init(from: &reader)
            return
        }
        var frame = wire
        frame.operations = []
        reader = ProtobufReader(try Navsync_V1_Change.plain(frame.encodedBytes, as: "Change"))
        try self.init(
            from: &reader,
            otherwise: wire.operations.map { operation in
                // The missing content may be in fields that this version does not know.
                (try? Operation(wire: operation)) ?? .unknown
            })
    }

    /// Reads a message Change.
    ///
    /// - Parameter partial: the operations of a change that this version does not understand;
    ///   `nil` for another, whose message has them.
    private init(
        from reader: inout ProtobufReader, otherwise partial: [Operation]? = nil
    ) throws(WireError) {
        var device: ArraySlice<UInt8> = []
        var (sequence, revision, latest): (UInt64, UInt64, UInt64) = (0, 0, 0)
        var operations: [Operation] = partial ?? []
        var requiredRevision: Revision?
        var animated = false
        while let field = reader.next() {
            switch field {
            case 1: reader.content(&device)
            case 2: reader.number(&sequence)
            case 3: reader.number(&revision)
            case 4: reader.fixed(&latest)
            case 5:
                try reader.message { operation throws(WireError) in
                    operations.append(try Operation(from: &operation))
                }
            case 6:
                var number: UInt64 = 0
                if reader.number(&number) { requiredRevision = Revision(rawValue: number) }
            case 7: reader.flag(&animated)
            default: reader.skip()
            }
        }
        guard sequence > 0 else { throw WireError("change: sequence 0") }
        guard !operations.isEmpty else { throw WireError("change: no operations") }
        self.init(
            device: try DeviceID(wireOfClient: device),
            sequence: SequenceNumber(rawValue: sequence),
            base: Base(
                revision: Revision(rawValue: revision),
                latest: Timestamp(rawValue: Int64(bitPattern: latest))),
            requiredRevision: requiredRevision, animated: animated, operations: operations,
            isUnderstood: partial == nil)
    }

    /// The encoded change.
    package var encoded: [UInt8] {
        var writer = ProtobufWriter(capacity: 512)
        writer.device(device, 1)
        writer.number(sequence.rawValue, 2)
        writer.number(base.revision.rawValue, 3)
        writer.fixed(UInt64(bitPattern: base.latest.rawValue), 4)
        writer.operations(operations, 5)
        writer.optional(requiredRevision?.rawValue, 6)
        writer.flag(animated, 7)
        return writer.trimmed
    }
}

extension Operation {
    /// Reads what this version knows of a message.
    init(wire: Navsync_V1_Operation) throws(WireError) {
        var reader = ProtobufReader(
            try Navsync_V1_Operation.plain(wire.encodedBytes, as: "Operation"))
        try self.init(from: &reader)
    }
}

extension ProtobufWriter {
    /// Writes operations.
    mutating func operations(_ operations: [Operation], _ field: UInt8) {
        for operation in operations { message(field) { operation.write(to: &$0) } }
    }
}

extension [Operation] {
    /// Decodes operations, as a device's journal stores them; one with content beyond this version
    /// becomes `unknown`.
    package init(encoded bytes: [UInt8]) throws(WireError) {
        let change = try Navsync_V1_Change(decoding: bytes, as: "Change")
        self = try decodeAll(change.operations) { operation throws(WireError) in
            operation.hasUnknownFields ? .unknown : try Operation(wire: operation)
        }
    }

    /// The encoded operations: a Change with nothing else in it.
    package var encoded: [UInt8] {
        var writer = ProtobufWriter()
        writer.operations(self, 5)
        return writer.bytes
    }
}
