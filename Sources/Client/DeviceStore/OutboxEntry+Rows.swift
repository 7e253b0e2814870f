internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationWire

extension OutboxEntry {
    /// Reads the rows of `entry` that `condition` selects, oldest first; throws ``CorruptRow`` at
    /// the first corrupt one.
    static func rows(
        in key: SceneKey, where condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [OutboxEntry] {
        var entries: [OutboxEntry] = []
        try db.forEachRow(
            "SELECT id, epoch, sequence, after, change, boot, nanoseconds, state, outcomes, "
                + "revision, code, message, expected, made, submitted, checksum, renumber "
                + "FROM entry WHERE \(condition)",
            arguments
        ) { row in
            entries.append(try OutboxEntry(row: row, key: key))
        }
        return entries
    }

    /// Returns the scene of a change; `nil` if the change is not kept any more.
    static func key(of id: ID, _ db: Database) throws -> SceneKey? {
        let row = try db.row(
            "SELECT scene.user, scene.scene FROM entry JOIN scene ON scene.id = entry.scene "
                + "WHERE entry.id = ?", [id.rawValue])
        guard let row, let user = UserID(rawValue: try row.text(0)),
            let scene = SceneID(rawValue: try row.text(1))
        else { return nil }
        return SceneKey(user: user, scene: scene)
    }

    /// Returns the pending changes.
    static func waiting(in key: SceneKey, of scene: Int64, _ db: Database) throws -> [OutboxEntry] {
        try rows(in: key, where: "scene = ? AND state = 0 ORDER BY id", [scene], db)
    }

    /// Returns the pending change with a number; `nil` if there is none. Beside one that the daemon
    /// has lost, which has no place in a history until it is renumbered, it is the other.
    static func waiting(
        in key: SceneKey, of scene: Int64, _ sequence: SequenceNumber, _ db: Database
    ) throws -> OutboxEntry? {
        try rows(
            in: key,
            where: "scene = ? AND sequence = ? AND state = 0 ORDER BY epoch = ?, id DESC LIMIT 1",
            [scene, sequence.column, Epoch.none.column], db
        ).first
    }

    /// Returns the pending changes, and those of the confirmed history settled at a later revision.
    static func overlay(
        in key: SceneKey, of scene: DeviceScene, above revision: Revision, _ db: Database
    ) throws -> [OutboxEntry] {
        try rows(
            in: key,
            where: "scene = ?1 AND (state = 0 OR state = 1 AND epoch = ?2 AND revision > ?3) "
                + "ORDER BY id", [scene.id, scene.epoch.column, revision.column], db)
    }

    /// Appends a pending change to the outbox, as the one that the next one follows.
    static func append(
        _ change: Change, to scene: DeviceScene, of key: SceneKey, madeAt: BootTimeInstant,
        isSubmitted: Bool, _ db: Database
    ) throws -> OutboxEntry {
        let bytes = change.encoded
        guard bytes.count <= SceneLimits.changeLength else {
            throw DeviceDatabaseError.tooLarge(
                "\(bytes.count) bytes", most: SceneLimits.changeLength)
        }
        guard change.operations.count <= SceneLimits.operations else {
            throw DeviceDatabaseError.tooLarge(
                "\(change.operations.count) operations", most: SceneLimits.operations)
        }
        try db.run(
            "INSERT INTO entry (scene, epoch, sequence, after, change, boot, nanoseconds, "
                + "submitted, checksum, made) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, unixepoch())",
            [
                scene.id, scene.epoch.column, change.sequence.column, scene.chained.column,
                Data(bytes), madeAt.bootID, madeAt.nanoseconds, isSubmitted,
                checksum(of: bytes, scene.epoch, change.sequence, after: scene.chained, madeAt),
            ])
        let id = ID(rawValue: db.lastInsertedRowID)
        try db.run(
            "UPDATE scene SET sequence = ?1, chained = ?1 WHERE id = ?2",
            [change.sequence.column, scene.id])
        return OutboxEntry(
            id: id, key: key, epoch: scene.epoch, sequence: change.sequence, after: scene.chained,
            change: bytes, madeAt: madeAt, date: nil, isSubmitted: isSubmitted, state: .waiting)
    }

    /// Deletes all but the newest of the settled and of the refused changes. One that the confirmed
    /// state does not contain yet stays: it is part of the device's view.
    static func deleteOld(of scene: DeviceScene, _ db: Database) throws {
        for state in [1, 2] {
            try db.run(
                "DELETE FROM entry WHERE scene = ?1 AND state = ?2 AND id <= (SELECT id FROM entry "
                    + "WHERE scene = ?1 AND state = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3) "
                    + "AND shelved = 0 AND NOT (epoch = ?4 AND ifnull(revision, 0) > ?5)",
                [
                    scene.id, state, DeviceLimits.kept, scene.epoch.column, scene.revision.column,
                ])
        }
    }

    /// Returns a Boolean value indicating whether the change of `commit` is pending. Its operations
    /// distinguish it from one with the same number in another copy of the device's state.
    static func isWaiting(
        _ commit: Commit, in key: SceneKey, of scene: Int64, _ db: Database
    ) throws -> Bool {
        try waiting(in: key, of: scene, commit.stamp.sequence, db)?.operations == commit.operations
    }

    /// Moves a change to another place in the chain of a history, with matching content. It was not
    /// submitted there.
    func move(
        to epoch: Epoch, _ sequence: SequenceNumber, after: SequenceNumber, change: [UInt8],
        isSubmitted: Bool = false, _ db: Database
    ) throws {
        try db.run(
            "UPDATE entry SET epoch = ?, sequence = ?, after = ?, change = ?, checksum = ?, "
                + "submitted = ?, renumber = iif(?1 = 0, renumber, 0) WHERE id = ?",
            [
                epoch.column, sequence.column, after.column, Data(change),
                Self.checksum(of: change, epoch, sequence, after: after, madeAt), isSubmitted,
                id.rawValue,
            ])
    }

    /// Takes the change out of its history: in the next one it gets another number.
    func leaveHistory(_ db: Database) throws {
        guard epoch != .none else { return }
        try move(to: .none, sequence, after: after, change: change, db)
        try db.run("UPDATE entry SET renumber = 1 WHERE id = ?", [id.rawValue])
    }

    /// Removes and returns the content of a change, since its row is corrupt. A pending one goes to
    /// the shelf, and the chain is closed behind it.
    static func empty(_ id: ID, because message: String, _ db: Database) throws -> [UInt8] {
        let row = try db.row(
            "SELECT scene, epoch, sequence, after, boot, nanoseconds, change FROM entry WHERE id = ?",
            [id.rawValue])
        guard let row else { return [] }
        let sequence = SequenceNumber(column: try row.integer(2))
        let checksum = checksum(
            of: [], Epoch(column: try row.integer(1)), sequence,
            after: SequenceNumber(column: try row.integer(3)),
            BootTimeInstant(bootID: try row.text(4), nanoseconds: try row.integer(5)))
        try db.run(
            "UPDATE entry SET change = x'', checksum = ? WHERE id = ?", [checksum, id.rawValue])
        if let key = try key(of: id, db),
            let entry = try rows(in: key, where: "id = ? AND state = 0", [id.rawValue], db).first
        {
            try refuse(entry, of: row.integer(0), because: Failure(.damaged, message), db)
        }
        return try row.bytes(6)
    }

    /// Returns the checksum of a change with its place in the chain, as stored in `entry.checksum`.
    static func checksum(
        of change: [UInt8], _ epoch: Epoch, _ sequence: SequenceNumber, after: SequenceNumber,
        _ madeAt: BootTimeInstant
    ) -> Int64 {
        Checksum.of(
            [
                epoch.column.databaseValue, sequence.column.databaseValue,
                after.column.databaseValue, Data(change).databaseValue,
                madeAt.bootID.databaseValue, madeAt.nanoseconds.databaseValue,
            ], in: "entry")
    }

    private init(row: Row, key: SceneKey) throws {
        let sequence = SequenceNumber(column: try row.integer(2))
        let state: State
        switch try row.integer(7) {
        case 0: state = .waiting
        case 1:
            state = .settled(
                Receipt(
                    sequence: sequence, outcomes: try [Outcome](encoded: try row.bytes(8)),
                    revision: try row.optionalInteger(9).map(Revision.init(column:))))
        default:
            let code = try row.optionalInteger(10)
            state =
                try code.map { code in
                    .refused(
                        Failure(
                            Failure.Code(rawValue: Int(code)) ?? .unspecified, try row.text(11),
                            expected: try row.optionalInteger(12).map(SequenceNumber.init(column:)))
                    )
                } ?? .dropped
        }
        self.init(
            id: ID(rawValue: try row.integer(0)), key: key,
            epoch: Epoch(column: try row.integer(1)),
            sequence: sequence, after: SequenceNumber(column: try row.integer(3)),
            change: try row.bytes(4),
            madeAt: BootTimeInstant(bootID: try row.text(5), nanoseconds: try row.integer(6)),
            date: try row.optionalInteger(13).map { Timestamp(rawValue: $0 &* 1_000_000) },
            isSubmitted: try row.integer(14) != 0,
            hasLeftHistory: try row.integer(16) != 0, state: state)
        let checksum = Self.checksum(of: change, epoch, sequence, after: after, madeAt)
        guard try row.optionalInteger(15) == checksum else { throw CorruptRow.change(id) }
    }
}
