internal import DatabaseFiles
internal import SQLite
internal import NavigationModel
internal import NavigationSync

extension SQLiteStore {
    /// The daemon's database: "nvsd".
    static let format = DatabaseFormat(
        title: "a navsyncd database", applicationID: 0x6e76_7364,
        migrations: [
            version1, version2, version3, version4, version5, version6, version7, version8,
            version9, version10, version11, version12, version13, version14, version15,
        ].map(Migration.atOnce) + [.inSteps(version16)],
        tables: [
            "store", "shard", "user", "device", "invitation", "scene", "log", "snapshot",
            "part", "settlement", "skipped", "mark", "former", "journal",
        ],
        schemaDigest: "fcb540f23c94d36735d22886cfeca3e9e9be25b9badc26a7cb9bbbdcbdf6f695")

    /// Unsigned 64-bit integers are stored as SQLite's signed ones with the same bits. `checksum`
    /// is the beginning of the SHA-256 of `bytes`: SQLite would not detect a flipped bit.
    private static let version1: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE shard (
                    id INTEGER PRIMARY KEY,
                    term INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE scene (
                    id INTEGER PRIMARY KEY,
                    user TEXT NOT NULL,
                    scene TEXT NOT NULL,
                    epoch INTEGER NOT NULL,
                    revision INTEGER NOT NULL,
                    UNIQUE (user, scene)
                ) STRICT;
                CREATE TABLE log (
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    revision INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    checksum INTEGER NOT NULL,
                    PRIMARY KEY (scene, revision)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE snapshot (
                    id INTEGER PRIMARY KEY,
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    revision INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    checksum INTEGER NOT NULL,
                    UNIQUE (scene, revision)
                ) STRICT;
                CREATE TABLE settlement (
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    device BLOB NOT NULL,
                    sequence INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    time INTEGER NOT NULL,
                    outcomes BLOB NOT NULL,
                    revision INTEGER,
                    PRIMARY KEY (scene, device, sequence)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// The log gets a beginning (`scene.retained`), and age, in microseconds of accumulated uptime:
    /// of the shard, of each snapshot, and of some revisions in between. `settlement.head` is the
    /// scene's revision when the change was settled, so that those without a commit have an age
    /// too.
    private static let version2: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE shard ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE scene ADD COLUMN retained INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE snapshot ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE snapshot ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE settlement ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
                UPDATE settlement SET head = coalesce(
                    revision, (SELECT revision FROM scene WHERE id = settlement.scene));
                CREATE TABLE mark (
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    revision INTEGER NOT NULL,
                    lived INTEGER NOT NULL,
                    position INTEGER NOT NULL,
                    PRIMARY KEY (scene, revision)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// The registry. A name, a key and a local user lead to one row by an index each; `checksum` is
    /// over all columns before it, as ``CheckedTable`` has it.
    private static let version3: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE user (
                    name TEXT NOT NULL PRIMARY KEY,
                    uid INTEGER,
                    added INTEGER NOT NULL,
                    removed INTEGER,
                    checksum INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX user_uid ON user (uid) WHERE removed IS NULL;
                CREATE INDEX user_there ON user (name) WHERE removed IS NULL;
                CREATE TABLE device (
                    user TEXT NOT NULL REFERENCES user (name),
                    device BLOB NOT NULL,
                    name TEXT NOT NULL,
                    platform TEXT NOT NULL,
                    role INTEGER NOT NULL,
                    key BLOB,
                    uid INTEGER,
                    invitation INTEGER,
                    added INTEGER NOT NULL,
                    revoked INTEGER,
                    checksum INTEGER NOT NULL,
                    PRIMARY KEY (user, device)
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX device_key ON device (key);
                CREATE TABLE invitation (
                    user TEXT NOT NULL REFERENCES user (name),
                    id INTEGER NOT NULL,
                    key BLOB NOT NULL,
                    name TEXT NOT NULL,
                    role INTEGER NOT NULL,
                    expires INTEGER NOT NULL,
                    expires_lived INTEGER NOT NULL,
                    used_by BLOB,
                    withdrawn INTEGER NOT NULL,
                    checksum INTEGER NOT NULL,
                    PRIMARY KEY (user, id)
                ) STRICT, WITHOUT ROWID;
                CREATE UNIQUE INDEX invitation_id ON invitation (id);
                CREATE UNIQUE INDEX invitation_key ON invitation (key);
                """)
    }

    /// The store's identity: a random id, the token of ``LineageToken``, and in a copy the time
    /// when it was made.
    private static let version4: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE store (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    identity INTEGER NOT NULL,
                    token INTEGER NOT NULL DEFAULT 0,
                    copied INTEGER
                ) STRICT;
                INSERT INTO store (id, identity) VALUES (1, random());
                """)
    }

    /// Users whose scenes are older than the registry are added to it, as if they had been added
    /// with their first known change. Their rows have the format of version 3.
    private static let version5: @Sendable (Database) throws -> Void = { db in
        var users: [RegisteredUser] = []
        try db.forEachRow(
            """
            SELECT scene.user, min(settlement.time)
            FROM scene LEFT JOIN settlement ON settlement.scene = scene.id
            WHERE NOT EXISTS (SELECT 1 FROM user WHERE user.name = scene.user)
            GROUP BY scene.user
            """, []
        ) { row in
            users.append(
                RegisteredUser(
                    name: try row.identifier(0), uid: nil,
                    added: try row.optionalInteger(1).map(Timestamp.init(rawValue:)) ?? .zero))
        }
        for user in users {
            try registryOfVersion3[0].put(Array(user.columns.prefix(4)), db)
        }
    }

    /// The registry's tables in the format of versions 3 to 5.
    private static let registryOfVersion3 = [
        CheckedTable(name: "user", key: ["name"], rest: ["uid", "added", "removed"]),
        CheckedTable(
            name: "device", key: ["user", "device"],
            rest: ["name", "platform", "role", "key", "uid", "invitation", "added", "revoked"]),
        CheckedTable(
            name: "invitation", key: ["user", "id"],
            rest: ["key", "name", "role", "expires", "expires_lived", "used_by", "withdrawn"]),
    ]

    /// Registry rows get their actors: encoded ``Attribution``s, or NULL for unknown ones.
    /// `device.origin` is the device's origin. A row's checksum is over the new columns too; one
    /// that was wrong before stays so.
    private static let version6: @Sendable (Database) throws -> Void = { db in
        let present = [RegisteredUser.table, RegisteredDevice.table, Invitation.table]
        for (former, table) in zip(registryOfVersion3, present) {
            let added = table.rest.dropFirst(former.rest.count)
            let good = try former.soundRows(db)
            for column in added {
                let type = column == "origin" ? "TEXT" : "BLOB"
                try db.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN \(column) \(type)")
            }
            let nulls = added.map { _ in DatabaseValue.null }
            for row in good { try table.put(row + nulls, db) }
        }
    }

    /// The numbers that devices have skipped: between two kept receipts, and before the first in a
    /// log from the beginning, they can still be determined. Earlier ones count as accepted.
    private static let version7: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE skipped (
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    device BLOB NOT NULL,
                    first INTEGER NOT NULL,
                    last INTEGER NOT NULL,
                    PRIMARY KEY (scene, device, first)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO skipped (scene, device, first, last)
                SELECT scene, device, before + 1, sequence - 1
                FROM (
                    SELECT settlement.scene, device, sequence, coalesce(
                        lag(sequence) OVER (
                            PARTITION BY settlement.scene, device ORDER BY sequence),
                        CASE scene.retained WHEN 0 THEN 0 END
                    ) AS before
                    FROM settlement JOIN scene ON scene.id = settlement.scene
                )
                WHERE before < sequence - 1;
                """)
    }

    /// `store.epoch_seed` gives scenes without commits their epochs; `store.path` is the path of
    /// the database at the last claim, which identifies a copy that is used beside it.
    private static let version8: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE store ADD COLUMN epoch_seed INTEGER NOT NULL DEFAULT 0;
                UPDATE store SET epoch_seed = random();
                ALTER TABLE store ADD COLUMN path TEXT;
                """)
    }

    /// `scene.length` is the total of its commits and snapshots, in bytes.
    private static let version9: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE scene ADD COLUMN length INTEGER NOT NULL DEFAULT 0")
        try measureScenes(db)
    }

    /// `shard.batch` counts the acknowledged batches, for ``HighWaterMark``.
    private static let version10: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE shard ADD COLUMN batch INTEGER NOT NULL DEFAULT 0")
    }

    /// The histories that others have replaced, for ``formerTable``.
    private static let version11: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE former (
                    user TEXT NOT NULL,
                    scene TEXT NOT NULL,
                    epoch INTEGER NOT NULL,
                    number INTEGER NOT NULL,
                    revision INTEGER NOT NULL,
                    healed INTEGER NOT NULL,
                    store INTEGER NOT NULL,
                    checksum INTEGER NOT NULL,
                    PRIMARY KEY (user, scene, epoch)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// The parts of long snapshots; see ``SnapshotParts``. `snapshot.parts` is their number: then
    /// the row's own bytes are their checksums.
    private static let version12: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE part (
                    id INTEGER PRIMARY KEY,
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    revision INTEGER NOT NULL,
                    number INTEGER NOT NULL,
                    checksum INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    UNIQUE (scene, revision, number)
                ) STRICT;
                ALTER TABLE snapshot ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
                """)
    }

    /// A row of the log may have several commits, and one of receipts several of a device; see
    /// ``Segment`` and ``ReceiptRun``. Earlier rows stay as they are: they have one. The rows of the
    /// log after `scene.revision` are its tail, with receipts of their own.
    private static let version13: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE log ADD COLUMN lengths BLOB;
                ALTER TABLE log ADD COLUMN receipts BLOB;
                ALTER TABLE settlement ADD COLUMN earlier BLOB;
                """)
    }

    /// The journal; see ``JournalRow``. `scene.journaled` is its last row of which the scene is folded.
    private static let version14: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE scene ADD COLUMN journaled INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE journal (
                    id INTEGER PRIMARY KEY,
                    scenes BLOB NOT NULL,
                    slices BLOB NOT NULL
                ) STRICT;
                """)
    }

    /// Tables with a row number for rows of many pages: in one without, SQLite reads the whole of
    /// each row whose key it compares. `bytes` is the last column, as the others are read without
    /// it. The rows are moved by version 16.
    private static let version15: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE log RENAME TO old_log;
                ALTER TABLE settlement RENAME TO old_settlement;
                CREATE TABLE log (
                    id INTEGER PRIMARY KEY,
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    revision INTEGER NOT NULL,
                    checksum INTEGER NOT NULL,
                    lengths BLOB,
                    receipts BLOB,
                    bytes BLOB NOT NULL,
                    UNIQUE (scene, revision)
                ) STRICT;
                CREATE TABLE settlement (
                    id INTEGER PRIMARY KEY,
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    device BLOB NOT NULL,
                    sequence INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    time INTEGER NOT NULL,
                    outcomes BLOB NOT NULL,
                    revision INTEGER,
                    head INTEGER NOT NULL,
                    earlier BLOB,
                    UNIQUE (scene, device, sequence)
                ) STRICT;
                """)
    }

    /// Moves the rows of the log and of the receipts, in the order of their keys.
    private static let version16: @Sendable (Database) throws -> Int? = { db in
        let moved =
            try moveRows(
                to: "log", by: ["scene", "revision"],
                ["checksum", "lengths", "receipts", "bytes"], db)
            ?? moveRows(
                to: "settlement", by: ["scene", "device", "sequence"],
                ["hash", "time", "outcomes", "revision", "head", "earlier"], db)
        if moved == nil {
            try db.execute(sql: "DROP TABLE old_log; DROP TABLE old_settlement")
        }
        return moved
    }

    /// The least bytes of rows that a step of a migration moves, if there are as many: the log takes
    /// twice as much, and the database grows by it, which together is less than half of the usual
    /// reserve.
    private static let movedLength = 1_048_576

    /// Moves the first rows of a table from its former one; returns their length in bytes, and a
    /// few for each row, or `nil` if there are no more.
    private static func moveRows(
        to table: String, by key: [String], _ rest: [String], _ db: Database
    ) throws -> Int? {
        let keys = key.joined(separator: ", ")
        let columns = (key + rest).joined(separator: ", ")
        let lengths = rest.map { "coalesce(length(\($0)), 0)" }.joined(separator: " + ")
        var last: [DatabaseValue]?
        var length = 0
        try db.readRows(
            "SELECT \(keys), \(lengths) FROM old_\(table) ORDER BY \(keys)", []
        ) { row in
            last = key.indices.map { row[$0] }
            length += 64 + Int(clamping: try row.integer(key.count))
            return length < movedLength
        }
        guard let last else { return nil }
        let places = key.map { _ in "?" }.joined(separator: ", ")
        let first = "FROM old_\(table) WHERE (\(keys)) <= (\(places))"
        try db.run(
            "INSERT INTO \(table) (\(columns)) SELECT \(columns) \(first) ORDER BY \(keys)",
            StatementArguments(last))
        try db.run("DELETE \(first)", StatementArguments(last))
        return length
    }

    /// Recomputes the lengths of all scenes, without their tails. Scans each commit.
    static func measureScenes(_ db: Database) throws {
        let tables = try ["log", "snapshot", "part"].filter { try db.tableExists($0) }
        let sums = tables.map {
            "(SELECT coalesce(sum(length(bytes)), 0) FROM \($0) WHERE \($0).scene = scene.id"
                + ($0 == "log" ? " AND log.revision <= scene.revision)" : ")")
        }
        try db.execute(sql: "UPDATE scene SET length = \(sums.joined(separator: " + "))")
    }
}
