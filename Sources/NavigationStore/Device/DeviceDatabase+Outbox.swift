internal import GRDB
public import NavigationModel

/// What a person does to the outbox.
extension DeviceDatabase {
    /// What became of the wish to drop a waiting change.
    public enum DropResult: Hashable, Sendable {
        /// It is gone: the daemon never gets it.
        case dropped
        /// It may have been handed over: only the daemon can tell, so it stays.
        case submitted
        /// It does not wait (any more).
        case notWaiting
    }

    /// Takes a waiting change out of the outbox, unless it may have been handed over. The next one
    /// then follows the one before it, under the number it has: numbers form a chain, not a count.
    ///
    /// Only the sender may call it, so that nothing is handed over meanwhile.
    public func drop(
        _ id: OutboxEntry.ID, of key: SceneKey, as sender: SenderLock
    ) throws(DeviceDirectoryError) -> DropResult {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db),
                let entry = try OutboxEntry.rows(
                    in: key, where: "scene = ? AND id = ? AND state = 0", [scene.id, id.rawValue],
                    db
                ).first
            else { return .notWaiting }
            guard !entry.isSubmitted else { return .submitted }
            try OutboxEntry.drop(entry, of: scene.id, db)
            return .dropped
        }
    }

    /// Notes, before it happens, that waiting changes are handed over. Idempotent.
    public func noteSubmission(
        of ids: [OutboxEntry.ID]
    ) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            for id in ids {
                try db.run(
                    "UPDATE entry SET submitted = 1 WHERE id = ? AND state = 0", [id.rawValue])
            }
        }
    }
}
