internal import NavigationStore
internal import NavigationText
internal import PostgreSQL

/// The tables, all in the schema `navsync`, and their migrations.
enum Schema {
    /// The number that guards the migrations: one daemon at a time, on one database.
    private static let advisoryLock: Int64 = 0x6e61_7673_796e_6364
    /// The time for all migrations.
    private static let timeout = Duration.seconds(900)

    /// Creates the tables, or migrates those of an earlier version, in one transaction: all or
    /// nothing, and one daemon after the other. Refuses a schema that is newer or of another program,
    /// and leaves it as it is.
    static func prepare(_ connection: PostgresConnection) throws {
        let session = PostgresSession(
            on: connection, before: .now + timeout, beginning: PostgresSession.writing)
        defer { session.rollBack() }
        _ = try session.rows("SELECT pg_advisory_xact_lock($1)", [.integer(advisoryLock)])
        let version = try version(session)
        if (1..<sharded).contains(version) { try checkIsUnused(session) }
        guard version < migrations.count else {
            guard version == migrations.count else {
                throw StoreError.unusable(
                    AdvisedMessage(
                        "the database of store.url has the schema of a newer navsyncd (\(version), "
                            + "this one knows \(migrations.count))",
                        advice: "upgrade this navsyncd"))
            }
            return
        }
        for migration in migrations[version...] {
            for statement in migration { _ = try session.rows(statement) }
        }
        if version == 0 {
            _ = try session.rows(
                "INSERT INTO navsync.store (version, id, epoch_seed) VALUES ($1, $2, $3)",
                [
                    .integer(Int64(migrations.count)), .integer(.random(in: 1 ... .max)),
                    .integer(.random(in: .min ... .max)),
                ])
        } else {
            _ = try session.rows(
                "UPDATE navsync.store SET version = $1", [.integer(Int64(migrations.count))])
        }
        try session.commit()
    }

    /// The first version with shards: a daemon of an earlier one owns all users by one row.
    private static let sharded = 3

    /// Throws `StoreError.inUse` if a daemon of a version without shards has its lease. None can
    /// renew or begin one until the end of the transaction.
    private static func checkIsUnused(_ session: PostgresSession) throws {
        _ = try session.rows("LOCK TABLE navsync.node IN ACCESS EXCLUSIVE MODE")
        let nodes = try session.rows(
            "SELECT name FROM navsync.node WHERE until > clock_timestamp() LIMIT 1")
        guard let node = nodes.first else { return }
        throw StoreError.inUse("the database of store.url, on \(try node.text(0))")
    }

    /// Returns the number of migrations that the database has had; 0 without the schema.
    private static func version(_ session: PostgresSession) throws -> Int {
        let row = try session.one(
            "SELECT to_regnamespace('navsync') IS NOT NULL, to_regclass('navsync.store') IS NOT NULL"
        )
        guard try row.boolean(0) else { return 0 }
        let foreign = StoreError.unusable(
            AdvisedMessage(
                "the database of store.url has a schema 'navsync' that navsyncd did not make",
                advice: "use a database of its own"))
        guard try row.boolean(1) else { throw foreign }
        do {
            let stored = try session.rows("SELECT version FROM navsync.store")
            guard let version = try stored.first?.integer(0), version > 0 else { throw foreign }
            return Int(clamping: version)
        } catch let error as PostgresError where error.isDefinite || error.kind == .value {
            throw foreign
        }
    }

    /// All migrations, in order; later ones are added at the end.
    private static let migrations: [[String]] = [
        version1, version2, version3, version4, version5, version6,
        version7,
    ]

    /// Whole numbers of 64 bits without a sign have the same bits as the server's signed ones. Names
    /// compare by their bytes. Free texts of devices are bytes, since `text` can't have every
    /// character.
    private static let version1 = [
        "CREATE SCHEMA navsync",
        """
        CREATE TABLE navsync.store (
            single boolean PRIMARY KEY DEFAULT true CHECK (single),
            version bigint NOT NULL,
            id bigint NOT NULL,
            epoch_seed bigint NOT NULL
        )
        """,
        // The nodes, each with the end of its lease by the server's clock.
        """
        CREATE TABLE navsync.node (
            id bigint PRIMARY KEY,
            name text NOT NULL,
            until timestamptz NOT NULL
        )
        """,
        // Each batch updates the row of its shard: there is room for that on its page.
        """
        CREATE TABLE navsync.shard (
            id bigint PRIMARY KEY,
            term bigint NOT NULL,
            owner bigint NOT NULL,
            batch bigint NOT NULL DEFAULT 0,
            lived bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 10)
        """,
        """
        CREATE TABLE navsync.scene (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            "user" text COLLATE "C" NOT NULL,
            scene text COLLATE "C" NOT NULL,
            epoch bigint NOT NULL,
            revision bigint NOT NULL,
            retained bigint NOT NULL DEFAULT 0,
            length bigint NOT NULL DEFAULT 0,
            UNIQUE ("user", scene)
        ) WITH (fillfactor = 70)
        """,
        """
        CREATE TABLE navsync.log (
            scene bigint NOT NULL,
            revision bigint NOT NULL,
            checksum bigint NOT NULL,
            bytes bytea NOT NULL,
            lengths bytea,
            PRIMARY KEY (scene, revision)
        )
        """,
        """
        CREATE TABLE navsync.snapshot (
            scene bigint NOT NULL,
            revision bigint NOT NULL,
            checksum bigint NOT NULL,
            lived bigint NOT NULL,
            position bigint NOT NULL,
            bytes bytea NOT NULL,
            PRIMARY KEY (scene, revision)
        )
        """,
        """
        CREATE TABLE navsync.mark (
            scene bigint NOT NULL,
            revision bigint NOT NULL,
            lived bigint NOT NULL,
            position bigint NOT NULL,
            PRIMARY KEY (scene, revision)
        )
        """,
        """
        CREATE TABLE navsync.receipt (
            scene bigint NOT NULL,
            sequence bigint NOT NULL,
            "time" bigint NOT NULL,
            revision bigint,
            head bigint NOT NULL,
            device bytea NOT NULL,
            hash bytea NOT NULL,
            outcomes bytea NOT NULL,
            PRIMARY KEY (scene, device, sequence)
        )
        """,
        """
        CREATE TABLE navsync.skipped (
            scene bigint NOT NULL,
            first bigint NOT NULL,
            last bigint NOT NULL,
            device bytea NOT NULL,
            PRIMARY KEY (scene, device, first)
        )
        """,
        """
        CREATE TABLE navsync.former (
            "user" text COLLATE "C" NOT NULL,
            scene text COLLATE "C" NOT NULL,
            epoch bigint NOT NULL,
            number bigint NOT NULL,
            revision bigint NOT NULL,
            healed boolean NOT NULL,
            store bigint NOT NULL,
            PRIMARY KEY ("user", scene, epoch)
        )
        """,
        """
        CREATE TABLE navsync."user" (
            name text COLLATE "C" PRIMARY KEY,
            uid bigint,
            added bigint NOT NULL,
            removed bigint,
            added_by bytea,
            removed_by bytea
        )
        """,
        "CREATE UNIQUE INDEX user_uid ON navsync.\"user\" (uid) WHERE removed IS NULL",
        """
        CREATE TABLE navsync.device (
            "user" text COLLATE "C" NOT NULL REFERENCES navsync."user" (name),
            device bytea NOT NULL,
            name text NOT NULL,
            platform bytea NOT NULL,
            role bigint NOT NULL,
            key bytea UNIQUE,
            uid bigint,
            invitation bigint,
            added bigint NOT NULL,
            revoked bigint,
            origin bytea NOT NULL,
            invited_by bytea,
            renamed_by bytea,
            role_changed_by bytea,
            revoked_by bytea,
            PRIMARY KEY ("user", device)
        )
        """,
        """
        CREATE TABLE navsync.invitation (
            "user" text COLLATE "C" NOT NULL REFERENCES navsync."user" (name),
            id bigint NOT NULL UNIQUE,
            key bytea NOT NULL UNIQUE,
            name text NOT NULL,
            role bigint NOT NULL,
            expires bigint NOT NULL,
            expires_lived bigint NOT NULL,
            used_by bytea,
            withdrawn bigint NOT NULL,
            made_by bytea,
            withdrawn_by bytea,
            PRIMARY KEY ("user", id)
        )
        """,
        // A key is of one device or one invitation, whichever daemon registers it.
        """
        CREATE TABLE navsync.key (
            key bytea PRIMARY KEY,
            "user" text COLLATE "C" NOT NULL,
            device bytea,
            invitation bigint
        )
        """,
    ]

    /// The place of a store among its copies: `unfinished` while it is being made one, `retired` once
    /// another has gone on with its histories.
    private static let version2 = [
        """
        ALTER TABLE navsync.store
            ADD COLUMN unfinished boolean NOT NULL DEFAULT false,
            ADD COLUMN retired boolean NOT NULL DEFAULT false
        """
    ]

    /// A row for each shard, under a term that no daemon has; the batches of a node apart from its
    /// shards, and what was counted by shard for the whole store.
    private static let version3 = [
        """
        ALTER TABLE navsync.store
            ADD COLUMN lived bigint NOT NULL DEFAULT 0,
            ADD COLUMN batch bigint NOT NULL DEFAULT 0
        """,
        """
        UPDATE navsync.store SET (lived, batch) =
            (SELECT coalesce(max(lived), 0), coalesce(max(batch), 0) FROM navsync.shard)
        """,
        "ALTER TABLE navsync.shard DROP COLUMN batch, DROP COLUMN lived",
        """
        INSERT INTO navsync.shard (id, term, owner)
        SELECT number, (SELECT coalesce(max(term), -1) + 1 FROM navsync.shard), 0
        FROM generate_series(0, 4095) AS number
        ON CONFLICT (id) DO UPDATE SET term = excluded.term, owner = 0
        """,
        "CREATE INDEX shard_owner ON navsync.shard (owner)",
        // Each batch of a node updates its row: there is room for that on its page.
        """
        CREATE TABLE navsync.writer (
            node bigint PRIMARY KEY,
            generation bigint NOT NULL,
            batch bigint NOT NULL,
            lived bigint NOT NULL
        ) WITH (fillfactor = 10)
        """,
    ]

    /// The addresses, version and drain mark of each node, and the number of the map of all owners.
    private static let version4 = [
        """
        ALTER TABLE navsync.node
            ADD COLUMN addresses text[] NOT NULL DEFAULT '{}',
            ADD COLUMN version text NOT NULL DEFAULT '',
            ADD COLUMN draining boolean NOT NULL DEFAULT false
        """,
        "ALTER TABLE navsync.store ADD COLUMN map bigint NOT NULL DEFAULT 0",
    ]

    /// The public halves of each node's server key and of the next one: without, where no device
    /// knows the node by a key.
    private static let version5 = [
        "ALTER TABLE navsync.node ADD COLUMN key bytea, ADD COLUMN next_key bytea"
    ]

    /// The shards of one database of several, and the keys and local users that are reserved in it
    /// for users of any, under the term of the user's shard.
    private static let version6 = [
        """
        ALTER TABLE navsync.store
            ADD COLUMN first_shard bigint, ADD COLUMN last_shard bigint,
            ADD CHECK ((first_shard IS NULL) = (last_shard IS NULL))
        """,
        """
        CREATE TABLE navsync.reservation (
            principal bytea PRIMARY KEY,
            "user" text COLLATE "C" NOT NULL,
            term bigint NOT NULL
        )
        """,
    ]

    /// The renewals of each node, and of those that are gone: see ``RenewalCount``.
    private static let version7 = [
        """
        ALTER TABLE navsync.store ADD COLUMN renewals bigint NOT NULL
            DEFAULT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
        """,
        "ALTER TABLE navsync.node ADD COLUMN renewals bigint NOT NULL DEFAULT 0",
    ]
}
