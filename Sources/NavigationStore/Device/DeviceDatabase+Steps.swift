internal import Files
internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Synchronization

/// The steps inside the transactions.
extension DeviceDatabase {
    /// The purposes of a transaction.
    enum TransactionMode {
        /// Nothing is written.
        case reading
        /// Others see it at once; the next durable one takes it to the disk. A crash of the machine
        /// may undo it, whole, with all that came after it.
        case repeatable
        /// It is on the disk when the call returns.
        case durable
    }

    /// Runs `body` in one transaction, and commits it unless it throws; anew after each row of the
    /// device's own that it found rotten, once that is set aside.
    ///
    /// - Parameter isAboutHome: whether it is for whatever store the device belongs to by now.
    func transact<Result>(
        _ purpose: TransactionMode, isAboutHome: Bool = false, _ body: (Database) throws -> Result
    ) throws(DeviceDirectoryError) -> Result {
        do {
            var setAside: Set<RottenRow> = []
            while true {
                do {
                    return try transactOnce(purpose, isAboutHome: isAboutHome, body)
                } catch let rot as RottenRow {
                    try self.setAside(rot, &setAside)
                }
            }
        } catch {
            throw DeviceDirectoryError(error, at: path)
        }
    }

    /// Sets a rotten row aside, after those that come to light by it. One that is rotten still when it
    /// was set aside can't be written: its table has rotted, too.
    private func setAside(_ rot: RottenRow, _ known: inout Set<RottenRow>) throws {
        do {
            try transactOnce(.durable, isAboutHome: true) { try setAside(rot, $0) }
        } catch let other as RottenRow where other != rot {
            try setAside(other, &known)
            try transactOnce(.durable, isAboutHome: true) { try setAside(rot, $0) }
        }
        guard known.insert(rot).inserted else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "a row can't be found by its id")
        }
    }

    private func transactOnce<Result>(
        _ purpose: TransactionMode, isAboutHome: Bool, _ body: (Database) throws -> Result
    ) throws -> Result {
        try queue.writeWithoutTransaction { db in
            if isClosed { throw DeviceDirectoryError.closed(path) }
            // In a write-ahead log NORMAL leaves out the sync at each commit, and only that.
            let synchronous = purpose == .durable ? "FULL" : "NORMAL"
            try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
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

    /// Throws if the database is no longer where it was: what is written to it then is gone with the
    /// processes that have it open.
    private func checkPlace() throws(DeviceDirectoryError) {
        let file = path + "/device.sqlite"
        guard let opened, FileStatus(of: file)?.isSameFile(as: opened) != true else { return }
        throw DeviceDirectoryError(
            .damaged,
            "\(file) was removed, moved or replaced: nothing is kept here any more: start anew")
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

    /// Keeps a confirmed scene in memory for the next read. Nothing relies on it: what is read is
    /// compared with the row first.
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
            try OutboxEntry.settle(commit.stamp.sequence, of: scene.id, with: receipt, db)
        }
        try db.run(
            "UPDATE scene SET revision = ? WHERE id = ?", [scene.revision.column, scene.id])
        guard try scene.hasLongTail(commits.count, db),
            let whole = try confirmed(key, in: scene, db)
        else { return }
        try scene.store(whole, db)
    }

    /// Throws if the outbox holds all the waiting changes it may.
    func checkRoom(in entries: [OutboxEntry]) throws {
        guard entries.count(where: { $0.state == .waiting }) < DeviceLimits.waiting else {
            throw DeviceDirectoryError(
                .outboxFull,
                "\(DeviceLimits.waiting) changes wait in \(path) already: "
                    + "connect to the daemon to send them")
        }
    }

    /// Returns the base of a change that is made now.
    static func base(on confirmed: ConfirmedScene?) -> Change.Base {
        Change.Base(
            revision: confirmed?.revision ?? .zero, latest: confirmed?.state.latest ?? .zero)
    }

    /// Rewrites waiting changes under new numbers. One that would get the very number and place that
    /// it has in the epoch stays as it is: it may be on its way. One that a newer version has made, and
    /// of which a part is not understood here, would lose that part: it goes to the shelf.
    ///
    /// - Parameter known: those that wait, and stay as they are.
    func renumber(
        _ waiting: [OutboxEntry], beside known: [OutboxEntry], _ scene: DeviceScene, epoch: Epoch,
        after: SequenceNumber, on base: Change.Base, _ db: Database
    ) throws {
        var numbers: [SequenceNumber: SequenceNumber] = [:]
        for entry in known { numbers[entry.sequence] = entry.sequence }
        var rewritten: [(entry: OutboxEntry, change: Change)] = []
        var last = after
        for entry in waiting {
            let number = last.next
            let isSame =
                entry.epoch == epoch && entry.sequence == number && entry.after.next == number
            if !isSame {
                let change = try Change(encoded: entry.change)
                guard change.isUnderstood else {
                    try OutboxEntry.refuse(
                        entry.sequence, of: scene.id, because: .madeByNewerVersion, db)
                    continue
                }
                rewritten.append((entry, change))
            }
            last = number
            numbers[entry.sequence] = last
        }
        for (entry, former) in rewritten {
            let change = former.renumbered(numbers, on: base)
            let before = SequenceNumber(rawValue: change.sequence.rawValue - 1)
            try entry.move(
                to: epoch, change.sequence, after: before, change: change.encoded, db)
            try UndoJournal.renumber(entry.id, change.sequence, db)
        }
        try UndoJournal.renumber(numbers, by: device, of: scene.id, db)
        try db.run(
            "UPDATE scene SET sequence = ?1, chained = ?1 WHERE id = ?2", [last.column, scene.id])
    }
}

extension Failure {
    fileprivate static let madeByNewerVersion = Failure(
        .unsupported, "a newer version of navsync made this change: update navsync on this device")
}
