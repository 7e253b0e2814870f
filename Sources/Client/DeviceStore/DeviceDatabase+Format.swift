internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel

extension DeviceDatabase {
    /// A device's database: "nvsx".
    static let format = DatabaseFormat(
        title: "a device's database", applicationID: 0x6e76_7378,
        migrations: [
            version1, version2, version3, version4, version5, version6, version7, version8,
            version9, version10,
        ].map(Migration.atOnce),
        tables: ["device", "entry", "journal", "lost_state", "pairing", "role", "scene", "tail"],
        schemaDigest: "e741db183045c9d57174c91269b7b5b807266bff09762b09d07d66929683ccb2")

    /// `scene.sequence` is the last assigned number, `scene.chained` the last in the chain: a
    /// refused change keeps its number but leaves the chain. `tail` is the log after the snapshot.
    private static let version1: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE device (
                    id BLOB PRIMARY KEY,
                    name TEXT NOT NULL
                ) STRICT;
                CREATE TABLE scene (
                    id INTEGER PRIMARY KEY,
                    user TEXT NOT NULL,
                    scene TEXT NOT NULL,
                    epoch INTEGER NOT NULL DEFAULT 0,
                    revision INTEGER NOT NULL DEFAULT 0,
                    sequence INTEGER NOT NULL DEFAULT 0,
                    chained INTEGER NOT NULL DEFAULT 0,
                    snapshot_revision INTEGER NOT NULL DEFAULT 0,
                    snapshot BLOB,
                    UNIQUE (user, scene)
                ) STRICT;
                CREATE TABLE tail (
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    revision INTEGER NOT NULL,
                    bytes BLOB NOT NULL,
                    PRIMARY KEY (scene, revision)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE entry (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    epoch INTEGER NOT NULL,
                    sequence INTEGER NOT NULL,
                    after INTEGER NOT NULL,
                    change BLOB NOT NULL,
                    boot TEXT NOT NULL,
                    nanoseconds INTEGER NOT NULL,
                    state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
                    outcomes BLOB,
                    revision INTEGER,
                    code INTEGER,
                    message TEXT,
                    expected INTEGER
                ) STRICT;
                CREATE INDEX entry_by_state ON entry (scene, state, id);
                CREATE INDEX entry_by_sequence ON entry (scene, sequence);
                """)
    }

    /// The shelf, and the undo journal.
    private static let version2: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE entry ADD COLUMN made INTEGER;
                ALTER TABLE entry ADD COLUMN submitted INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE entry ADD COLUMN shelved INTEGER NOT NULL DEFAULT 0;
                UPDATE entry SET submitted = 1, shelved = (state = 2);
                CREATE INDEX entry_by_shelf ON entry (scene, id) WHERE shelved = 1;
                ALTER TABLE scene ADD COLUMN overflowed INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE journal (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    scene INTEGER NOT NULL REFERENCES scene (id),
                    entry INTEGER NOT NULL,
                    sequence INTEGER NOT NULL,
                    undone INTEGER NOT NULL,
                    done BLOB NOT NULL,
                    inverse BLOB NOT NULL
                ) STRICT;
                CREATE INDEX journal_by_age ON journal (scene, undone, id);
                CREATE INDEX journal_by_entry ON journal (entry);
                """)
    }

    /// `pairing.key` is the device's own public key; its secret is in a file. `paired` is NULL
    /// until the daemon has replied; there is at most one row with it, and one without. `addresses`
    /// are lines; `invitation` is the public half of the key that it was made with. `role` is the
    /// device's role for a user, as last received from the daemon.
    private static let version3: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE pairing (
                    key BLOB PRIMARY KEY,
                    user TEXT NOT NULL,
                    addresses TEXT NOT NULL,
                    server_key BLOB NOT NULL,
                    next_server_key BLOB,
                    invitation BLOB NOT NULL,
                    paired INTEGER
                ) STRICT;
                CREATE TABLE role (
                    user TEXT PRIMARY KEY,
                    role INTEGER NOT NULL
                ) STRICT;
                """)
    }

    /// `device.user` is the local user's user at the daemon of this machine, as last received.
    private static let version4: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE device ADD COLUMN user TEXT")
    }

    /// `device.store` is the id of the store that all of it belongs to, 0 before the first store
    /// with an id; `device.endpoint` is where that was last found, or the one that the first
    /// changes were made for, and `device.source` the source of that endpoint. `device.adopts` says
    /// that the device adopts the next store that it connects to.
    private static let version5: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE device ADD COLUMN store INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device ADD COLUMN endpoint TEXT;
                ALTER TABLE device ADD COLUMN source TEXT;
                ALTER TABLE device ADD COLUMN adopts INTEGER NOT NULL DEFAULT 0;
                """)
    }

    /// `scene.settled` is the device's last change with a receipt by the confirmed revision,
    /// whether its outcome is known here or not.
    private static let version6: @Sendable (Database) throws -> Void = { db in
        try db.execute(sql: "ALTER TABLE scene ADD COLUMN settled INTEGER NOT NULL DEFAULT 0")
    }

    /// `lost_state` has states that a daemon had confirmed and may have lost; of one history the
    /// newest.
    private static let version7: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                CREATE TABLE lost_state (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    user TEXT NOT NULL,
                    scene TEXT NOT NULL,
                    epoch INTEGER NOT NULL,
                    revision INTEGER NOT NULL,
                    digest BLOB NOT NULL,
                    store INTEGER NOT NULL,
                    noticed INTEGER NOT NULL,
                    snapshot BLOB NOT NULL,
                    UNIQUE (user, scene, epoch)
                ) STRICT;
                """)
    }

    /// The checksums of rows that only this device has, and of the mirrored ones.
    private static let version8: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE device ADD COLUMN checksum INTEGER;
                ALTER TABLE scene ADD COLUMN snapshot_checksum INTEGER;
                ALTER TABLE tail ADD COLUMN checksum INTEGER;
                ALTER TABLE entry ADD COLUMN checksum INTEGER;
                ALTER TABLE journal ADD COLUMN checksum INTEGER;
                """)
        try set("checksum", of: "device", from: "id", db) { checksum(of: Data(try $0.bytes(1))) }
        try set(
            "snapshot_checksum", of: "scene", from: "snapshot, epoch, snapshot_revision",
            where: "snapshot IS NOT NULL", db
        ) {
            DeviceScene.checksum(
                of: Data(try $0.bytes(1)), Epoch(column: try $0.integer(2)),
                Revision(column: try $0.integer(3)))
        }
        try set(
            "checksum", of: "entry", from: "epoch, sequence, after, boot, nanoseconds, change", db
        ) {
            OutboxEntry.checksum(
                of: try $0.bytes(6), Epoch(column: try $0.integer(1)),
                SequenceNumber(column: try $0.integer(2)),
                after: SequenceNumber(column: try $0.integer(3)),
                BootTimeInstant(bootID: try $0.text(4), nanoseconds: try $0.integer(5)))
        }
        try set("checksum", of: "journal", from: "sequence, done, inverse", db) {
            UndoJournal.checksum(
                of: SequenceNumber(column: try $0.integer(1)), try $0.bytes(2), try $0.bytes(3))
        }
        var tail: [(scene: Int64, revision: Int64, checksum: Int64)] = []
        try db.forEachRow(
            "SELECT tail.scene, tail.revision, tail.bytes, scene.epoch FROM tail "
                + "JOIN scene ON scene.id = tail.scene", []
        ) { row in
            let checksum = DeviceScene.checksum(
                of: Data(try row.bytes(2)), Epoch(column: try row.integer(3)),
                Revision(column: try row.integer(1)))
            tail.append((try row.integer(0), try row.integer(1), checksum))
        }
        for row in tail {
            try db.run(
                "UPDATE tail SET checksum = ? WHERE scene = ? AND revision = ?",
                [row.checksum, row.scene, row.revision])
        }
    }

    /// `former` are the histories that the scene's, or the state's, contains.
    private static let version9: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE scene ADD COLUMN former BLOB NOT NULL DEFAULT x'';
                ALTER TABLE lost_state ADD COLUMN former BLOB NOT NULL DEFAULT x'';
                """)
    }

    /// `entry.renumber` is 1 for a pending change that left a history: in the next one its number may
    /// be another change's. One that was never in a history has none of these yet.
    private static let version10: @Sendable (Database) throws -> Void = { db in
        try db.execute(
            sql: """
                ALTER TABLE entry ADD COLUMN renumber INTEGER NOT NULL DEFAULT 0;
                UPDATE entry SET renumber = 1 WHERE state = 0 AND epoch = 0;
                """)
    }

    /// Writes the checksum of each row of a table; `checksum` computes it from the columns, which
    /// begin at 1.
    private static func set(
        _ column: String, of table: String, from columns: String, where condition: String = "TRUE",
        _ db: Database, _ checksum: (Row) throws -> Int64
    ) throws {
        var rows: [(id: Int64, checksum: Int64)] = []
        try db.forEachRow("SELECT rowid, \(columns) FROM \(table) WHERE \(condition)", []) { row in
            rows.append((try row.integer(0), try checksum(row)))
        }
        for row in rows {
            try db.run(
                "UPDATE \(table) SET \(column) = ? WHERE rowid = ?", [row.checksum, row.id])
        }
    }
}
