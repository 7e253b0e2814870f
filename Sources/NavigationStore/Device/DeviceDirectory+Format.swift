internal import GRDB

extension DeviceDirectory {
    /// A device's database: "nvsx".
    static let format = DatabaseFormat(
        title: "a device's database", applicationID: 0x6e76_7378, migrations: [version1],
        tables: ["device", "entry", "scene", "tail"])

    /// `scene.sequence` is the last number given, `scene.chained` the last that stands: a refused
    /// change keeps its number but leaves the chain. `tail` is the log after the snapshot.
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
}
