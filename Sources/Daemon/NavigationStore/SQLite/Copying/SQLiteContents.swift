internal import DatabaseFiles
internal import FoundationEssentials
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import SQLite

/// The contents of a database, in a transaction.
struct SQLiteContents: StoreContents {
    let db: Database
    /// The part of the greatest accumulated uptime that the shard's row does not have.
    var uptime = Duration.zero
    /// Returns the slices of a scene that are not folded.
    var tail: (SceneKey) -> Journal.Tail = { _ in Journal.Tail() }

    func header() throws -> StoreHeader {
        let identity = try SQLiteStore.identity(db)
        let lived = try db.row("SELECT lived FROM shard WHERE id = 0", [])?.integer(0)
        return StoreHeader(
            id: StoreID(rawValue: identity.number), epochSeed: identity.epochSeed,
            term: try SQLiteStore.term(db) ?? .zero,
            batch: try SQLiteStore.batch(db),
            accumulatedUptime: max(uptime, Duration(column: lived ?? 0)))
    }

    func counts() throws -> StoreCounts {
        func count(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
        return StoreCounts(
            users: try count("SELECT count(*) FROM user"),
            devices: try count("SELECT count(*) FROM device"),
            invitations: try count("SELECT count(*) FROM invitation"),
            scenes: try count("SELECT count(*) FROM scene WHERE user <> ''"),
            length: try count("SELECT coalesce(sum(length), 0) FROM scene WHERE user <> ''"))
    }

    func users(after name: UserID?, limit: Int) throws -> [UserID] {
        var names: [UserID] = []
        try db.forEachRow(
            "SELECT name FROM user WHERE name > ? ORDER BY name LIMIT ?",
            [name?.rawValue ?? "", limit]
        ) { names.append(try $0.identifier(0)) }
        return names
    }

    func record(of user: UserID) throws -> AccountRecord? {
        guard let account = try SQLiteStore.account(of: user, db) else { return nil }
        var former: [FormerRecord] = []
        try SQLiteStore.formerTable.forEachRow(
            where: "user = ? ORDER BY scene, number", [user.rawValue], db
        ) { row in
            former.append(
                FormerRecord(
                    scene: try row.text(1), epoch: try row.integer(2),
                    number: try row.integer(3), revision: try row.integer(4),
                    isHealed: try row.integer(5) != 0, store: try row.integer(6)))
        }
        return AccountRecord(account: account, former: former)
    }

    func scenes(after key: SceneKey?, limit: Int) throws -> [SceneRecord] {
        var keys: [SceneKey] = []
        // No name is empty.
        try db.forEachRow(
            "SELECT user, scene FROM scene WHERE user <> '' AND (user, scene) > (?, ?) "
                + "ORDER BY user, scene LIMIT ?",
            [key?.user.rawValue ?? "", key?.scene.rawValue ?? "", limit]
        ) { keys.append(SceneKey(user: try $0.identifier(0), scene: try $0.scene(1))) }
        return try keys.compactMap { key in
            try SQLiteStore.scene(key, tail(key), db).map { scene in
                SceneRecord(
                    key: key, epoch: scene.epoch, revision: scene.revision,
                    oldestRevision: scene.oldestRevision)
            }
        }
    }

    func forEachPart(of record: SceneRecord, _ body: (ScenePart) throws -> Void) throws {
        let key = record.key
        guard let scene = try SQLiteStore.scene(key, tail(key), db) else {
            throw StoreError.damagedScene(key, "its row is missing")
        }
        let snapshots = try SQLiteStore.marks(in: "snapshot", of: scene, db)
        for position in snapshots where position.revision >= scene.oldestRevision {
            let revision = position.revision
            let before = Revision(rawValue: revision.rawValue - min(1, revision.rawValue))
            let found = try SQLiteStore.encodedSnapshot(
                of: scene.id, key, after: before, upTo: revision, db)
            if let found { try body(.snapshot(position, found.bytes)) }
        }
        try SQLiteStore.forEachSegment(of: scene, key, after: scene.oldestRevision, db) {
            _, segment in
            for commit in try segment().commits(after: scene.oldestRevision, of: key) {
                try body(.commit(commit))
            }
            return true
        }
        for mark in try SQLiteStore.marks(in: "mark", of: scene, db) { try body(.mark(mark)) }
        try forEachReceipt(of: scene, key) { try body(.receipt($0, head: $1)) }
        for skipped in try SQLiteStore.skipped(of: scene.id, key, db) {
            try body(.skipped(skipped))
        }
    }

    /// Calls `body` with all receipts, sorted by device and sequence number. The tail's come after
    /// those of its device.
    private func forEachReceipt(
        of scene: SQLiteStore.SceneRow, _ key: SceneKey,
        _ body: (StoredReceipt, _ head: Revision) throws -> Void
    ) throws {
        var tail: [DeviceID: [ReceiptRun]] = [:]
        try SQLiteStore.forEachRun(inTailOf: scene, of: key, db) { run in
            tail[run.device, default: []].append(run)
        }
        let devices = Set(try SQLiteStore.devices(of: scene.id, key, db)).union(tail.keys)
        for device in devices.sorted() {
            try db.forEachRow(
                "SELECT \(ReceiptRun.columns) FROM settlement WHERE scene = ? AND device = ? "
                    + "ORDER BY sequence", [scene.id, device.column]
            ) { row in
                let head = Revision(column: try row.integer(7))
                for receipt in try ReceiptRun.earlier(in: row, of: key) {
                    try body(receipt, receipt.revision ?? head)
                }
                let last = try ReceiptRun.last(in: row, of: key)
                try body(last, last.revision ?? head)
            }
            for run in tail[device] ?? [] {
                guard let receipts = run.receipts else {
                    throw StoreError.damagedScene(key, "invalid receipts up to change \(run.last)")
                }
                for receipt in receipts { try body(receipt, receipt.revision ?? run.head) }
            }
        }
    }

    func audit(_ scene: SceneRecord) throws -> StoredAudit {
        try SQLiteStore.audit(
            scene.key, upTo: scene.revision, fault: nil, isOfWholeStore: false, tail(scene.key), db)
    }
}
