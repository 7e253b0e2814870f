internal import DatabaseFiles
internal import SQLite
package import NavigationModel
internal import NavigationWire

/// The shelf: the dead-letter queue of changes that were refused permanently.
extension DeviceDatabase {
    /// Returns the shelf of a scene.
    package func shelf(of key: SceneKey) throws(DeviceDatabaseError) -> Shelf {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db) else {
                return Shelf(entries: [], overflowed: 0)
            }
            let entries = try OutboxEntry.rows(
                in: key, where: "scene = ? AND shelved = 1 ORDER BY id", [scene.id], db)
            let row = try db.row("SELECT overflowed FROM scene WHERE id = ?", [scene.id])
            return Shelf(
                entries: entries, overflowed: Int(clamping: try row?.integer(0) ?? 0))
        }
    }

    /// Returns the number of changes on the shelf: cheap enough for a check after every command.
    package func shelfCount(of key: SceneKey) throws(DeviceDatabaseError) -> Int {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db) else { return 0 }
            let row = try db.row(
                "SELECT count(*) FROM entry WHERE scene = ? AND shelved = 1", [scene.id])
            return Int(clamping: try row?.integer(0) ?? 0)
        }
    }

    /// Drops a change from the shelf.
    package func dropShelved(
        _ id: OutboxEntry.ID, of key: SceneKey
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db),
                try OutboxEntry.isShelved(id, of: scene.id, db)
            else { throw DeviceDatabaseError.notOnShelf(id) }
            try OutboxEntry.takeOffShelf(id, db)
        }
    }

    /// Empties the shelf; returns the number of dropped changes.
    @discardableResult
    package func dropAllShelved(of key: SceneKey) throws(DeviceDatabaseError) -> Int {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db) else { return 0 }
            try db.run(
                "UPDATE entry SET shelved = 0 WHERE scene = ? AND shelved = 1", [scene.id])
            let count = db.changesCount
            try db.run("UPDATE scene SET overflowed = 0 WHERE id = ?", [scene.id])
            return count
        }
    }

    /// Records that the author of a change was notified of its refusal. Idempotent.
    package func acknowledge(_ id: OutboxEntry.ID) throws(DeviceDatabaseError) {
        try transact(.repeatable) { db in
            guard let key = try OutboxEntry.key(of: id, db),
                let entry = try OutboxEntry.rows(in: key, where: "id = ?", [id.rawValue], db).first,
                case .settled(let receipt) = entry.state,
                let reason = receipt.outcomes.mostSevere.reason, !reason.isRetryable
            else { return }
            try OutboxEntry.takeOffShelf(id, db)
        }
    }
}

/// The dead-letter queue of a device's refused changes, kept until a person decides.
package struct Shelf: Hashable, Sendable {
    /// The changes, in the order in which they were made.
    package let entries: [OutboxEntry]
    /// The number of older changes that were dropped from a full shelf.
    package let overflowed: Int

    /// Joins the parts.
    package init(entries: [OutboxEntry], overflowed: Int) {
        self.entries = entries
        self.overflowed = overflowed
    }
}

extension Rejection {
    /// A Boolean value indicating whether a change with this failure stays on the shelf although
    /// its author was notified: a retry may well be accepted.
    var isRetryable: Bool {
        switch self {
        case .unspecified, .limitExceeded, .unsupported, .expired, .notPermitted: true
        case .unknownTab, .unknownScreen, .screenExists, .revisionMismatch, .malformed, .answered,
            .unknownModal, .unknownBar, .preferredDisabled:
            false
        }
    }
}
