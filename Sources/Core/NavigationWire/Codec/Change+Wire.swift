internal import FoundationEssentials
public import NavigationModel
public import NavigationProto

extension Change: WireCodable {
    /// Decodes a change; throws a description of the first fault.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes, as: "Change")
    }

    /// The encoded change.
    public var encoded: [UInt8] { encodedBytes }

    init(wire: Navsync_V1_Change) throws(WireError) {
        guard wire.sequence > 0 else { throw WireError("change: sequence 0") }
        guard !wire.operations.isEmpty else { throw WireError("change: no operations") }
        let isUnderstood = !wire.hasUnknownFields
        self.init(
            device: try DeviceID(wireOfClient: [UInt8](wire.device)),
            sequence: SequenceNumber(rawValue: wire.sequence),
            base: Base(
                revision: Revision(rawValue: wire.baseRevision),
                latest: Timestamp(rawValue: wire.baseLatest)),
            requiredRevision: wire.hasRequiredRevision
                ? Revision(rawValue: wire.requiredRevision) : nil,
            animated: wire.animated,
            operations: try decodeAll(wire.operations) { operation throws(WireError) in
                if isUnderstood { return try Operation(wire: operation) }
                // The missing content may be in fields that this version does not know.
                return (try? Operation(wire: operation)) ?? .unknown
            },
            isUnderstood: isUnderstood)
    }

    var wire: Navsync_V1_Change {
        .init {
            $0.device = .init(device.wire)
            $0.sequence = sequence.rawValue
            $0.baseRevision = base.revision.rawValue
            $0.baseLatest = base.latest.rawValue
            if let requiredRevision { $0.requiredRevision = requiredRevision.rawValue }
            $0.animated = animated
            $0.operations = operations.map(\.wire)
        }
    }
}

extension [Operation] {
    /// Decodes operations, as a device's journal stores them; one with content beyond this version
    /// becomes `unknown`.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        let change = try Navsync_V1_Change(decoding: bytes, as: "Change")
        self = try decodeAll(change.operations) { operation throws(WireError) in
            operation.hasUnknownFields ? .unknown : try Operation(wire: operation)
        }
    }

    /// The encoded operations: a Change with nothing else in it.
    public var encoded: [UInt8] {
        let change = Navsync_V1_Change { $0.operations = map(\.wire) }
        return change.encodedBytes
    }
}
