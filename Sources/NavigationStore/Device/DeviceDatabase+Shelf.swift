internal import GRDB
public import NavigationModel
internal import NavigationWire

/// The shelf: where changes stay that were refused for good.
///
/// Every change gets there that the daemon will never take, or that ends `rejected`; one whose
/// author was told leaves it again, unless it may pass later (``tell(_:)``). The overflow rule: of
/// each scene the newest ``DeviceLimits/shelf`` stay, and how many had to go is counted.
extension DeviceDatabase {
    /// What is on the shelf.
    public func shelf(of key: SceneKey) throws(DeviceDirectoryError) -> Shelf {
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

    /// How many changes are on the shelf: cheap enough to ask after every command.
    public func shelfCount(of key: SceneKey) throws(DeviceDirectoryError) -> Int {
        try transact(.reading) { db in
            guard let scene = try DeviceScene(of: key, db) else { return 0 }
            let row = try db.row(
                "SELECT count(*) FROM entry WHERE scene = ? AND shelved = 1", [scene.id])
            return Int(clamping: try row?.integer(0) ?? 0)
        }
    }

    /// Takes a change off the shelf for good.
    ///
    /// - Throws: ``DeviceDirectoryError/Code/notFound`` if it is not there (any more).
    public func dropShelved(
        _ id: OutboxEntry.ID, of key: SceneKey
    ) throws(DeviceDirectoryError) {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db),
                try OutboxEntry.isShelved(id, of: scene.id, db)
            else { throw DeviceDirectoryError.notOnShelf(id) }
            try OutboxEntry.takeOffShelf(id, db)
        }
    }

    /// Empties the shelf; returns how many changes were on it.
    @discardableResult
    public func dropAllShelved(of key: SceneKey) throws(DeviceDirectoryError) -> Int {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db) else { return 0 }
            try db.run(
                "UPDATE entry SET shelved = 0 WHERE scene = ? AND shelved = 1", [scene.id])
            let count = db.changesCount
            try db.run("UPDATE scene SET overflowed = 0 WHERE id = ?", [scene.id])
            return count
        }
    }

    /// Notes that the author of a change has been told that it was refused. Idempotent.
    public func acknowledge(_ id: OutboxEntry.ID) throws(DeviceDirectoryError) {
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
