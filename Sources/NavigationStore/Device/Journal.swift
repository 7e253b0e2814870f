internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationWire

/// The rows of what a device can undo and redo.
///
/// The overflow rule: of each scene the newest ``DeviceLimits/journal`` are kept.
enum Journal {
    /// A row as it is kept.
    struct Row {
        let id: Int64
        let reversal: Reversal
    }

    /// Notes a change of a person's: what was taken back before can't be done again after it.
    static func add(
        _ reversal: Reversal?, for entry: OutboxEntry, of scene: Int64, _ db: Database
    ) throws {
        guard let reversal else { return }
        try db.run("DELETE FROM journal WHERE scene = ? AND undone = 1", [scene])
        try move(reversal, to: .undo, for: entry, of: scene, db)
    }

    /// Notes a change as the newest of those to undo or to redo.
    static func move(
        _ reversal: Reversal, to direction: UndoStep.Direction, for entry: OutboxEntry,
        of scene: Int64, _ db: Database
    ) throws {
        try db.run(
            "INSERT INTO journal (scene, entry, sequence, undone, done, inverse) "
                + "VALUES (?, ?, ?, ?, ?, ?)",
            [
                scene, entry.id.rawValue, entry.sequence.column, direction.rawValue,
                Data(reversal.done.encoded), Data(reversal.inverse.encoded),
            ])
        try db.run(
            "DELETE FROM journal WHERE scene = ?1 AND id <= (SELECT id FROM journal "
                + "WHERE scene = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
            [scene, DeviceLimits.journal])
    }

    /// The newest change to undo or to redo.
    static func newest(
        _ direction: UndoStep.Direction, of scene: Int64, _ db: Database
    ) throws -> Row? {
        let row = try db.row(
            "SELECT id, sequence, done, inverse FROM journal WHERE scene = ? AND undone = ? "
                + "ORDER BY id DESC LIMIT 1", [scene, direction.rawValue])
        return try row.map { row in
            Row(
                id: try row.integer(0),
                reversal: Reversal(
                    sequence: SequenceNumber(column: try row.integer(1)),
                    done: try [Operation](encoded: try row.bytes(2)),
                    inverse: try [Operation](encoded: try row.bytes(3))))
        }
    }

    /// Forgets a row.
    static func remove(_ id: Int64, _ db: Database) throws {
        try db.run("DELETE FROM journal WHERE id = ?", [id])
    }

    /// Forgets a change that never took effect.
    static func forget(_ entry: Int64, _ db: Database) throws {
        try db.run("DELETE FROM journal WHERE entry = ?", [entry])
    }

    /// Follows the numbers of all that were renumbered in what leads back.
    static func renumber(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID, of scene: Int64,
        _ db: Database
    ) throws {
        var changed: [(id: Int64, inverse: [Operation])] = []
        try db.forEachRow("SELECT id, inverse FROM journal WHERE scene = ?", [scene]) { row in
            let former = try [Operation](encoded: try row.bytes(1))
            let inverse = former.renumbered(numbers, by: device)
            if inverse != former { changed.append((try row.integer(0), inverse)) }
        }
        for row in changed {
            try db.run(
                "UPDATE journal SET inverse = ? WHERE id = ?", [Data(row.inverse.encoded), row.id])
        }
    }

    /// Follows a change that gets another number.
    static func renumber(_ entry: OutboxEntry.ID, _ sequence: SequenceNumber, _ db: Database) throws
    {
        try db.run(
            "UPDATE journal SET sequence = ? WHERE entry = ?", [sequence.column, entry.rawValue])
    }
}
