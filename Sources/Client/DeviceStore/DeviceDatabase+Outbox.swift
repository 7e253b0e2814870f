internal import DatabaseFiles
internal import GRDB
public import NavigationModel

/// A person's operations on the outbox.
extension DeviceDatabase {
    /// The result of dropping a pending change.
    public enum DropResult: Hashable, Sendable {
        /// The change was dropped: the daemon never gets it.
        case dropped
        /// The change may have been submitted: only the daemon knows, so it stays.
        case submitted
        /// The change is not pending (any more).
        case notWaiting
    }

    /// Removes a pending change from the outbox, unless it may have been submitted. The next one
    /// then follows the one before it, under the number it has: numbers form a chain, not a count.
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

    /// Records, beforehand, that pending changes are being submitted. Idempotent.
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
