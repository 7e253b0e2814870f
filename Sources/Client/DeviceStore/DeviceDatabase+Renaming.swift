internal import DatabaseFiles
internal import SQLite
internal import Synchronization
package import NavigationModel

/// Scenes that got another name at the daemon.
extension DeviceDatabase {
    /// Gives the device's rows of a scene its new name: the mirrored state, the outbox, the shelf and
    /// the undo journal. The history is the same, so what waits is submitted as it is. Leaves them
    /// where they are if the device has changes of a scene of the new name.
    package func renameScene(
        _ scene: SceneID, to newName: SceneID, of user: UserID
    ) throws(DeviceDatabaseError) {
        let (key, target) = (
            SceneKey(user: user, scene: scene), SceneKey(user: user, scene: newName)
        )
        try transact(.durable) { db in
            guard let former = try DeviceScene(of: key, db) else { return }
            if let present = try DeviceScene(of: target, db) {
                let isUsed = try db.row(
                    "SELECT 1 FROM entry WHERE scene = ?1 UNION ALL "
                        + "SELECT 1 FROM journal WHERE scene = ?1 LIMIT 1", [present.id])
                guard isUsed == nil else { return }
                try db.run("DELETE FROM tail WHERE scene = ?", [present.id])
                try db.run("DELETE FROM scene WHERE id = ?", [present.id])
            }
            try db.run(
                "UPDATE scene SET scene = ? WHERE id = ?", [newName.rawValue, former.id])
        }
        remembered.withLock { if $0?.key == key || $0?.key == target { $0 = nil } }
    }
}
