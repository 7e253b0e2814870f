internal import FoundationEssentials
public import NavigationModel
public import NavigationProto

extension Commit {
    /// Decodes a commit; throws a description of the first fault.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(wire: try Navsync_V1_Commit(decoding: bytes, as: "Commit"))
    }

    /// The encoded commit, as stored in the log and sent on the feed.
    public var encoded: [UInt8] {
        var writer = ProtobufWriter(capacity: 512)
        write(to: &writer)
        return writer.trimmed
    }

    init(wire: Navsync_V1_Commit) throws(WireError) {
        let stamp = try Stamp(wire: wire.stamp)
        guard wire.revision > 0 else { throw WireError("commit: revision 0") }
        self.init(
            revision: Revision(rawValue: wire.revision), stamp: stamp,
            author: try DeviceName(wire: wire.author, "author"),
            animated: wire.animated,
            operations: try decodeAll(wire.operations, Operation.init(wire:)),
            outcomes: try decodeAll(wire.outcomes, Outcome.init(wire:)),
            effects: try decodeAll(wire.effects) { effect throws(WireError) in
                try RegisterWrite(wire: effect, of: stamp)
            },
            prunedRecords: try decodeAll(wire.forgotten) { record throws(WireError) in
                try RecordID(wire: record.kind, record.name)
            })
    }

    func write(to writer: inout ProtobufWriter) {
        writer.number(revision.rawValue, 1)
        writer.message(2) { stamp.write(to: &$0) }
        for operation in operations { writer.message(operation.wire, 3) }
        for outcome in outcomes { writer.message(4) { outcome.write(to: &$0) } }
        for effect in effects { writer.message(5) { effect.write(to: &$0, of: stamp) } }
        writer.text(author.rawValue, 6)
        for record in prunedRecords {
            writer.message(7) {
                $0.number(record.kind.rawValue, 1)
                $0.text(record.name, 2)
            }
        }
        writer.flag(animated, 8)
    }
}

extension Stamp {
    fileprivate func write(to writer: inout ProtobufWriter) {
        writer.fixed(UInt64(bitPattern: time.rawValue), 1)
        writer.content(device.wire, 2)
        writer.number(sequence.rawValue, 3)
        writer.number(index, 4)
    }
}

extension RegisterWrite {
    init(wire: Navsync_V1_Effect, of commit: Stamp) throws(WireError) {
        self.init(
            record: try RecordID(wire: wire.kind, wire.name),
            field: Field(number: wire.field, part: wire.part),
            stamp: wire.hasStamp ? try Stamp(wire: wire.stamp) : commit.at(wire.index),
            value: Value(bytes: [UInt8](wire.value)))
    }

    fileprivate func write(to writer: inout ProtobufWriter, of commit: Stamp) {
        writeRegister(to: &writer)
        if stamp.at(commit.index) == commit {
            writer.number(stamp.index, 6)
        } else {
            writer.message(7) { stamp.write(to: &$0) }
        }
    }

    /// Writes what an effect and an entry of a snapshot have in common.
    fileprivate func writeRegister(to writer: inout ProtobufWriter) {
        writer.number(record.kind.rawValue, 1)
        writer.text(record.name, 2)
        writer.number(field.number, 3)
        writer.text(field.part, 4)
        writer.content(value.bytes, 5)
    }
}

extension RecordID {
    init(wire kind: UInt32, _ name: String) throws(WireError) {
        // All records, of unknown kinds too, are named by identifiers of one form.
        _ = try TabID(wire: name, "record")
        self.init(kind: Kind(rawValue: kind), name: name)
    }
}

extension Outcome {
    init(wire: Navsync_V1_Outcome) throws(WireError) {
        let revision = wire.by == 0 ? nil : Revision(rawValue: wire.by)
        switch Kind(number: wire.kind) {
        case .applied: self = .applied
        case .noop: self = .noop(by: revision)
        case .superseded: self = .superseded(by: revision)
        case .hidden: self = .hidden(by: revision)
        case .rejected:
            let reason = Rejection(rawValue: Int(wire.reason)) ?? .unspecified
            self = .rejected(reason, by: revision)
        case .unknown(0): throw WireError("outcome: no kind")
        case .unknown(let number):
            let reason = wire.reason == 0 ? nil : Rejection(rawValue: Int(wire.reason))
            self = .unknown(number, by: revision, reason: reason)
        }
    }

    func write(to writer: inout ProtobufWriter) {
        writer.number(kind.number, 1)
        writer.number(by?.rawValue ?? 0, 2)
        writer.number(UInt32(reason?.rawValue ?? 0), 3)
    }
}

extension [Outcome] {
    /// Decodes outcomes, as the store keeps them with a device's sequence number.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        self = try Receipt(wire: try Navsync_V1_Receipt(decoding: bytes, as: "Receipt")).outcomes
    }

    /// The encoded outcomes.
    public var encoded: [UInt8] {
        var writer = ProtobufWriter()
        Receipt(sequence: .zero, outcomes: self, revision: nil).write(to: &writer)
        return writer.bytes
    }
}

extension SceneState {
    /// Decodes a snapshot; throws a description of the first fault.
    public init(snapshot bytes: [UInt8]) throws(WireError) {
        let snapshot = try Navsync_V1_Snapshot(decoding: bytes, as: "Snapshot")
        self.init()
        join(
            entries: try decodeAll(snapshot.entries) { entry throws(WireError) in
                let effect = RegisterWrite(
                    record: try RecordID(wire: entry.kind, entry.name),
                    field: Field(number: entry.field, part: entry.part),
                    stamp: try Stamp(wire: entry.stamp), value: Value(bytes: [UInt8](entry.value)))
                return (effect, Revision(rawValue: entry.revision))
            })
    }

    /// The encoded state, in canonical order: equal states have equal snapshots, up to the
    /// revisions that explain them.
    public var snapshot: [UInt8] {
        var writer = ProtobufWriter()
        for (effect, revision) in entries {
            writer.message(1) {
                effect.writeRegister(to: &$0)
                $0.message(6) { effect.stamp.write(to: &$0) }
                $0.number(revision.rawValue, 7)
            }
        }
        return writer.bytes
    }
}
