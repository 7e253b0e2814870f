internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// Healing: states that replace scenes, and the histories that end with that.
extension SQLiteStore {
    /// The histories of scenes that others have replaced; `number` orders those of a scene, `store`
    /// is the id of the store that one is of, 0 for this one. A revision of -1 stands for all.
    static let formerTable = CheckedTable(
        name: "former", key: ["user", "scene", "epoch"],
        rest: ["number", "revision", "healed", "store"])

    /// Replaces a scene, which is folded, and its history by a state. The receipts of changes that it contains stay,
    /// so that none is accepted twice; the rest is detached, and deleted step by step.
    static func heal(_ key: SceneKey, _ healed: HealedScene, _ db: Database) throws {
        let present = try scene(key, Journal.Tail(), db)
        if let expected = healed.expected {
            let isExpected =
                present.map { $0.epoch == expected.epoch && $0.revision == expected.revision }
                ?? (expected.revision == .zero)
            guard isExpected else {
                throw StoreError.conflict(
                    key, expected: expected.revision, found: present?.revision ?? .zero)
            }
        }
        try db.run(
            "UPDATE scene SET user = '', scene = id WHERE user = ? AND scene = ?",
            [key.user.rawValue, key.scene.rawValue])
        try db.run(
            "INSERT INTO scene (user, scene, epoch, revision, retained, journaled) "
                + "VALUES (?, ?, ?, ?, ?, \(lastRowOfJournal))",
            [
                key.user.rawValue, key.scene.rawValue, healed.epoch.column,
                healed.revision.column, healed.revision.column,
            ])
        let id = db.lastInsertedRowID
        if let present {
            try foldLog(of: present.id, key, skippingDamage: healed.expected == nil, db)
            for table in ["settlement", "skipped"] {
                try db.run("UPDATE \(table) SET scene = ? WHERE scene = ?", [id, present.id])
            }
            if healed.expected == nil {
                try deleteLostReceipts(of: id, key, after: healed.lastKept(of: present.epoch), db)
            }
            // Devices may not have received them: they stay as long as that of the first commit.
            try db.run(
                "UPDATE settlement SET head = ? WHERE scene = ?", [healed.revision.next.column, id])
        }
        try insert(healed.snapshot, of: id, db)
        for former in healed.former { try note(former, of: key, healed.store, db) }
    }

    /// Deletes the receipts after a revision, whose changes are to be accepted again, and
    /// unreadable ones. Scans all receipts of the scene.
    private static func deleteLostReceipts(
        of scene: Int64, _ key: SceneKey, after kept: Revision, _ db: Database
    ) throws {
        var affected: [(row: StatementArguments, rest: [StoredReceipt])] = []
        try db.forEachRow(
            "SELECT \(ReceiptRun.columns) FROM settlement WHERE scene = ?", [scene]
        ) { row in
            let (head, earlier, last) = (
                try row.integer(7), try? ReceiptRun.earlier(in: row, of: key),
                try? ReceiptRun.last(in: row, of: key)
            )
            let isLost = head < 0 || Revision(column: head) > kept
            guard isLost || earlier == nil || last == nil else { return }
            let all = (earlier ?? []) + [last].compactMap(\.self)
            // One without a commit is as old as the next that has one.
            let end = all.last { $0.revision.map { $0 <= kept } ?? false }?.sequence ?? .zero
            let rest = all.filter { receipt in
                receipt.revision.map { $0 <= kept } ?? (!isLost || receipt.sequence < end)
            }
            affected.append(([scene, Data(try row.bytes(0)), try row.integer(1)], rest))
        }
        for (row, rest) in affected {
            try db.run(
                "DELETE FROM settlement WHERE scene = ? AND device = ? AND sequence = ?", row)
            for run in ReceiptRun.runs(of: rest, at: kept) ?? [] { try run.insert(of: scene, db) }
        }
        try db.run(
            "DELETE FROM skipped WHERE scene = ?1 AND (first > last OR last > coalesce((SELECT "
                + "max(sequence) FROM settlement WHERE settlement.scene = ?1 "
                + "AND settlement.device = skipped.device), 0))", [scene])
    }

    /// Records that a scene's history was replaced.
    static func note(
        _ former: FormerHistory, of key: SceneKey, _ store: StoreID, _ db: Database
    ) throws {
        let names = [key.user.rawValue, key.scene.rawValue]
        let row = try db.row(
            "SELECT coalesce(max(number), 0) + 1 FROM former WHERE user = ? AND scene = ?",
            StatementArguments(names))
        let number = try row?.integer(0) ?? 1
        try formerTable.put(
            [
                names[0].databaseValue, names[1].databaseValue,
                former.epoch.column.databaseValue, number.databaseValue,
                former.end.column.databaseValue, former.isHealed.databaseValue,
                store.column.databaseValue,
            ], db)
        try db.run(
            "DELETE FROM former WHERE user = ?1 AND scene = ?2 AND number <= (SELECT number "
                + "FROM former WHERE user = ?1 AND scene = ?2 ORDER BY number DESC "
                + "LIMIT 1 OFFSET ?3)", [names[0], names[1], FormerHistory.most])
    }

    /// Records the ends of scenes' histories at their present heads, as they begin new epochs.
    static func noteEnds(_ db: Database) throws {
        for (key, former) in try histories(where: "user <> ''", [], db) {
            try note(former, of: key, .none, db)
        }
    }

    /// Records that the histories of scenes were removed permanently.
    static func noteRemoval(
        where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws {
        for (key, former) in try histories(where: condition, arguments, db) {
            try note(.removed(former.epoch), of: key, .none, db)
        }
    }

    /// Reads the former histories of a user's scenes, and the stores that this one has replaced.
    static func readFormer(of account: inout UserAccount, _ db: Database) throws {
        try formerTable.forEachRow(
            where: "user = ? ORDER BY scene, number", [account.user.name.rawValue], db
        ) { row in
            let former = FormerHistory(
                epoch: Epoch(column: try row.integer(2)),
                end: Revision(column: try row.integer(4)), isHealed: try row.integer(5) != 0)
            account.note(
                [former], of: try row.identifier(1), StoreID(column: try row.integer(6)))
        }
    }

    /// Reads the present histories of scenes; of those in the trash, by their names.
    private static func histories(
        where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [(SceneKey, FormerHistory)] {
        var histories: [(SceneKey, FormerHistory)] = []
        try db.forEachRow(
            "SELECT user, scene, epoch, \(headColumn) FROM scene WHERE \(condition)", arguments
        ) { row in
            let key = SceneKey(user: try row.identifier(0), scene: try row.scene(1)).named
            histories.append(
                (
                    key,
                    FormerHistory(
                        epoch: Epoch(column: try row.integer(2)),
                        end: Revision(column: try row.integer(3)))
                ))
        }
        return histories
    }
}
