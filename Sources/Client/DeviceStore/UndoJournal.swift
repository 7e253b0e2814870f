internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
package import NavigationModel
internal import NavigationWire

/// The rows of changes that a device can undo and redo.
enum UndoJournal {
    /// A stored row.
    struct Row {
        let id: Int64
        let reversal: InverseChange
    }

    /// Records a person's change: earlier undone changes can't be redone after it.
    static func add(
        _ reversal: InverseChange?, for entry: OutboxEntry, of scene: Int64, _ db: Database
    ) throws {
        guard let reversal else { return }
        try db.run("DELETE FROM journal WHERE scene = ? AND undone = 1", [scene])
        try move(reversal, to: .undo, for: entry, of: scene, db)
    }

    /// Records a change as the newest to undo or to redo.
    static func move(
        _ reversal: InverseChange, to direction: UndoStep.Direction, for entry: OutboxEntry,
        of scene: Int64, _ db: Database
    ) throws {
        try db.run(
            "INSERT INTO journal (scene, entry, sequence, undone, done, inverse, checksum) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                scene, entry.id.rawValue, entry.sequence.column, direction.rawValue,
                Data(reversal.done.encoded), Data(reversal.inverse.encoded),
                checksum(of: entry.sequence, reversal.done.encoded, reversal.inverse.encoded),
            ])
        try db.run(
            "DELETE FROM journal WHERE scene = ?1 AND id <= (SELECT id FROM journal "
                + "WHERE scene = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
            [scene, DeviceLimits.journal])
    }

    /// Returns the newest change to undo or to redo.
    static func newest(
        _ direction: UndoStep.Direction, of scene: Int64, _ db: Database
    ) throws -> Row? {
        let row = try db.row(
            "SELECT \(Step.columns) FROM journal "
                + "WHERE scene = ? AND undone = ? ORDER BY id DESC LIMIT 1",
            [scene, direction.rawValue])
        return try row.map { row in
            let step = try Step(row)
            return Row(
                id: step.id,
                reversal: InverseChange(
                    sequence: step.sequence, done: try [Operation](encoded: step.done),
                    inverse: try [Operation](encoded: step.inverse)))
        }
    }

    /// Returns the checksum of a number, its operations and their inverse, as stored in
    /// `journal.checksum`.
    static func checksum(
        of sequence: SequenceNumber, _ done: [UInt8], _ inverse: [UInt8]
    ) -> Int64 {
        Checksum.of(
            [
                sequence.column.databaseValue, Data(done).databaseValue,
                Data(inverse).databaseValue,
            ], in: "journal")
    }

    /// Replaces a corrupt row by a step that can't be undone.
    static func empty(_ id: Int64, _ db: Database) throws {
        let nothing = [Operation]().encoded
        try db.run(
            "UPDATE journal SET sequence = 0, done = ?1, inverse = ?1, checksum = ?2 WHERE id = ?3",
            [Data(nothing), checksum(of: .zero, nothing, nothing), id])
    }

    /// Deletes a row.
    static func remove(_ id: Int64, _ db: Database) throws {
        try db.run("DELETE FROM journal WHERE id = ?", [id])
    }

    /// Deletes a change that never took effect.
    static func delete(_ entry: Int64, _ db: Database) throws {
        try db.run("DELETE FROM journal WHERE entry = ?", [entry])
    }

    /// A pending change's former and present number.
    struct Move {
        let entry: OutboxEntry.ID
        let from: SequenceNumber
        let to: SequenceNumber
    }

    /// Renumbers the rows of a scene: their own numbers, and their references to changes up to the
    /// row's own.
    ///
    /// - Parameter moves: All pending changes, oldest first.
    static func renumber(
        _ moves: [Move], by device: DeviceID, of scene: Int64, _ db: Database
    ) throws {
        var steps: [(entry: Int64, step: Step)] = []
        try db.forEachRow(
            "SELECT \(Step.columns), entry FROM journal WHERE scene = ? ORDER BY entry", [scene]
        ) { steps.append((try $0.integer(Step.columnCount), try Step($0))) }
        var numbers: [SequenceNumber: SequenceNumber] = [:]
        var moves = moves[...]
        for (entry, step) in steps {
            var sequence = step.sequence
            while let move = moves.first, move.entry.rawValue <= entry {
                numbers[move.from] = move.to
                if move.entry.rawValue == entry { sequence = move.to }
                moves.removeFirst()
            }
            let former = try [Operation](encoded: step.inverse)
            let renumbered = former.renumbered(numbers, by: device)
            guard sequence != step.sequence || renumbered != former else { continue }
            let inverse = renumbered.encoded
            try db.run(
                "UPDATE journal SET sequence = ?, inverse = ?, checksum = ? WHERE id = ?",
                [
                    sequence.column, Data(inverse), checksum(of: sequence, step.done, inverse),
                    step.id,
                ])
        }
    }

    /// A row with its content encoded.
    private struct Step {
        static let columns = "id, sequence, done, inverse, checksum"
        static let columnCount = 5

        let id: Int64
        let sequence: SequenceNumber
        let done: [UInt8]
        let inverse: [UInt8]

        /// Reads a row of the columns; throws ``CorruptRow`` if it is corrupt.
        init(_ row: SQLite.Row) throws {
            id = try row.integer(0)
            sequence = SequenceNumber(column: try row.integer(1))
            done = try row.bytes(2)
            inverse = try row.bytes(3)
            guard try row.optionalInteger(4) == checksum(of: sequence, done, inverse) else {
                throw CorruptRow.step(id)
            }
        }
    }
}

/// One step of undo or redo.
package struct UndoStep: Hashable, Sendable {
    /// The direction of a step.
    package enum Direction: Int, Hashable, Sendable {
        /// Undo a change.
        case undo = 0
        /// Redo an undone change.
        case redo = 1

        /// The opposite direction.
        package var opposite: Direction { self == .undo ? .redo : .undo }
    }

    /// The operations of the change that is undone or redone; none if there were only skipped ones.
    package let done: [Operation]
    /// The operations of the changes that were skipped because they can't be undone.
    package let skipped: [[Operation]]
    /// The change that was appended; `nil` if none of the effect is left.
    package let entry: OutboxEntry?

    /// Joins the parts.
    package init(done: [Operation], skipped: [[Operation]], entry: OutboxEntry?) {
        self.done = done
        self.skipped = skipped
        self.entry = entry
    }
}
