internal import FoundationEssentials
public import NavigationModel
public import NavigationProto

extension Commit: WireCodable {
    /// Decodes a commit; throws a description of the first fault.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(decoding: bytes, as: "Commit")
    }

    /// The encoded commit, as stored in the log and sent on the feed.
    public var encoded: [UInt8] { encodedBytes }

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

    var wire: Navsync_V1_Commit {
        .init {
            $0.revision = revision.rawValue
            $0.stamp = stamp.wire
            $0.author = author.rawValue
            $0.animated = animated
            $0.operations = operations.map(\.wire)
            $0.outcomes = outcomes.map(\.wire)
            $0.effects = effects.map { $0.wire(of: stamp) }
            $0.forgotten = prunedRecords.map { record in
                .init {
                    $0.kind = record.kind.rawValue
                    $0.name = record.name
                }
            }
        }
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

    func wire(of commit: Stamp) -> Navsync_V1_Effect {
        .init {
            $0.kind = record.kind.rawValue
            $0.name = record.name
            $0.field = field.number
            $0.part = field.part
            $0.value = .init(value.bytes)
            if stamp.at(commit.index) == commit {
                $0.index = stamp.index
            } else {
                $0.stamp = stamp.wire
            }
        }
    }
}

extension RecordID {
    init(wire kind: UInt32, _ name: String) throws(WireError) {
        // All records, of unknown kinds too, are named by identifiers of one form.
        _ = try TabID(wire: name, "record")
        self.init(kind: Kind(rawValue: kind), name: name)
    }
}

extension Outcome: WireCodable {
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

    var wire: Navsync_V1_Outcome {
        .init {
            $0.kind = kind.number
            $0.by = by?.rawValue ?? 0
            $0.reason = UInt32(reason?.rawValue ?? 0)
        }
    }
}

extension [Outcome] {
    /// Decodes outcomes, as the store keeps them with a device's sequence number.
    public init(encoded bytes: [UInt8]) throws(WireError) {
        self = try Receipt(decoding: bytes, as: "Receipt").outcomes
    }

    /// The encoded outcomes.
    public var encoded: [UInt8] {
        Receipt(sequence: .zero, outcomes: self, revision: nil).encodedBytes
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
        let snapshot = Navsync_V1_Snapshot {
            $0.entries = entries.map { effect, revision in
                .init {
                    $0.kind = effect.record.kind.rawValue
                    $0.name = effect.record.name
                    $0.field = effect.field.number
                    $0.part = effect.field.part
                    $0.value = .init(effect.value.bytes)
                    $0.stamp = effect.stamp.wire
                    $0.revision = revision.rawValue
                }
            }
        }
        return snapshot.encodedBytes
    }
}
