internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import PostgreSQL

/// The contents of a server's database, in a transaction.
struct PostgresContents: StoreContents {
    let session: PostgresSession

    /// Receipts that are read at once.
    private static let receiptsAtOnce: Int64 = 1_000

    func header() throws -> StoreHeader {
        let store = try session.one("SELECT id, epoch_seed FROM navsync.store")
        let term = try session.one("SELECT max(term) FROM navsync.shard")
        let counts = try PostgresStore.counts(session)
        return StoreHeader(
            id: StoreID(column: try store.integer(0)),
            epochSeed: UInt64(bitPattern: try store.integer(1)),
            term: Term(column: try term.integer(0)), batch: UInt64(bitPattern: counts.batch),
            accumulatedUptime: counts.accumulatedUptime)
    }

    func counts() throws -> StoreCounts {
        let row = try session.one(
            """
            SELECT (SELECT count(*) FROM navsync."user"), (SELECT count(*) FROM navsync.device),
                (SELECT count(*) FROM navsync.invitation), count(*),
                coalesce(sum(length), 0)::bigint
            FROM navsync.scene WHERE "user" <> ''
            """)
        return StoreCounts(
            users: Int(clamping: try row.integer(0)), devices: Int(clamping: try row.integer(1)),
            invitations: Int(clamping: try row.integer(2)),
            scenes: Int(clamping: try row.integer(3)), length: Int(clamping: try row.integer(4)))
    }

    func users(after name: UserID?, limit: Int) throws -> [UserID] {
        try session.rows(
            "SELECT name FROM navsync.\"user\" WHERE name > $1 ORDER BY name LIMIT $2",
            [.text(name?.rawValue ?? ""), .integer(Int64(limit))]
        ).map { try $0.identifier(0) }
    }

    func record(of user: UserID) throws -> AccountRecord? {
        guard let account = try PostgresStore.account(of: user, session) else { return nil }
        let rows = try session.rows(
            "SELECT scene, epoch, number, revision, healed, store FROM navsync.former "
                + "WHERE \"user\" = $1 ORDER BY scene, number", [.text(user.rawValue)])
        return AccountRecord(
            account: account,
            former: try rows.map { row in
                FormerRecord(
                    scene: try row.text(0), epoch: try row.integer(1),
                    number: try row.integer(2), revision: try row.integer(3),
                    isHealed: try row.boolean(4), store: try row.integer(5))
            })
    }

    func scenes(after key: SceneKey?, limit: Int) throws -> [SceneRecord] {
        // No name is empty.
        try session.rows(
            "SELECT \"user\", scene, epoch, revision, retained FROM navsync.scene "
                + "WHERE \"user\" <> '' AND (\"user\", scene) > ($1, $2) "
                + "ORDER BY \"user\", scene LIMIT $3",
            [
                .text(key?.user.rawValue ?? ""), .text(key?.scene.rawValue ?? ""),
                .integer(Int64(limit)),
            ]
        ).map { row in
            SceneRecord(
                key: SceneKey(user: try row.identifier(0), scene: try row.scene(1)),
                epoch: Epoch(column: try row.integer(2)),
                revision: Revision(column: try row.integer(3)),
                oldestRevision: Revision(column: try row.integer(4)))
        }
    }

    func forEachPart(of record: SceneRecord, _ body: (ScenePart) throws -> Void) throws {
        let key = record.key
        guard let scene = try PostgresStore.scene(key, session) else {
            throw StoreError.damagedScene(key, "its row is missing")
        }
        let id = PostgresValue.integer(scene.id)
        let snapshots = try session.rows(
            "SELECT revision, lived, position FROM navsync.snapshot WHERE scene = $1 "
                + "AND revision >= $2 AND revision <= $3 ORDER BY revision",
            [id, .integer(scene.oldestRevision.column), .integer(scene.revision.column)])
        for position in try snapshots.map(PostgresStore.position(in:)) {
            let revision = position.revision
            let before = Revision(rawValue: revision.rawValue - min(1, revision.rawValue))
            let found = try PostgresStore.encodedSnapshot(
                of: scene.id, key, after: before, upTo: revision, session)
            if let found { try body(.snapshot(position, found.bytes)) }
        }
        try PostgresStore.forEachSegment(
            of: scene.id, key, after: scene.oldestRevision, session
        ) { _, segment in
            for commit in try segment().commits(after: scene.oldestRevision, of: key) {
                try body(.commit(commit))
            }
            return true
        }
        let marks = try session.rows(
            "SELECT revision, lived, position FROM navsync.mark WHERE scene = $1 "
                + "AND revision <= $2 ORDER BY revision", [id, .integer(scene.revision.column)])
        for mark in marks { try body(.mark(try PostgresStore.position(in: mark))) }
        try forEachReceipt(of: id, key) { try body(.receipt($0, head: $1)) }
        let skipped = try session.rows(
            "SELECT device, first, last FROM navsync.skipped WHERE scene = $1 "
                + "ORDER BY device, first", [id])
        for row in skipped { try body(.skipped(try PostgresStore.skipped(row, of: key))) }
    }

    /// Calls `body` with all receipts, sorted by device and sequence number.
    private func forEachReceipt(
        of scene: PostgresValue, _ key: SceneKey,
        _ body: (StoredReceipt, _ head: Revision) throws -> Void
    ) throws {
        // No device's id is shorter.
        var last: (PostgresValue, PostgresValue) = (.bytes([]), .integer(.min))
        while true {
            let rows = try session.rows(
                "SELECT \(PostgresStore.receiptColumns), r.head FROM navsync.receipt AS r "
                    + "WHERE scene = $1 AND (device, sequence) > ($2, $3) "
                    + "ORDER BY device, sequence LIMIT $4",
                [scene, last.0, last.1, .integer(Self.receiptsAtOnce)])
            for row in rows {
                try body(
                    try PostgresStore.storedReceipt(row, of: key),
                    Revision(column: try row.integer(6)))
                last = (.bytes(try row.bytes(0)), .integer(try row.integer(1)))
            }
            guard rows.count == Self.receiptsAtOnce else { return }
        }
    }

    func audit(_ scene: SceneRecord) throws -> StoredAudit {
        try PostgresStore.audit(scene.key, upTo: scene.revision, isOfWholeStore: false, session)
    }
}
