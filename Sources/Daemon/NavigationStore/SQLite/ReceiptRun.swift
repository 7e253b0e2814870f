internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The receipts of one device in successive batches, in the order of their sequence numbers: a row
/// of the table `settlement`, and before that a part of a slice of the journal.
///
/// The row's own columns have the last. `earlier` has the others, packed behind a checksum, or NULL.
/// `head` is the revision of the scene after the last of their commits.
struct ReceiptRun {
    /// The device.
    let device: DeviceID
    /// The sequence number of the first receipt.
    let first: SequenceNumber
    /// The revision of the scene.
    private(set) var head: Revision
    private var lastReceipt: PackedReceipt
    /// The earlier ones, one after the other.
    private var packed = PackedWriter()

    /// Bytes of earlier receipts in a row at most: what is read for one of them.
    private static let lengthLimit = 16_384

    /// The columns that a run is read from, in order.
    static let columns =
        "device, sequence, hash, time, outcomes, settlement.revision, earlier, head"

    /// Divides receipts into runs; `nil` if those of a device are out of order.
    ///
    /// - Parameter revision: the scene's revision after them.
    static func runs(of receipts: [StoredReceipt], at revision: Revision) -> [ReceiptRun]? {
        var runs: [ReceiptRun] = []
        for receipt in receipts {
            let (head, next) = (receipt.revision ?? revision, PackedReceipt(receipt))
            // Few devices write to a scene in one batch.
            if let index = runs.lastIndex(where: { $0.device == receipt.device }) {
                guard runs[index].last < receipt.sequence else { return nil }
                if runs[index].packed.bytes.count < lengthLimit {
                    runs[index].append(next, at: head)
                    continue
                }
            }
            runs.append(
                ReceiptRun(
                    device: receipt.device, first: receipt.sequence, head: head, lastReceipt: next))
        }
        return runs
    }

    /// The sequence number of the last receipt.
    var last: SequenceNumber { lastReceipt.sequence }

    private mutating func append(_ receipt: PackedReceipt, at head: Revision) {
        lastReceipt.write(to: &packed)
        lastReceipt = receipt
        self.head = max(self.head, head)
    }

    /// Joins the runs of several batches to as few as possible, each device's in order.
    static func joined(_ runs: [ReceiptRun]) -> [ReceiptRun] {
        var joined: [ReceiptRun] = []
        var open: [DeviceID: Int] = [:]
        for run in runs {
            if let index = open[run.device], joined[index].last < run.first,
                joined[index].packed.bytes.count + run.packed.bytes.count < lengthLimit
            {
                joined[index].append(run)
            } else {
                open[run.device] = joined.count
                joined.append(run)
            }
        }
        return joined
    }

    private mutating func append(_ run: ReceiptRun) {
        lastReceipt.write(to: &packed)
        packed.append(run.packed.bytes)
        lastReceipt = run.lastReceipt
        head = max(head, run.head)
    }

    /// Inserts the row of a scene.
    func insert(of scene: Int64, _ db: Database) throws {
        var earlier: [UInt8]?
        if !packed.bytes.isEmpty {
            var writer = PackedWriter()
            writer.appendChecked { $0.append(packed.bytes) }
            earlier = writer.bytes
        }
        try db.step(
            "INSERT INTO settlement "
                + "(scene, device, sequence, hash, time, outcomes, revision, head, earlier) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(scene), .data(device.column), .integer(last.column),
                .bytes(lastReceipt.hash.bytes), .integer(lastReceipt.time),
                .bytes(lastReceipt.outcomes), .orNull(lastReceipt.revision?.column),
                .integer(head.column), .orNull(earlier),
            ])
    }

    /// Reads the last receipt of a row; throws ``StoreError/damagedScene(_:_:)`` if it is invalid.
    static func last(in row: Row, of key: SceneKey) throws -> StoredReceipt {
        let sequence = SequenceNumber(column: try row.integer(1))
        let (time, revision) = (try row.integer(3), try row.optionalInteger(5))
        let outcomes = try row.bytes(4)
        guard let device = DeviceID(column: try row.bytes(0)),
            let hash = Digest(bytes: try row.bytes(2)),
            let receipt = PackedReceipt(
                sequence: sequence, time: time, revision: revision.map(Revision.init(column:)),
                hash: hash, outcomes: outcomes
            ).receipt(of: device)
        else {
            throw StoreError.damagedScene(key, "invalid receipt of change \(sequence)")
        }
        return receipt
    }

    /// Reads the earlier receipts of a row, in order.
    static func earlier(in row: Row, of key: SceneKey) throws -> [StoredReceipt] {
        guard let bytes = try row.optionalBytes(6) else { return [] }
        let last = SequenceNumber(column: try row.integer(1))
        guard let device = DeviceID(column: try row.bytes(0)),
            let packed = PackedReader(checked: bytes),
            let receipts = receipts(in: packed, of: device), let end = receipts.last,
            end.sequence < last
        else {
            throw StoreError.damagedScene(key, "invalid receipts before change \(last)")
        }
        return receipts
    }

    private static func receipts(
        in packed: PackedReader, of device: DeviceID
    ) -> [StoredReceipt]? {
        var (reader, receipts) = (packed, [StoredReceipt]())
        while !reader.isAtEnd {
            guard let receipt = PackedReceipt(&reader)?.receipt(of: device) else { return nil }
            receipts.append(receipt)
        }
        return receipts
    }
}

/// Runs in a slice of the journal, from their batch until their scene is folded.
extension ReceiptRun {
    /// Packs the runs of a batch, without a checksum; `nil` if there are none.
    static func packed(_ runs: [ReceiptRun]) -> [UInt8]? {
        guard !runs.isEmpty else { return nil }
        var writer = PackedWriter()
        for run in runs {
            writer.append(run.device.high)
            writer.append(run.device.low)
            writer.append(run.first.rawValue)
            writer.append(run.head.rawValue)
            run.lastReceipt.write(to: &writer)
            writer.append(UInt64(run.packed.bytes.count))
            writer.append(run.packed.bytes)
        }
        return writer.bytes
    }

    /// Reads what ``packed(_:)`` wrote; `nil` if it is corrupt, as without a reader.
    static func runs(in packed: PackedReader?) -> [ReceiptRun]? {
        guard var reader = packed else { return nil }
        var runs: [ReceiptRun] = []
        while !reader.isAtEnd {
            guard let high = reader.number(), let low = reader.number(),
                let first = reader.number(), let head = reader.number(),
                let last = PackedReceipt(&reader), let length = reader.number(),
                let earlier = reader.bytes(length)
            else { return nil }
            var run = ReceiptRun(
                device: DeviceID(high: high, low: low), first: SequenceNumber(rawValue: first),
                head: Revision(rawValue: head), lastReceipt: last)
            run.packed.append(earlier)
            runs.append(run)
        }
        return runs
    }

    /// The last receipt; `nil` if it is invalid.
    var lastStored: StoredReceipt? { lastReceipt.receipt(of: device) }

    /// All receipts, in order; `nil` if one of them is invalid.
    var receipts: [StoredReceipt]? {
        guard let lastStored,
            let earlier = Self.receipts(in: PackedReader(packed.bytes[...]), of: device)
        else { return nil }
        return earlier + [lastStored]
    }
}

/// A receipt without its device, in its stored form.
private struct PackedReceipt {
    let sequence: SequenceNumber
    let time: Int64
    let revision: Revision?
    let hash: Digest
    let outcomes: [UInt8]

    /// Bytes of a hash.
    private static let hashLength: UInt64 = 32

    init(
        sequence: SequenceNumber, time: Int64, revision: Revision?, hash: Digest,
        outcomes: [UInt8]
    ) {
        self.sequence = sequence
        self.time = time
        self.revision = revision
        self.hash = hash
        self.outcomes = outcomes
    }

    init(_ receipt: StoredReceipt) {
        self.init(
            sequence: receipt.sequence, time: receipt.time.rawValue, revision: receipt.revision,
            hash: receipt.hash, outcomes: receipt.outcomes.encoded)
    }

    /// Reads one; `nil` if it is cut off.
    init?(_ reader: inout PackedReader) {
        guard let sequence = reader.number(), let time = reader.number(),
            let revision = reader.number(),
            let hash = reader.bytes(Self.hashLength).flatMap(Digest.init(bytes:)),
            let length = reader.number(), let outcomes = reader.bytes(length)
        else { return nil }
        self.init(
            sequence: SequenceNumber(rawValue: sequence), time: Int64(bitPattern: time),
            revision: revision == 0 ? nil : Revision(rawValue: revision), hash: hash,
            outcomes: outcomes)
    }

    func write(to writer: inout PackedWriter) {
        writer.append(sequence.rawValue)
        writer.append(UInt64(bitPattern: time))
        writer.append(revision?.rawValue ?? 0)
        writer.append(hash)
        writer.append(UInt64(outcomes.count))
        writer.append(outcomes)
    }

    /// Decodes it; `nil` if it is invalid.
    func receipt(of device: DeviceID) -> StoredReceipt? {
        guard let decoded = try? [Outcome](encoded: outcomes) else { return nil }
        return StoredReceipt(
            device: device, sequence: sequence, hash: hash, time: Timestamp(rawValue: time),
            outcomes: decoded, revision: revision)
    }
}
