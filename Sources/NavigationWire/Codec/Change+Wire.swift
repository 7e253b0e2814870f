internal import FoundationEssentials
public import NavigationModel
internal import SwiftProtobuf

extension Change: WireCodable {
    /// Reads an encoded change; throws what is wrong with it.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes, as: "Change")
    }

    /// The change as bytes.
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
                // What it lacks may be in the fields that are not known here.
                return (try? Operation(wire: operation)) ?? .unknown
            },
            isUnderstood: isUnderstood)
    }

    var wire: Navsync_V1_Change {
        .with {
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
    /// Reads encoded operations, as a device's journal keeps them; one that says more than this version
    /// understands is unknown.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        let change: Navsync_V1_Change
        do { change = try Navsync_V1_Change(serializedBytes: bytes) } catch {
            throw WireError("not a Change: the bytes are no valid protobuf message")
        }
        self = try decodeAll(change.operations) { operation throws(WireError) in
            operation.hasUnknownFields ? .unknown : try Operation(wire: operation)
        }
    }

    /// The operations as bytes: a Change that says nothing else.
    public var encoded: [UInt8] {
        let change = Navsync_V1_Change.with { $0.operations = map(\.wire) }
        return (try? change.serializedBytes()) ?? []
    }
}
