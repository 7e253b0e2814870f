internal import DatabaseFiles
internal import POSIX
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Synchronization

/// The steps inside transactions.
extension DeviceDatabase {
    /// The modes of a transaction.
    enum TransactionMode {
        /// Read-only.
        case reading
        /// Visible to others at once; made durable by the next durable one. A crash of the machine
        /// may undo it, whole, with all later ones.
        case repeatable
        /// On disk when the call returns.
        case durable
    }

    /// Runs `body` in one transaction, and commits it unless it throws; retries after each corrupt
    /// row of the device's own data, once that is set aside.
    func transact<Result>(
        _ purpose: TransactionMode, isAboutHome: Bool = false, _ body: (Database) throws -> Result
    ) throws(DeviceDatabaseError) -> Result {
        do {
            var setAside: Set<CorruptRow> = []
            while true {
                do {
                    return try transactOnce(purpose, isAboutHome: isAboutHome, body)
                } catch let row as CorruptRow {
                    try self.setAside(row, &setAside)
                }
            }
        } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// Sets a corrupt row aside, after those that are found by doing so. A row that is still
    /// corrupt then can't be written: its table is corrupt, too.
    private func setAside(_ row: CorruptRow, _ known: inout Set<CorruptRow>) throws {
        do {
            try transactOnce(.durable, isAboutHome: true) { try setAside(row, $0) }
        } catch let other as CorruptRow where other != row {
            try setAside(other, &known)
            try transactOnce(.durable, isAboutHome: true) { try setAside(row, $0) }
        }
        guard known.insert(row).inserted else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "a row can't be found by its id")
        }
    }

    private func transactOnce<Result>(
        _ purpose: TransactionMode, isAboutHome: Bool, _ body: (Database) throws -> Result
    ) throws -> Result {
        try queue.writeWithoutTransaction { db in
            if isClosed { throw DeviceDatabaseError.closed(path) }
            // In a write-ahead log NORMAL leaves out the sync at each commit, and only that.
            switch purpose {
            case .reading: break
            case .repeatable: try db.execute(sql: "PRAGMA synchronous = NORMAL")
            case .durable: try db.execute(sql: "PRAGMA synchronous = FULL")
            }
            try db.beginTransaction(purpose == .reading ? .deferred : .immediate)
            do {
                if !isAboutHome { try checkHome(db) }
                let result = try body(db)
                try db.commit()
                if purpose != .reading { try checkPlace() }
                return result
            } catch {
                // After some failures SQLite has rolled back already.
                if db.isInsideTransaction { try? db.rollback() }
                throw error
            }
        }
    }

    /// Throws if the database is no longer at its path: writes to it would be lost with the
    /// processes that have it open.
    private func checkPlace() throws(DeviceDatabaseError) {
        let file = path + "/device.sqlite"
        guard let opened, (try? FileStatus(of: file))?.isSameFile(as: opened) != true else {
            return
        }
        throw DeviceDatabaseError(
            .damaged,
            "\(file) was removed, moved or replaced",
            advice: "restart this program")
    }

    /// Reads the confirmed state.
    func confirmed(
        _ key: SceneKey, in scene: DeviceScene, _ db: Database
    ) throws -> ConfirmedScene? {
        let known = remembered.withLock { $0.flatMap { $0.key == key ? $0.scene : nil } }
        let confirmed = try scene.confirmed(key, remembered: known, db)
        if let confirmed { remember(confirmed, as: key) }
        return confirmed
    }

    /// Caches a confirmed scene in memory for the next read. It is only a hint: a read compares it
    /// with the row first.
    func remember(_ confirmed: ConfirmedScene, as key: SceneKey) {
        remembered.withLock { $0 = (key, confirmed) }
    }

    /// Appends the commits that follow, settles the device's own among them, and folds the tail
    /// into the snapshot when it has grown long.
    func append(
        _ commits: [Commit], to scene: inout DeviceScene, of key: SceneKey, _ db: Database
    ) throws {
        for commit in commits where commit.revision == scene.revision.next {
            let bytes = Data(commit.encoded)
            try db.run(
                "INSERT INTO tail (scene, revision, bytes, checksum) VALUES (?, ?, ?, ?)",
                [
                    scene.id, commit.revision.column, bytes,
                    DeviceScene.checksum(of: bytes, scene.epoch, commit.revision),
                ])
            scene.revision = commit.revision
            guard commit.stamp.device == device else { continue }
            try scene.settle(
                through: max(scene.settled, commit.stamp.sequence), by: commit.revision, db)
            guard try OutboxEntry.isWaiting(commit, in: key, of: scene.id, db) else { continue }
            let receipt = Receipt(
                sequence: commit.stamp.sequence, outcomes: commit.outcomes,
                revision: commit.revision)
            try OutboxEntry.settle(
                commit.stamp.sequence, in: key, of: scene.id, with: receipt, db)
        }
        try db.run(
            "UPDATE scene SET revision = ? WHERE id = ?", [scene.revision.column, scene.id])
        guard try scene.hasLongTail(commits.count, db),
            let whole = try confirmed(key, in: scene, db)
        else { return }
        try scene.store(whole, db)
    }

    /// Throws if the outbox is full.
    func checkRoom(in entries: [OutboxEntry]) throws {
        guard entries.count(where: { $0.state == .waiting }) < DeviceLimits.waiting else {
            throw DeviceDatabaseError(
                .outboxFull,
                "the outbox in \(path) is full with \(DeviceLimits.waiting) changes: "
                    + "connect to the daemon to submit them")
        }
    }

    /// Returns the base of a change that is made now.
    static func base(on confirmed: ConfirmedScene?) -> Change.Base {
        Change.Base(
            revision: confirmed?.revision ?? .zero, latest: confirmed?.state.latest ?? .zero)
    }

    /// Renumbers those of the pending changes for which `isNew` is true, oldest first. One that
    /// would get the very number and place that it has in the epoch stays: it may be in flight. One
    /// from a newer version, with parts that are not understood here, would lose them: it goes to
    /// the shelf.
    ///
    /// - Parameter keepsFirst: Also one that was in no history before stays as it is, if it would get
    ///   the very number and place that it has.
    ///
    /// Two can have the same former number, if the daemon has lost one and the other was made in
    /// the history after that: a reference is to the last before it.
    func renumber(
        _ waiting: [OutboxEntry], _ scene: DeviceScene, epoch: Epoch, after: SequenceNumber,
        on base: Change.Base, keepsFirst: Bool = false, where isNew: (OutboxEntry) -> Bool,
        _ db: Database
    ) throws {
        var moves: [UndoJournal.Move] = []
        var numbers: [SequenceNumber: SequenceNumber] = [:]
        var last = after
        for entry in waiting {
            var number = entry.sequence
            if isNew(entry) {
                number = last.next
                let isInPlace = entry.sequence == number && entry.after == last
                if isInPlace, keepsFirst, entry.isFirst {
                    try entry.move(to: epoch, number, after: last, change: entry.change, db)
                } else if !isInPlace || entry.epoch != epoch {
                    let former = try Change(encoded: entry.change)
                    guard former.isUnderstood else {
                        try OutboxEntry.refuse(
                            entry, of: scene.id, because: .madeByNewerVersion, db)
                        continue
                    }
                    numbers[entry.sequence] = number
                    let change = former.renumbered(numbers, on: base)
                    try entry.move(to: epoch, number, after: last, change: change.encoded, db)
                }
                last = number
            } else {
                try entry.move(
                    to: epoch, number, after: entry.after, change: entry.change,
                    isSubmitted: entry.isSubmitted, db)
            }
            numbers[entry.sequence] = number
            moves.append(UndoJournal.Move(entry: entry.id, from: entry.sequence, to: number))
        }
        try UndoJournal.renumber(moves, by: device, of: scene.id, db)
        try db.run(
            "UPDATE scene SET sequence = ?1, chained = ?1 WHERE id = ?2", [last.column, scene.id])
    }
}

extension Failure {
    fileprivate static let madeByNewerVersion = Failure(
        .unsupported, "a newer version of navsync made this change",
        advice: "update navsync on this device")
}
