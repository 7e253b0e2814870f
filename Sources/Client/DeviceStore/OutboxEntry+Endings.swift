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
        _ sequence: SequenceNumber, of scene: Int64, with receipt: Receipt, _ db: Database
    ) throws {
        let isRejected = receipt.outcomes.mostSevere.kind == .rejected
        if isRejected, let id = try waitingID(sequence, of: scene, db) {
            try UndoJournal.delete(id, db)
        }
        try db.run(
            "UPDATE entry SET state = 1, outcomes = ?, revision = ?, shelved = ? "
                + "WHERE scene = ? AND sequence = ? AND state = 0",
            [
                Data(receipt.outcomes.encoded), receipt.revision?.column, isRejected, scene,
                sequence.column,
            ])
        if isRejected { try makeRoomOnShelf(of: scene, db) }
    }

    /// Records that the pending change with this number was refused, moves it to the shelf, and
    /// closes the chain behind it.
    static func refuse(
        _ sequence: SequenceNumber, of scene: Int64, because failure: Failure, _ db: Database
    ) throws {
        guard let id = try waitingID(sequence, of: scene, db),
            let key = try key(of: ID(rawValue: id), db)
        else { return }
        try relinkSuccessors(over: sequence, in: key, of: scene, db)
        try db.run(
            "UPDATE entry SET state = 2, code = ?, message = ?, expected = ?, shelved = 1 "
                + "WHERE id = ?",
            [failure.code.rawValue, failure.message, failure.expected?.column, id])
        try UndoJournal.delete(id, db)
        try makeRoomOnShelf(of: scene, db)
    }

    /// Removes a pending change, and closes the chain behind it.
    static func drop(_ entry: OutboxEntry, of scene: Int64, _ db: Database) throws {
        try relinkSuccessors(over: entry.sequence, in: entry.key, of: scene, db)
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

    private static func waitingID(
        _ sequence: SequenceNumber, of scene: Int64, _ db: Database
    ) throws -> Int64? {
        try db.row(
            "SELECT id FROM entry WHERE scene = ? AND sequence = ? AND state = 0",
            [scene, sequence.column])?.integer(0)
    }

    /// Relinks the successor of a pending change to its predecessor.
    private static func relinkSuccessors(
        over sequence: SequenceNumber, in key: SceneKey, of scene: Int64, _ db: Database
    ) throws {
        let row = try db.row(
            "SELECT after FROM entry WHERE scene = ? AND sequence = ? AND state = 0",
            [scene, sequence.column])
        guard let after = try row?.integer(0) else { return }
        let next = try rows(
            in: key, where: "scene = ? AND after = ? AND state = 0", [scene, sequence.column], db)
        for entry in next {
            try entry.move(
                to: entry.epoch, entry.sequence, after: SequenceNumber(column: after),
                change: entry.change, isSubmitted: entry.isSubmitted, db)
        }
        try db.run(
            "UPDATE scene SET chained = ? WHERE id = ? AND chained = ?",
            [after, scene, sequence.column])
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
