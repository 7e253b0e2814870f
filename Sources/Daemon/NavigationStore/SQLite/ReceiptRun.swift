internal import DatabaseFiles
internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The receipts in one row of the table `settlement`: those of one device in one batch, or a part
/// of them, in the order of their sequence numbers.
///
/// The row's own columns have the last. `earlier` has the others, packed behind a checksum, or NULL.
/// `head` is the revision of the scene after the last of their commits.
struct ReceiptRun {
    /// The sequence number of the first receipt.
    let first: SequenceNumber
    /// The last receipt.
    private(set) var last: StoredReceipt
    /// The revision of the scene.
    private(set) var head: Revision
    /// The earlier ones, packed.
    private var packed = PackedWriter()

    /// Bytes of earlier receipts in a row at most: what is read for one of them.
    private static let lengthLimit = 16_384
    /// Bytes of the checksum before them.
    private static let checksumLength = 8
    /// Bytes of a hash.
    private static let hashLength: UInt64 = 32

    /// The columns that a run is read from, in order.
    static let columns =
        "device, sequence, hash, time, outcomes, settlement.revision, earlier, head"

    private init(_ receipt: StoredReceipt, at head: Revision) {
        (first, last, self.head) = (receipt.sequence, receipt, head)
    }

    /// Divides receipts into runs; `nil` if those of a device are out of order.
    ///
    /// - Parameter revision: the scene's revision after them.
    static func runs(of receipts: [StoredReceipt], at revision: Revision) -> [ReceiptRun]? {
        var runs: [ReceiptRun] = []
        // The run of each device that can be continued.
        var open: [DeviceID: Int] = [:]
        for receipt in receipts {
            let head = receipt.revision ?? revision
            if let index = open[receipt.device] {
                guard runs[index].last.sequence < receipt.sequence else { return nil }
                if runs[index].packed.bytes.count < lengthLimit {
                    runs[index].append(receipt, at: head)
                    continue
                }
            }
            open[receipt.device] = runs.count
            runs.append(ReceiptRun(receipt, at: head))
        }
        return runs
    }

    private mutating func append(_ receipt: StoredReceipt, at head: Revision) {
        packed.append(last.sequence.rawValue)
        packed.append(UInt64(bitPattern: last.time.rawValue))
        packed.append(last.revision?.rawValue ?? 0)
        packed.append(last.hash.bytes)
        let outcomes = last.outcomes.encoded
        packed.append(UInt64(outcomes.count))
        packed.append(outcomes)
        last = receipt
        self.head = max(self.head, head)
    }

    /// The packed earlier receipts; `nil` if there are none.
    private var earlier: [UInt8]? {
        guard !packed.bytes.isEmpty else { return nil }
        let checksum = UInt64(bitPattern: Checksum.of(packed.bytes))
        return stride(from: 56, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: checksum >> UInt64($0))
        } + packed.bytes
    }

    /// Inserts the row of a scene.
    func insert(of scene: Int64, _ db: Database) throws {
        try db.step(
            "INSERT INTO settlement "
                + "(scene, device, sequence, hash, time, outcomes, revision, head, earlier) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(scene), .data(last.device.column), .integer(last.sequence.column),
                .bytes(last.hash.bytes), .integer(last.time.rawValue),
                .bytes(last.outcomes.encoded), .orNull(last.revision?.column),
                .integer(head.column), .orNull(earlier),
            ])
    }

    /// Reads the last receipt of a row; throws ``StoreError/damagedScene(_:_:)`` if it is invalid.
    static func last(in row: Row, of key: SceneKey) throws -> StoredReceipt {
        let sequence = SequenceNumber(column: try row.integer(1))
        guard let device = DeviceID(column: try row.bytes(0)),
            let hash = Digest(bytes: try row.bytes(2)),
            let outcomes = try? [Outcome](encoded: try row.bytes(4))
        else {
            throw StoreError.damagedScene(key, "invalid receipt of change \(sequence)")
        }
        return StoredReceipt(
            device: device, sequence: sequence, hash: hash,
            time: Timestamp(rawValue: try row.integer(3)), outcomes: outcomes,
            revision: try row.optionalInteger(5).map(Revision.init(column:)))
    }

    /// Reads the earlier receipts of a row, in order.
    static func earlier(in row: Row, of key: SceneKey) throws -> [StoredReceipt] {
        guard let bytes = try row.optionalBytes(6) else { return [] }
        let last = SequenceNumber(column: try row.integer(1))
        guard let device = DeviceID(column: try row.bytes(0)),
            let receipts = unpack(bytes, of: device), let end = receipts.last, end.sequence < last
        else {
            throw StoreError.damagedScene(key, "invalid receipts before change \(last)")
        }
        return receipts
    }

    private static func unpack(_ bytes: [UInt8], of device: DeviceID) -> [StoredReceipt]? {
        let packed = Array(bytes.dropFirst(checksumLength))
        let checksum = bytes.prefix(checksumLength).reduce(0) { $0 << 8 | UInt64($1) }
        guard UInt64(bitPattern: Checksum.of(packed)) == checksum else { return nil }
        var receipts: [StoredReceipt] = []
        var reader = PackedReader(packed[...])
        while !reader.isAtEnd {
            guard let sequence = reader.number(), let time = reader.number(),
                let revision = reader.number(),
                let hash = reader.bytes(hashLength).flatMap(Digest.init(bytes:)),
                let length = reader.number(), let outcomes = reader.bytes(length),
                let decoded = try? [Outcome](encoded: outcomes)
            else { return nil }
            receipts.append(
                StoredReceipt(
                    device: device, sequence: SequenceNumber(rawValue: sequence), hash: hash,
                    time: Timestamp(rawValue: Int64(bitPattern: time)), outcomes: decoded,
                    revision: revision == 0 ? nil : Revision(rawValue: revision)))
        }
        return receipts
    }
}
