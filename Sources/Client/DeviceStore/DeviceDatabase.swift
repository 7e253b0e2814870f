internal import DatabaseFiles
internal import POSIX
internal import SQLite
package import NavigationModel
package import NavigationSync
package import NavigationWire
internal import Synchronization

/// A device's database: its identity, its last confirmed scenes and its outbox.
package final class DeviceDatabase: Sendable {
    /// The directory.
    package let path: String
    /// The device's id: generated at first use, and permanent.
    package let device: DeviceID
    /// The device's name.
    package let name: DeviceName
    /// The loss that this opening found in the device's own files, in words: saved changes that
    /// were not submitted yet may be lost. `nil` if nothing was found.
    package let loss: String?

    /// The status of the database file when it was opened.
    let opened: FileStatus?
    /// The newest saved change, recorded outside of the database.
    let mark: DeviceMark
    /// One connection; the other processes and instances have theirs.
    let queue: DatabaseQueue
    /// The confirmed scene that was read last, so that the next read costs only the new commits.
    let remembered = Mutex<(key: SceneKey, scene: ConfirmedScene)?>(nil)
    /// The store that this instance takes the device to belong to; once there is one, reads and
    /// writes fail after another process has had the device adopt another.
    let belongs = Mutex(StoreID.none)
    /// The evidence that another copy of this directory is in use, once there is some.
    private let foundTwin = Mutex<String?>(nil)
    /// A Boolean value indicating whether the database is closed, or being closed.
    private let isOver = Mutex(false)

    /// Opens the directory, which the first use creates (mode 0700). Any number of processes may do
    /// so at once.
    ///
    /// - Parameters:
    ///   - name: the device's name; it renames a device that has another. `nil` leaves the name as
    ///     it is.
    /// - firstName: the name at first use, if `name` gives none; without either, that is an error.
    ///   - makingID: called at first use only.
    package init(
        opening path: String, name: DeviceName?, firstName: DeviceName? = nil,
        makingID: () -> DeviceID
    ) throws(DeviceDatabaseError) {
        self.path = path
        do {
            let file = DatabaseFile(path: path + "/device.sqlite", format: Self.format)
            try Self.createIfMissing(
                file, in: path, name: name ?? firstName, makingID: makingID)
            mark = DeviceMark(path: path + "/device.mark")
            let corruption = try Self.saveCorruptLog(of: file, in: path)
            queue = try Self.open(file)
            opened = try? FileStatus(of: file.path)
            let lost: String?
            (device, self.name, lost) = try queue.inDatabase { [mark] db in
                let (device, name) = try Self.identity(db, renamedTo: name, in: file)
                return (device, name, try Self.lostEnd(db, after: mark, in: file))
            }
            loss = corruption ?? lost
        } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// Closes the database before the object is deinitialized, and with the device's last
    /// connection its write-ahead log. Idempotent; any thread. Waits for the calls under way; every
    /// later one throws ``DeviceDatabaseError/Code/closed``.
    package func close() {
        isOver.withLock { $0 = true }
        // It would fail with a statement under way, and none is kept. Deinitialization closes it,
        // too.
        try? queue.close()
        mark.close()
    }

    /// The evidence that the directory is a restored earlier copy of itself, or that another
    /// machine has a copy, in words: the daemon has changes of this device that were not made here.
    /// `nil` if none was found since the opening.
    package var twin: String? { foundTwin.withLock(\.self) }

    private func noteTwin(in scene: DeviceScene) {
        guard let foreign = scene.foreign else { return }
        foundTwin.withLock {
            $0 =
                "the daemon has changes of this device up to number \(foreign), but \(path) ends at "
                + "\(scene.sequence): an earlier copy was restored, or the directory was copied to another "
                + "machine, which needs a device directory of its own"
        }
    }

    /// A Boolean value indicating whether ``close()`` was called.
    package var isClosed: Bool { isOver.withLock { $0 } }

    /// Returns the scene as last confirmed by the daemon; `nil` before the first sync.
    package func confirmed(_ key: SceneKey) throws(DeviceDatabaseError) -> ConfirmedScene? {
        try transact(.reading) { db in
            try DeviceScene(of: key, db).flatMap { try confirmed(key, in: $0, db) }
        }
    }

    /// Replaces the confirmed scene. Within an epoch only a later revision is accepted, or the same
    /// one if the states differ, which repairs the saved one; another epoch replaces any state, and
    /// what only that one had is kept as lost. Returns whether it was accepted. Of the same revision
    /// the last sequence number is recorded.
    @discardableResult
    package func replaceConfirmed(
        _ key: SceneKey, with confirmed: ConfirmedScene, insteadOf former: ConfirmedScene? = nil
    ) throws(DeviceDatabaseError) -> Bool {
        try transact(.repeatable) { db in
            var scene = try DeviceScene.make(of: key, db)
            if scene.isConfirmed, scene.epoch == confirmed.epoch {
                guard scene.revision <= confirmed.revision else { return false }
                let isRepair =
                    try self.confirmed(key, in: scene, db)?.state.digest != confirmed.state.digest
                guard scene.revision < confirmed.revision || isRepair else {
                    try scene.settle(
                        through: confirmed.lastSequence, by: confirmed.revision, db)
                    return false
                }
            }
            let lost = try givenUp(for: confirmed, insteadOf: former, of: key, in: scene, db)
            if let lost { try Self.keepLost(lost, of: key, try Self.store(db), at: .now(), db) }
            try scene.store(confirmed, db)
            remember(confirmed, as: key)
            noteTwin(in: scene)
            return true
        }
    }

    /// Appends those of `commits` (in revision order) that follow gaplessly; returns the confirmed
    /// revision then, or `nil` if the confirmed epoch is another.
    ///
    /// A commit of this device settles its change in the same transaction, so that the change is
    /// never both in the confirmed state and on top of it. Processes that all follow the feed may
    /// all call it: known commits cost a read.
    ///
    /// - Parameters:
    /// - receipts: the receipts of pending changes: recorded first, in the same transaction,
    ///     whether or not commits are appended.
    /// - acknowledged: the last of the device's changes with a receipt at a revision, by the daemon;
    ///     recorded if that revision is reached.
    @discardableResult
    package func appendConfirmed(
        _ key: SceneKey, epoch: Epoch, commits: [Commit], settling receipts: [Receipt] = [],
        acknowledged: (lastSequence: SequenceNumber, revision: Revision)? = nil
    ) throws(DeviceDatabaseError) -> Revision? {
        let found = try transact(.reading) { db in try DeviceScene(of: key, db) }
        if let found, found.isConfirmed, receipts.isEmpty {
            guard found.epoch == epoch else { return nil }
            let isNews = acknowledged.map { $0.lastSequence != found.settled } ?? false
            guard isNews || commits.contains(where: { $0.revision == found.revision.next }) else {
                return found.revision
            }
        }
        return try transact(.repeatable) { db in
            var scene = try DeviceScene.make(of: key, db)
            for receipt in receipts {
                try OutboxEntry.settle(receipt.sequence, in: key, of: scene.id, with: receipt, db)
            }
            if !scene.isConfirmed {
                try scene.store(
                    ConfirmedScene(epoch: epoch, revision: .zero, state: SceneState()), db)
            }
            guard scene.epoch == epoch else { return nil }
            try append(commits, to: &scene, of: key, db)
            if let acknowledged {
                try scene.settle(through: acknowledged.lastSequence, by: acknowledged.revision, db)
            }
            noteTwin(in: scene)
            return scene.revision
        }
    }

    /// Returns the changes without an outcome, oldest first.
    package func waiting(in key: SceneKey) throws(DeviceDatabaseError) -> [OutboxEntry] {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db) else { return [] }
            return try OutboxEntry.waiting(in: key, of: scene.id, db)
        }
    }

    /// Returns the changes that a state at `revision` of the confirmed epoch does not contain,
    /// oldest first: the pending ones, and those settled at a later revision.
    package func overlay(
        in key: SceneKey, above revision: Revision
    ) throws(DeviceDatabaseError) -> [OutboxEntry] {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db) else { return [] }
            return try OutboxEntry.overlay(in: key, of: scene, above: revision, db)
        }
    }

    /// Returns the lower bound of the scene's future bases; `nil` if nothing is confirmed or
    /// changes of another history are pending. The cost grows with the pending changes.
    package func oldestBase(in key: SceneKey) throws(DeviceDatabaseError) -> OldestBase? {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db), scene.isConfirmed else { return nil }
            var oldest = scene.revision
            for entry in try OutboxEntry.waiting(in: key, of: scene.id, db) {
                guard entry.epoch == scene.epoch else { return nil }
                oldest = min(oldest, try Change(encoded: entry.change).base.revision)
            }
            return OldestBase(epoch: scene.epoch, revision: oldest)
        }
    }

    /// Returns a change by its permanent id; `nil` if it is not kept any more.
    package func entry(_ id: OutboxEntry.ID) throws(DeviceDatabaseError) -> OutboxEntry? {
        try transact(.reading) { db in
            guard let key = try OutboxEntry.key(of: id, db) else { return nil }
            return try OutboxEntry.rows(in: key, where: "id = ?", [id.rawValue], db).first
        }
    }

    /// Returns the newest change with this number; `nil` if none is kept.
    package func entry(
        _ key: SceneKey, _ sequence: SequenceNumber
    ) throws(DeviceDatabaseError) -> OutboxEntry? {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db) else { return nil }
            return try OutboxEntry.rows(
                in: key, where: "scene = ? AND sequence = ? ORDER BY id",
                [scene.id, sequence.column], db
            ).last
        }
    }

    /// Records the receipt of a pending change. Idempotent.
    package func settle(
        _ key: SceneKey, _ sequence: SequenceNumber, with receipt: Receipt
    ) throws(DeviceDatabaseError) {
        try transact(.repeatable) { db in
            guard let scene = try DeviceScene(of: key, db) else { return }
            try OutboxEntry.settle(sequence, in: key, of: scene.id, with: receipt, db)
        }
    }

    /// Records that a pending change was refused permanently. The next one then follows the one
    /// before it, under the number it has. Idempotent.
    package func refuse(
        _ key: SceneKey, _ sequence: SequenceNumber, because failure: Failure
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db),
                let entry = try OutboxEntry.waiting(in: key, of: scene.id, sequence, db)
            else { return }
            try OutboxEntry.refuse(entry, of: scene.id, because: failure, db)
        }
    }

    /// Moves all pending changes to the history `epoch`. Those that the daemon can't know there get
    /// new numbers after `after`, in order, and the confirmed state as their base: those with a
    /// greater number, those that left another history, and those whose numbers turn out to be in
    /// use. The others are unchanged: by its number and its bytes the daemon can still return the
    /// receipt of a change, and under another number it would treat it as a new one. So are those
    /// made before the first sync, where their numbers follow: another copy of this database may
    /// submit the same. In a scene that was pruned they would be refused as expired, and get the
    /// confirmed state as their base.
    ///
    /// - Parameters:
    /// - after: the device's last change that the daemon has settled.
    /// - reused: the numbers under which the daemon has another change.
    package func renumber(
        _ key: SceneKey, epoch: Epoch, after: SequenceNumber, reused: Set<SequenceNumber> = []
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            let scene = try DeviceScene.make(of: key, db)
            let confirmed = scene.epoch == epoch ? try confirmed(key, in: scene, db) : nil
            let waiting = try OutboxEntry.waiting(in: key, of: scene.id, db)
            try renumber(
                waiting, scene, epoch: epoch, after: after, on: Self.base(on: confirmed),
                keepsFirst: confirmed?.state.prunedThrough == .zero,
                where: { entry in
                    entry.hasLeftHistory || entry.sequence > after
                        || reused.contains(entry.sequence)
                }, db)
        }
    }

    /// Acquires the sender role if no other process holds it.
    package func trySenderLock() throws(DeviceDatabaseError) -> SenderLock? {
        try senderLock(within: .zero)
    }

    /// Waits to become the device's sender, in the order of calls. Blocks its thread.
    package func senderLock() throws(DeviceDatabaseError) -> SenderLock {
        do { return SenderLock(try FileLock(awaiting: senderLockPath)) } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// Waits to become the device's sender; `nil` if `timeout` ends first. Blocks its thread.
    package func senderLock(within timeout: Duration) throws(DeviceDatabaseError) -> SenderLock? {
        do {
            return try FileLock.acquire(
                senderLockPath, before: .now + timeout
            ).map(SenderLock.init)
        } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }
}
