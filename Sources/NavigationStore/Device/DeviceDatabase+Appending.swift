internal import GRDB
public import NavigationModel
public import NavigationSync
internal import NavigationWire

/// The way of changes into the outbox: each in one transaction with the view that it was made on.
extension DeviceDatabase {
    /// Makes a change out of what the device sees, and appends it to the outbox.
    ///
    /// `build` gets that view under the lock of the outbox: whatever any process appended before
    /// is in it. It returns the operations; for none, nothing is appended. It must not call the
    /// directory. What it throws is thrown on; else the errors are ``DeviceDirectoryError``.
    ///
    /// - Parameters:
    ///   - seen: what this process has seen of the scene; it goes into the view where it is later
    ///     than what is kept.
    ///   - isSubmitted: whether it may be handed over before anything else is written about it.
    public func appendChange(
        to key: SceneKey, madeAt: BootTimeInstant, requiredRevision: Revision? = nil,
        animated: Bool = false, seen: ConfirmedScene? = nil, isSubmitted: Bool = false,
        build: (OutboxView) throws -> OutboxDraft
    ) throws -> OutboxEntry? {
        try append(
            to: key, madeAt: madeAt, requiredRevision: requiredRevision, seen: seen,
            isSubmitted: isSubmitted
        ) { appending, db in
            let draft = try BuildError.catching { try build(appending.view) }
            guard let entry = try appending.append(draft.operations, animated: animated, db) else {
                return nil
            }
            try UndoJournal.add(draft.reversal, for: entry, of: appending.scene.id, db)
            return entry
        }
    }

    /// Takes the device's newest change back that is not taken back yet, or does again what it took
    /// back last; `nil` if there is none.
    ///
    /// - Parameter build: the operations that do it in the view; none if nothing of the change is
    ///   left, which counts as done.
    public func appendUndo(
        _ direction: UndoStep.Direction, to key: SceneKey, madeAt: BootTimeInstant,
        seen: ConfirmedScene? = nil, isSubmitted: Bool = false,
        build: (OutboxView, InverseChange) throws -> OutboxDraft
    ) throws -> UndoStep? {
        try append(to: key, madeAt: madeAt, seen: seen, isSubmitted: isSubmitted) { appending, db in
            var skipped: [[Operation]] = []
            while let row = try UndoJournal.newest(direction, of: appending.scene.id, db) {
                try UndoJournal.remove(row.id, db)
                guard row.reversal.isPossible else {
                    skipped.append(row.reversal.done)
                    continue
                }
                let draft = try BuildError.catching { try build(appending.view, row.reversal) }
                let entry = try appending.append(draft.operations, db)
                if let entry, let reversal = draft.reversal, reversal.isPossible {
                    try UndoJournal.move(
                        reversal, to: direction.opposite, for: entry, of: appending.scene.id, db)
                }
                return UndoStep(done: row.reversal.done, skipped: skipped, entry: entry)
            }
            return skipped.isEmpty ? nil : UndoStep(done: [], skipped: skipped, entry: nil)
        }
    }

    /// Makes the wish of a change on the shelf anew, and takes it off the shelf. The change is `nil`
    /// if all is as it was wished.
    ///
    /// - Parameter build: turns the operations of then into those that do the same in the view.
    /// - Throws: ``DeviceDirectoryError/Code/notFound`` if the change is not on the shelf (any more).
    public func appendRetry(
        of id: OutboxEntry.ID, to key: SceneKey, madeAt: BootTimeInstant,
        seen: ConfirmedScene? = nil, isSubmitted: Bool = false,
        build: (OutboxView, [Operation]) throws -> OutboxDraft
    ) throws -> OutboxEntry? {
        try append(to: key, madeAt: madeAt, seen: seen, isSubmitted: isSubmitted) { appending, db in
            let shelved = try OutboxEntry.rows(
                in: key, where: "scene = ? AND id = ? AND shelved = 1",
                [appending.scene.id, id.rawValue], db
            ).first
            guard let shelved else { throw DeviceDirectoryError.notOnShelf(id) }
            guard !shelved.change.isEmpty else { throw DeviceDirectoryError.rotten(id) }
            let refused = try Change(encoded: shelved.change)
            let draft = try BuildError.catching {
                try build(appending.view, refused.repeatableOperations)
            }
            try OutboxEntry.takeOffShelf(id, db)
            let entry = try appending.append(draft.operations, animated: refused.animated, db)
            guard let entry else { return nil }
            try UndoJournal.add(draft.reversal, for: entry, of: appending.scene.id, db)
            return entry
        }
    }

    /// The view that a change is appended to, in a transaction.
    private struct Appending {
        let scene: DeviceScene
        let view: OutboxView
        let key: SceneKey
        let base: Change.Base
        let requiredRevision: Revision?
        let madeAt: BootTimeInstant
        let isSubmitted: Bool

        func append(
            _ operations: [Operation], animated: Bool = false, _ db: Database
        ) throws -> OutboxEntry? {
            guard !operations.isEmpty else { return nil }
            let change = Change(
                device: view.device, sequence: view.sequence, base: base,
                requiredRevision: requiredRevision, animated: animated, operations: operations)
            try OutboxEntry.forgetOld(of: scene, db)
            return try OutboxEntry.append(
                change, to: scene, of: key, madeAt: madeAt, isSubmitted: isSubmitted, db)
        }
    }

    /// The error that a caller's closure threw: it undoes the transaction, and is thrown on as it
    /// was.
    private struct BuildError: Error {
        let cause: any Error

        static func catching<Result>(_ body: () throws -> Result) throws(BuildError) -> Result {
            do { return try body() } catch { throw BuildError(cause: error) }
        }
    }

    private func append<Result>(
        to key: SceneKey, madeAt: BootTimeInstant, requiredRevision: Revision? = nil,
        seen: ConfirmedScene?, isSubmitted: Bool,
        _ body: (Appending, Database) throws -> Result?
    ) throws -> Result? {
        var refusal: (any Error)?
        var newest: Int64 = 0
        do {
            let result = try transact(.durable) { db in
                let scene = try DeviceScene.make(of: key, db)
                let confirmed = try scene.later(seen) ?? confirmed(key, in: scene, db)
                let revision = confirmed?.revision ?? .zero
                let entries = try OutboxEntry.overlay(in: key, of: scene, above: revision, db)
                try checkRoom(in: entries)
                let view = OutboxView(
                    device: device, confirmed: confirmed, entries: entries,
                    sequence: scene.sequence.next)
                let appending = Appending(
                    scene: scene, view: view, key: key, base: Self.base(on: confirmed),
                    requiredRevision: requiredRevision, madeAt: madeAt, isSubmitted: isSubmitted)
                do {
                    let result = try body(appending, db)
                    newest = try Self.newestChange(db)
                    return result
                } catch let error as BuildError {
                    refusal = error.cause
                    throw error
                }
            }
            mark.note(newest)
            // Who hands it over itself tells the others by letting go of the sender's lock, or dying.
            if result != nil, !isSubmitted { notifyOthers() }
            return result
        } catch {
            throw refusal ?? error
        }
    }
}
