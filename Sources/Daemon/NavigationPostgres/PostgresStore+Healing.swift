internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import PostgreSQL

/// Ends of histories: by states that replace scenes, by erasures, by new epochs.
extension PostgresStore {
    /// The columns of a scene's former history.
    static let formerTable = RegistryTable(
        name: "former", key: ["\"user\"", "scene", "epoch"],
        rest: ["number", "revision", "healed", "store"])

    /// Replaces a scene and its history by a state. The receipts of changes that it contains stay, so
    /// that none is accepted twice; the rest is detached, and deleted step by step.
    static func heal(
        _ key: SceneKey, _ healed: HealedScene, _ session: PostgresSession
    ) throws {
        let present = try scene(key, session)
        if let expected = healed.expected {
            let isExpected =
                present.map { $0.epoch == expected.epoch && $0.revision == expected.revision }
                ?? (expected.revision == .zero)
            guard isExpected else {
                throw StoreError.conflict(
                    key, expected: expected.revision, found: present?.revision ?? .zero)
            }
        }
        try detach(key.user, key.scene, session)
        let row = try session.one(
            "INSERT INTO navsync.scene (\"user\", scene, epoch, revision, retained, length) "
                + "VALUES ($1, $2, $3, $4, $4, $5) RETURNING id",
            [
                .text(key.user.rawValue), .text(key.scene.rawValue),
                .integer(healed.epoch.column), .integer(healed.revision.column),
                .integer(Int64(healed.snapshot.bytes.count)),
            ])
        let id = try row.integer(0)
        if let present { try moveReceipts(from: present, to: id, healed, session) }
        let mark = healed.snapshot.mark
        _ = try session.rows(
            "INSERT INTO navsync.snapshot (scene, revision, checksum, lived, position, bytes) "
                + "VALUES ($1, $2, $3, $4, $5, $6)",
            [
                .integer(id), .integer(mark.revision.column),
                .integer(Checksum.of(healed.snapshot.bytes)), .duration(mark.accumulatedUptime),
                .integer(Int64(bitPattern: mark.byteOffset)), .bytes(healed.snapshot.bytes),
            ])
        for former in healed.former { try note(former, of: key, healed.store, session) }
    }

    /// Moves the receipts of a replaced scene to its successor; leaves those of changes that its
    /// state lacks, if the scene could not be read.
    private static func moveReceipts(
        from present: SceneRow, to id: Int64, _ healed: HealedScene, _ session: PostgresSession
    ) throws {
        let ids: [PostgresValue] = [.integer(present.id), .integer(id)]
        if healed.expected == nil {
            let kept = healed.lastKept(of: present.epoch)
            // One without a commit is as old as the next that has one.
            try session.run([
                PostgresStatement(
                    "DELETE FROM navsync.receipt AS r WHERE scene = $1 AND (revision > $2 OR "
                        + "revision IS NULL AND (head > $2 AND NOT EXISTS (SELECT 1 FROM "
                        + "navsync.receipt AS n WHERE n.scene = $1 AND n.device = r.device "
                        + "AND n.sequence > r.sequence AND n.revision <= $2)))",
                    [ids[0], .integer(kept.column)]),
                PostgresStatement(
                    "DELETE FROM navsync.skipped AS s WHERE scene = $1 AND last > coalesce("
                        + "(SELECT max(sequence) FROM navsync.receipt AS r WHERE r.scene = $1 "
                        + "AND r.device = s.device), 0)", [ids[0]]),
            ])
        }
        // Devices may not have received them: they stay as long as that of the first commit.
        try session.run([
            PostgresStatement(
                "UPDATE navsync.receipt SET scene = $2, head = $3 WHERE scene = $1",
                ids + [.integer(healed.revision.next.column)]),
            PostgresStatement("UPDATE navsync.skipped SET scene = $2 WHERE scene = $1", ids),
        ])
    }

    /// Records that a scene's history was replaced.
    private static func note(
        _ former: FormerHistory, of key: SceneKey, _ store: StoreID, _ session: PostgresSession
    ) throws {
        let names: [PostgresValue] = [.text(key.user.rawValue), .text(key.scene.rawValue)]
        let number = try session.one(
            "SELECT coalesce(max(number), 0) + 1 FROM navsync.former "
                + "WHERE \"user\" = $1 AND scene = $2", names
        ).integer(0)
        try session.run([
            PostgresStatement(
                "INSERT INTO navsync.former (\(formerTable.columns)) "
                    + "VALUES ($1, $2, $3, $4, $5, $6 = 1::bigint, $7) "
                    + "ON CONFLICT (\"user\", scene, epoch) DO UPDATE SET number = $4, "
                    + "revision = $5, healed = excluded.healed, store = $7",
                names + [
                    .integer(former.epoch.column), .integer(number), .integer(former.end.column),
                    .integer(former.isHealed ? 1 : 0), .integer(store.column),
                ]),
            PostgresStatement(
                "DELETE FROM navsync.former WHERE \"user\" = $1 AND scene = $2 AND number <= "
                    + "(SELECT number FROM navsync.former WHERE \"user\" = $1 AND scene = $2 "
                    + "ORDER BY number DESC LIMIT 1 OFFSET $3)",
                names + [.integer(Int64(FormerHistory.most))]),
        ])
    }

    /// Detaches scenes from a user, at the cost of a row each: an erased scene has no user, and a
    /// unique name. Their data may be gigabytes; it is deleted step by step.
    static func erase(
        _ user: UserID, _ scene: SceneID?, _ session: PostgresSession
    ) throws {
        for (key, former) in try histories(of: user, scene, session) {
            try note(.removed(former.epoch), of: key.named, .none, session)
        }
        try detach(user, scene, session)
        // Its scenes begin other histories, should they come again.
        try renewEpochSeed(session)
    }

    /// Gives a scene another id. Its log and receipts are by the number of its row.
    static func move(
        _ key: SceneKey, to target: SceneKey, _ change: RegistryChange, _ session: PostgresSession
    ) throws {
        let moved = try session.rows(
            "UPDATE navsync.scene SET scene = $3 WHERE \"user\" = $1 AND scene = $2 "
                + "RETURNING epoch",
            [
                .text(key.user.rawValue), .text(key.scene.rawValue), .text(target.scene.rawValue),
            ])
        guard let row = moved.first else { throw StoreError.registryConflict(change) }
        let epoch = Epoch(column: try row.integer(0))
        if !key.scene.isTrash { try note(.removed(epoch), of: key, .none, session) }
        if !target.scene.isTrash {
            _ = try session.rows(
                "DELETE FROM navsync.former WHERE \"user\" = $1 AND scene = $2 AND epoch = $3",
                [
                    .text(target.user.rawValue), .text(target.scene.rawValue),
                    .integer(epoch.column),
                ])
        }
        // The former id begins another history, should it come again.
        try renewEpochSeed(session)
    }

    private static func detach(
        _ user: UserID, _ scene: SceneID?, _ session: PostgresSession
    ) throws {
        // No user's name is empty.
        _ = try session.rows(
            "UPDATE navsync.scene SET \"user\" = '', scene = id::text "
                + "WHERE \"user\" = $1 AND scene = coalesce($2, scene)",
            [.text(user.rawValue), scene.map { .text($0.rawValue) } ?? .null])
    }

    /// Gives every scene a new epoch, and records the ends of the former histories.
    static func renewEpochs(_ session: PostgresSession, makingEpoch: () -> Epoch) throws {
        for (key, former) in try histories(of: nil, nil, session) {
            try note(former, of: key.named, .none, session)
            _ = try session.rows(
                "UPDATE navsync.scene SET epoch = $3 WHERE \"user\" = $1 AND scene = $2",
                [
                    .text(key.user.rawValue), .text(key.scene.rawValue),
                    .integer(makingEpoch().column),
                ])
        }
        try renewEpochSeed(session)
    }

    private static func renewEpochSeed(_ session: PostgresSession) throws {
        _ = try session.rows(
            "UPDATE navsync.store SET epoch_seed = $1", [.integer(.random(in: .min ... .max))])
    }

    /// Reads the present histories of scenes with a user: of all, of one user or of one scene.
    private static func histories(
        of user: UserID?, _ scene: SceneID?, _ session: PostgresSession
    ) throws -> [(SceneKey, FormerHistory)] {
        try session.rows(
            "SELECT \"user\", scene, epoch, revision FROM navsync.scene WHERE \"user\" <> '' "
                + "AND \"user\" = coalesce($1, \"user\") AND scene = coalesce($2, scene)",
            [
                user.map { .text($0.rawValue) } ?? .null,
                scene.map { .text($0.rawValue) } ?? .null,
            ]
        ).map { row in
            (
                SceneKey(user: try row.identifier(0), scene: try row.scene(1)),
                FormerHistory(
                    epoch: Epoch(column: try row.integer(2)),
                    end: Revision(column: try row.integer(3)))
            )
        }
    }
}
