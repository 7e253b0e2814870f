internal import SQLite
package import NavigationModel
package import NavigationSync
internal import NavigationWire

/// Appending to the outbox: each change in one transaction with the view that it was made on.
extension DeviceDatabase {
    /// Makes a change from the device's view, and appends it to the outbox.
    package func appendChange(
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

    /// Undoes the device's newest change that is not undone yet, or redoes the one that it undid
    /// last; `nil` if there is none.
    package func appendUndo(
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

    /// Retries a change on the shelf as a new change, and removes it from the shelf. The change is
    /// `nil` if the state is as requested already.
    package func appendRetry(
        of id: OutboxEntry.ID, to key: SceneKey, madeAt: BootTimeInstant,
        seen: ConfirmedScene? = nil, isSubmitted: Bool = false,
        build: (OutboxView, [Operation]) throws -> OutboxDraft
    ) throws -> OutboxEntry? {
        try append(to: key, madeAt: madeAt, seen: seen, isSubmitted: isSubmitted) { appending, db in
            let shelved = try OutboxEntry.rows(
                in: key, where: "scene = ? AND id = ? AND shelved = 1",
                [appending.scene.id, id.rawValue], db
            ).first
            guard let shelved else { throw DeviceDatabaseError.notOnShelf(id) }
            guard !shelved.change.isEmpty else { throw DeviceDatabaseError.corruptEntry(id) }
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
            try OutboxEntry.deleteOld(of: scene, db)
            return try OutboxEntry.append(
                change, to: scene, of: key, madeAt: madeAt, isSubmitted: isSubmitted, db)
        }
    }

    /// An error that a caller's closure threw: it rolls back the transaction, and is rethrown
    /// unchanged.
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
            // A process that submits it itself notifies the others by releasing the sender's lock,
            // or by dying.
            if result != nil, !isSubmitted { notifyOthers() }
            return result
        } catch {
            throw refusal ?? error
        }
    }
}
