internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationText
internal import NavigationWire
internal import PostgreSQL

/// A database of a server that is being filled, in a transaction.
final class PostgresDraft: StoreDraft {
    private let contents: PostgresContents
    private var session: PostgresSession { contents.session }
    /// The id of the scene that the next parts belong to.
    private var scene = PostgresValue.null
    private var rows = LogRows()
    private var segments: [Segment] = []
    private var receipts: [(receipt: StoredReceipt, head: Revision)] = []
    /// Bytes of what waits to be sent.
    private var length = 0

    /// Bytes that are sent at once, or one row that is longer.
    private static let lengthLimit = 1 << 18
    /// Receipts that are sent at once.
    private static let receiptLimit = 1_000

    /// Writes the header into a database, if that is empty or has an unfinished copy, which is
    /// removed. Locks the rows of all shards until the end of the transaction, if they have the
    /// term.
    init(_ session: PostgresSession, _ header: StoreHeader, under term: Term) throws {
        contents = PostgresContents(session: session)
        let held = try session.one(
            "SELECT count(*) FROM (SELECT 1 FROM navsync.shard WHERE term = $1 ORDER BY id "
                + "FOR SHARE) AS held", [.integer(term.column)])
        guard try held.integer(0) == Shard.count else { throw StoreError.fenced }
        let row = try session.one(
            """
            SELECT unfinished, EXISTS (SELECT 1 FROM navsync."user")
                OR EXISTS (SELECT 1 FROM navsync.scene) OR EXISTS (SELECT 1 FROM navsync.former)
            FROM navsync.store
            """)
        if try row.boolean(0) {
            _ = try session.rows(
                "TRUNCATE navsync.\"user\", navsync.device, navsync.invitation, navsync.key, "
                    + "navsync.scene, navsync.log, navsync.snapshot, navsync.mark, "
                    + "navsync.receipt, navsync.skipped, navsync.former")
        } else if try row.boolean(1) {
            throw StoreError.unusable(
                AdvisedMessage(
                    "the database is not empty",
                    advice: "name an empty one, or drop its schema 'navsync'"))
        }
        _ = try session.rows(
            "UPDATE navsync.store SET id = $1, epoch_seed = $2, unfinished = true, "
                + "retired = false, batch = greatest(batch, $3), lived = greatest(lived, $4)",
            [
                .integer(header.id.column),
                .integer(Int64(bitPattern: header.epochSeed)),
                .integer(Int64(bitPattern: header.batch)), .duration(header.accumulatedUptime),
            ])
    }

    func add(_ record: AccountRecord) throws {
        let account = record.account
        let user = account.user.name
        try PostgresStore.make(.user(account.user), session)
        for device in account.devices.values {
            try PostgresStore.make(.device(device, of: user), session)
        }
        for invitation in account.invitations.values {
            try PostgresStore.make(.invitation(invitation, of: user), session)
        }
        for former in record.former {
            _ = try session.rows(
                "INSERT INTO navsync.former (\(PostgresStore.formerTable.columns)) "
                    + "VALUES ($1, $2, $3, $4, $5, $6 = 1::bigint, $7)",
                [
                    .text(user.rawValue), .text(former.scene), .integer(former.epoch),
                    .integer(former.number), .integer(former.revision),
                    .integer(former.isHealed ? 1 : 0), .integer(former.store),
                ])
        }
    }

    func begin(_ scene: SceneRecord) throws {
        let row = try session.one(
            "INSERT INTO navsync.scene (\"user\", scene, epoch, revision, retained) "
                + "VALUES ($1, $2, $3, $4, $5) RETURNING id",
            [
                .text(scene.key.user.rawValue), .text(scene.key.scene.rawValue),
                .integer(scene.epoch.column), .integer(scene.revision.column),
                .integer(scene.oldestRevision.column),
            ])
        self.scene = .integer(try row.integer(0))
        rows = LogRows()
    }

    func add(_ part: ScenePart) throws {
        switch part {
        case .snapshot(let position, let bytes):
            rows.end(at: position.revision)
            _ = try session.rows(
                "INSERT INTO navsync.snapshot (scene, revision, checksum, lived, position, bytes) "
                    + "VALUES ($1, $2, $3, $4, $5, $6)",
                [
                    scene, .integer(position.revision.column), .integer(Checksum.of(bytes)),
                    .duration(position.accumulatedUptime),
                    .integer(Int64(bitPattern: position.byteOffset)), .bytes(bytes),
                ])
        case .commit(let commit):
            segments += rows.add(commit)
            length += commit.bytes.count
        case .mark(let position):
            _ = try session.rows(
                "INSERT INTO navsync.mark (scene, revision, lived, position) "
                    + "VALUES ($1, $2, $3, $4)",
                [
                    scene, .integer(position.revision.column),
                    .duration(position.accumulatedUptime),
                    .integer(Int64(bitPattern: position.byteOffset)),
                ])
        case .receipt(let receipt, let head): receipts.append((receipt, head))
        case .skipped(let skipped):
            _ = try session.rows(
                "INSERT INTO navsync.skipped (scene, device, first, last) VALUES ($1, $2, $3, $4)",
                [
                    scene, .device(skipped.device), .integer(skipped.range.lowerBound.column),
                    .integer(skipped.range.upperBound.column),
                ])
        }
        if length >= Self.lengthLimit || receipts.count >= Self.receiptLimit { try flush() }
    }

    func end() throws {
        segments += rows.rest()
        try flush()
        _ = try session.rows(
            """
            UPDATE navsync.scene SET length = (
                SELECT coalesce(sum(octet_length(bytes)), 0) FROM navsync.log WHERE scene = $1
            ) + (
                SELECT coalesce(sum(octet_length(bytes)), 0) FROM navsync.snapshot WHERE scene = $1
            ) WHERE id = $1
            """, [scene])
    }

    /// Sends the rows that wait.
    private func flush() throws {
        var statements: [PostgresStatement] = []
        if !segments.isEmpty {
            statements.append(
                PostgresStatement(
                    "INSERT INTO navsync.log (scene, revision, checksum, bytes, lengths) "
                        + "SELECT $1::bigint, l.* FROM unnest($2::bigint[], $3::bigint[], "
                        + "$4::bytea[], $5::bytea[]) AS l",
                    [
                        scene, .integers(segments.map(\.revision.column)),
                        .integers(segments.map(\.checksum)), .byteStrings(segments.map(\.bytes)),
                        .byteStrings(segments.map(\.lengths)),
                    ]))
        }
        if !receipts.isEmpty {
            statements.append(
                PostgresStatement(
                    "INSERT INTO navsync.receipt (scene, device, sequence, \"time\", revision, "
                        + "head, hash, outcomes) SELECT $1::bigint, r.* FROM unnest($2::bytea[], "
                        + "$3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[], "
                        + "$8::bytea[]) AS r",
                    [scene] + PostgresStore.columns(of: receipts)))
        }
        if !statements.isEmpty { try session.run(statements) }
        (segments, receipts, length) = ([], [], 0)
    }
}

/// The draft as it is read for the check.
extension PostgresDraft {
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
