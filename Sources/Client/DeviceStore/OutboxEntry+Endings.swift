internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationWire

/// The removal of changes from the outbox.
extension OutboxEntry {
    /// Records the outcome of the pending change with this number, if there is one. A refused one
    /// goes to the shelf, and can't be undone.
    static func settle(
        _ sequence: SequenceNumber, in key: SceneKey, of scene: Int64, with receipt: Receipt,
        _ db: Database
    ) throws {
        guard let id = try waiting(in: key, of: scene, sequence, db)?.id else { return }
        let isRejected = receipt.outcomes.mostSevere.kind == .rejected
        if isRejected { try UndoJournal.delete(id.rawValue, db) }
        try db.run(
            "UPDATE entry SET state = 1, outcomes = ?, revision = ?, shelved = ? WHERE id = ?",
            [
                Data(receipt.outcomes.encoded), receipt.revision?.column, isRejected, id.rawValue,
            ])
        if isRejected { try makeRoomOnShelf(of: scene, db) }
    }

    /// Records that a pending change was refused, moves it to the shelf, and closes the chain
    /// behind it.
    static func refuse(
        _ entry: OutboxEntry, of scene: Int64, because failure: Failure, _ db: Database
    ) throws {
        try relinkSuccessors(over: entry, of: scene, db)
        try db.run(
            "UPDATE entry SET state = 2, code = ?, message = ?, expected = ?, shelved = 1 "
                + "WHERE id = ?",
            [
                failure.code.rawValue, failure.message, failure.expected?.column,
                entry.id.rawValue,
            ])
        try UndoJournal.delete(entry.id.rawValue, db)
        try makeRoomOnShelf(of: scene, db)
    }

    /// Removes a pending change, and closes the chain behind it.
    static func drop(_ entry: OutboxEntry, of scene: Int64, _ db: Database) throws {
        try relinkSuccessors(over: entry, of: scene, db)
        try db.run("UPDATE entry SET state = 2 WHERE id = ?", [entry.id.rawValue])
        try UndoJournal.delete(entry.id.rawValue, db)
    }

    /// Returns a Boolean value indicating whether the change is on the shelf.
    static func isShelved(_ id: ID, of scene: Int64, _ db: Database) throws -> Bool {
        try db.row(
            "SELECT 1 FROM entry WHERE id = ? AND scene = ? AND shelved = 1", [id.rawValue, scene])
            != nil
    }

    /// Removes a change from the shelf, if it is there.
    static func takeOffShelf(_ id: ID, _ db: Database) throws {
        try db.run("UPDATE entry SET shelved = 0 WHERE id = ?", [id.rawValue])
    }

    /// Relinks the successor of a pending change to its predecessor.
    private static func relinkSuccessors(
        over entry: OutboxEntry, of scene: Int64, _ db: Database
    ) throws {
        let sequence = entry.sequence.column
        let next = try rows(
            in: entry.key, where: "scene = ? AND after = ? AND state = 0", [scene, sequence], db)
        for successor in next {
            try successor.move(
                to: successor.epoch, successor.sequence, after: entry.after,
                change: successor.change, isSubmitted: successor.isSubmitted, db)
        }
        try db.run(
            "UPDATE scene SET chained = ? WHERE id = ? AND chained = ?",
            [entry.after.column, scene, sequence])
    }

    private static func makeRoomOnShelf(of scene: Int64, _ db: Database) throws {
        try db.run(
            "UPDATE entry SET shelved = 0 WHERE scene = ?1 AND shelved = 1 AND id <= (SELECT id "
                + "FROM entry WHERE scene = ?1 AND shelved = 1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
            [scene, DeviceLimits.shelf])
        let count = db.changesCount
        guard count > 0 else { return }
        try db.run("UPDATE scene SET overflowed = overflowed + ? WHERE id = ?", [count, scene])
    }
}
