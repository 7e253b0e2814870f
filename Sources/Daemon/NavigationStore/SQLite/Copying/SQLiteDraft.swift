internal import DatabaseFiles
internal import FoundationEssentials
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import SQLite

/// A new database that is being filled, in a transaction.
final class SQLiteDraft: StoreDraft {
    private let contents: SQLiteContents
    private var db: Database { contents.db }
    /// The scene that the next parts belong to.
    private var scene: (id: Int64, key: SceneKey)?
    private var rows = LogRows()
    /// Receipts of one device that become one row.
    private var receipts: [StoredReceipt] = []
    private var head = Revision.zero
    /// The revocations and demotions that a restore of an earlier backup has to repeat.
    private(set) var revocations: [RevocationJournal.Entry] = []

    /// Receipts in a row at most, unless they are short.
    private static let receiptsInRow = 64

    /// Writes the header into an empty database.
    init(_ db: Database, _ header: StoreHeader, token: UInt64) throws {
        contents = SQLiteContents(db: db)
        try db.run(
            "UPDATE store SET identity = ?, epoch_seed = ?, token = ?",
            [
                header.id.column, Int64(bitPattern: header.epochSeed), Int64(bitPattern: token),
            ])
        try db.run(
            "INSERT INTO shard (id, term, lived, batch) VALUES (0, ?, ?, ?)",
            [
                Int64(bitPattern: header.term.rawValue), header.accumulatedUptime.column,
                Int64(bitPattern: header.batch),
            ])
    }

    func add(_ record: AccountRecord) throws {
        let account = record.account
        let user = account.user.name
        let changes =
            [RegistryChange.user(account.user)]
            + account.devices.values.map { .device($0, of: user) }
            + account.invitations.values.map { .invitation($0, of: user) }
        for change in changes {
            revocations += try SQLiteStore.journalEntries(for: change, db)
            try SQLiteStore.make(change, db)
        }
        for device in account.devices.values where device.role == .viewer {
            let time = device.provenance.roleChangedBy?.time ?? device.added
            revocations.append(
                .role(device.id, device.credential, of: user, isViewer: time))
        }
        for former in record.former {
            try SQLiteStore.formerTable.put(
                [
                    user.rawValue.databaseValue, former.scene.databaseValue,
                    former.epoch.databaseValue, former.number.databaseValue,
                    former.revision.databaseValue, former.isHealed.databaseValue,
                    former.store.databaseValue,
                ], db)
        }
    }

    func begin(_ scene: SceneRecord) throws {
        try db.run(
            "INSERT INTO scene (user, scene, epoch, revision, retained) VALUES (?, ?, ?, ?, ?)",
            [
                scene.key.user.rawValue, scene.key.scene.rawValue, scene.epoch.column,
                scene.revision.column, scene.oldestRevision.column,
            ])
        self.scene = (db.lastInsertedRowID, scene.key)
        rows = LogRows()
    }

    func add(_ part: ScenePart) throws {
        guard let (id, _) = scene else { return }
        switch part {
        case .snapshot(let position, let bytes):
            rows.end(at: position.revision)
            try db.run(
                "INSERT INTO snapshot (scene, revision, bytes, checksum, lived, position) "
                    + "VALUES (?, ?, ?, ?, ?, ?)",
                [
                    id, position.revision.column, Data(bytes), Checksum.of(bytes),
                    position.accumulatedUptime.column, Int64(bitPattern: position.byteOffset),
                ])
        case .commit(let commit): try insert(rows.add(commit), id)
        case .mark(let position):
            try db.run(
                "INSERT INTO mark (scene, revision, lived, position) VALUES (?, ?, ?, ?)",
                [
                    id, position.revision.column, position.accumulatedUptime.column,
                    Int64(bitPattern: position.byteOffset),
                ])
        case .receipt(let receipt, let head): try add(receipt, head)
        case .skipped(let skipped):
            try db.run(
                "INSERT INTO skipped (scene, device, first, last) VALUES (?, ?, ?, ?)",
                [
                    id, skipped.device.column, skipped.range.lowerBound.column,
                    skipped.range.upperBound.column,
                ])
        }
    }

    func end() throws {
        guard let (id, _) = scene else { return }
        try insert(rows.rest(), id)
        try insertReceipts()
        try db.run(
            "UPDATE scene SET length = "
                + "(SELECT coalesce(sum(length(bytes)), 0) FROM log WHERE scene = ?1) + "
                + "(SELECT coalesce(sum(length(bytes)), 0) FROM snapshot WHERE scene = ?1) "
                + "WHERE id = ?1", [id])
        scene = nil
    }

    private func insert(_ segments: [Segment], _ id: Int64) throws {
        for segment in segments {
            try db.step(
                "INSERT INTO log (scene, revision, bytes, checksum, lengths) "
                    + "VALUES (?, ?, ?, ?, ?)",
                [
                    .integer(id), .integer(segment.revision.column), .bytes(segment.bytes),
                    .integer(segment.checksum), .orNull(segment.lengths),
                ])
        }
    }

    private func add(_ receipt: StoredReceipt, _ head: Revision) throws {
        if let last = receipts.last,
            last.device != receipt.device || receipts.count == Self.receiptsInRow
        {
            try insertReceipts()
        }
        receipts.append(receipt)
        self.head = max(self.head, head)
    }

    private func insertReceipts() throws {
        defer { (receipts, head) = ([], .zero) }
        guard let (id, key) = scene, !receipts.isEmpty else { return }
        guard let runs = ReceiptRun.runs(of: receipts, at: head) else {
            throw StoreError.damagedScene(key, "receipts out of order")
        }
        for run in runs { try run.insert(of: id, db) }
    }
}

/// The draft as it is read for the check.
extension SQLiteDraft {
    func header() throws -> StoreHeader { try contents.header() }
    func counts() throws -> StoreCounts { try contents.counts() }
    func users(after name: UserID?, limit: Int) throws -> [UserID] {
        try contents.users(after: name, limit: limit)
    }
    func record(of user: UserID) throws -> AccountRecord? { try contents.record(of: user) }
    func scenes(after key: SceneKey?, limit: Int) throws -> [SceneRecord] {
        try contents.scenes(after: key, limit: limit)
    }
    func forEachPart(of scene: SceneRecord, _ body: (ScenePart) throws -> Void) throws {
        try contents.forEachPart(of: scene, body)
    }
    func audit(_ scene: SceneRecord) throws -> StoredAudit { try contents.audit(scene) }
}
