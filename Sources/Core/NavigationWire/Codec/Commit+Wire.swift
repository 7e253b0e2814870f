public import NavigationModel
package import NavigationProto

extension Commit: WireReadable {
    typealias Wire = Navsync_V1_Commit

    /// Decodes a commit; throws a description of the first fault.
    package init(encoded bytes: [UInt8]) throws(WireError) {
        try self.init(reading: bytes, as: "Commit")
    }

    /// The encoded commit, as stored in the log and sent on the feed.
    package var encoded: [UInt8] {
        // Enough for most; the allocator keeps only blocks of at most 1,032 bytes for each thread.
        var writer = ProtobufWriter(capacity: 960)
        write(to: &writer)
        return writer.trimmed
    }

    init(from reader: inout ProtobufReader) throws(WireError) {
        var revision: UInt64 = 0
        var stamp: Stamp?
        var author = ""
        var animated = false
        var operations: [Operation] = []
        var outcomes: [Outcome] = []
        var effects: [RegisterWrite] = []
        var prunedRecords: [RecordID] = []
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&revision)
            case 2:
                try reader.message(once: stamp == nil) { content throws(WireError) in
                    stamp = try Stamp(from: &content)
                }
            case 3:
                try reader.message { operation throws(WireError) in
                    operations.append(try Operation(from: &operation))
                }
            case 4: try reader.append(to: &outcomes)
            case 5:
                try reader.message { effect throws(WireError) in
                    effects.append(try RegisterWrite(from: &effect, of: stamp))
                }
            case 6: reader.text(&author)
            case 7: try reader.append(to: &prunedRecords)
            case 8: reader.flag(&animated)
            default: reader.skip()
            }
        }
        guard let stamp else { throw WireError("commit: no stamp") }
        guard revision > 0 else { throw WireError("commit: revision 0") }
        self.init(
            revision: Revision(rawValue: revision), stamp: stamp,
            author: try DeviceName(wire: author, "author"), animated: animated,
            operations: operations, outcomes: outcomes, effects: effects,
            prunedRecords: prunedRecords)
    }

    func write(to writer: inout ProtobufWriter) {
        writer.number(revision.rawValue, 1)
        writer.message(2) { stamp.write(to: &$0) }
        writer.operations(operations, 3)
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

extension RegisterWrite {
    /// Reads a message Effect of a commit, whose own stamp comes before its effects.
    fileprivate init(from reader: inout ProtobufReader, of commit: Stamp?) throws(WireError) {
        var fields = RegisterFields()
        var index: UInt32 = 0
        var stamp: Stamp?
        while let field = reader.next() {
            switch field {
            case 6: reader.number(&index)
            case 7:
                try reader.message(once: stamp == nil) { content throws(WireError) in
                    stamp = try Stamp(from: &content)
                }
            default: fields.read(field, from: &reader)
            }
        }
        guard let commit else { throw WireError("commit: no stamp before its effects") }
        self = try fields.write(at: stamp ?? commit.at(index))
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

/// The fields that an effect and an entry of a snapshot have in common.
private struct RegisterFields {
    private var (kind, field): (UInt32, UInt32) = (0, 0)
    private var (name, part) = ("", "")
    private var value: ArraySlice<UInt8> = []

    mutating func read(_ number: UInt32, from reader: inout ProtobufReader) {
        switch number {
        case 1: reader.number(&kind)
        case 2: reader.text(&name)
        case 3: reader.number(&field)
        case 4: reader.text(&part)
        case 5: reader.content(&value)
        default: reader.skip()
        }
    }

    func write(at stamp: Stamp) throws(WireError) -> RegisterWrite {
        RegisterWrite(
            record: try RecordID(wire: kind, name), field: Field(number: field, part: part),
            stamp: stamp, value: Value(bytes: Array(value)))
    }
}

extension RecordID: WireReadable {
    typealias Wire = Navsync_V1_Record

    init(from reader: inout ProtobufReader) throws(WireError) {
        var kind: UInt32 = 0
        var name = ""
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&kind)
            case 2: reader.text(&name)
            default: reader.skip()
            }
        }
        try self.init(wire: kind, name)
    }

    init(wire kind: UInt32, _ name: String) throws(WireError) {
        // All records, of unknown kinds too, are named by identifiers of one form.
        _ = try TabID(wire: name, "record")
        self.init(kind: Kind(rawValue: kind), name: name)
    }
}

extension Outcome: WireReadable {
    typealias Wire = Navsync_V1_Outcome

    init(from reader: inout ProtobufReader) throws(WireError) {
        var (kind, reason): (UInt32, UInt32) = (0, 0)
        var by: UInt64 = 0
        while let field = reader.next() {
            switch field {
            case 1: reader.number(&kind)
            case 2: reader.number(&by)
            case 3: reader.number(&reason)
            default: reader.skip()
            }
        }
        let revision = by == 0 ? nil : Revision(rawValue: by)
        switch Kind(number: kind) {
        case .applied: self = .applied
        case .noop: self = .noop(by: revision)
        case .superseded: self = .superseded(by: revision)
        case .hidden: self = .hidden(by: revision)
        case .rejected:
            let reason = Rejection(rawValue: Int(reason)) ?? .unspecified
            self = .rejected(reason, by: revision)
        case .unknown(0): throw WireError("outcome: no kind")
        case .unknown(let number):
            let reason = reason == 0 ? nil : Rejection(rawValue: Int(reason))
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
    package init(encoded bytes: [UInt8]) throws(WireError) {
        self = try Receipt(reading: bytes, as: "Receipt").outcomes
    }

    /// The encoded outcomes.
    package var encoded: [UInt8] {
        var writer = ProtobufWriter()
        Receipt(sequence: .zero, outcomes: self, revision: nil).write(to: &writer)
        return writer.bytes
    }
}

extension SceneState: WireReadable {
    typealias Wire = Navsync_V1_Snapshot

    /// Decodes a snapshot; throws a description of the first fault.
    package init(snapshot bytes: [UInt8]) throws(WireError) {
        try self.init(reading: bytes, as: "Snapshot")
    }

    init(from reader: inout ProtobufReader) throws(WireError) {
        var entries: [(effect: RegisterWrite, revision: Revision)] = []
        while let field = reader.next() {
            guard field == 1 else {
                reader.skip()
                continue
            }
            try reader.message { entry throws(WireError) in
                entries.append(try SceneState.entry(from: &entry))
            }
        }
        self.init()
        join(entries: entries)
    }

    private static func entry(
        from reader: inout ProtobufReader
    ) throws(WireError) -> (effect: RegisterWrite, revision: Revision) {
        var fields = RegisterFields()
        var stamp: Stamp?
        var revision: UInt64 = 0
        while let field = reader.next() {
            switch field {
            case 6:
                try reader.message(once: stamp == nil) { content throws(WireError) in
                    stamp = try Stamp(from: &content)
                }
            case 7: reader.number(&revision)
            default: fields.read(field, from: &reader)
            }
        }
        guard let stamp else { throw WireError("snapshot: no stamp") }
        return (try fields.write(at: stamp), Revision(rawValue: revision))
    }

    /// The encoded state, in canonical order: equal states have equal snapshots, up to the
    /// revisions that explain them.
    package var snapshot: [UInt8] {
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
