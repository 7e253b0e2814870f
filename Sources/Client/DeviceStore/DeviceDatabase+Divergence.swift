internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
package import NavigationModel
package import NavigationSync
internal import NavigationWire
internal import POSIX

/// The handling of a mirror that has diverged.
extension DeviceDatabase {
    /// The directory of reports: a subdirectory for each.
    package var reportDirectory: String { path + "/reports" }

    /// The saved reports, oldest history first.
    package var reports: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: reportDirectory)) ?? []
        return names.sorted().map { "\(reportDirectory)/\($0)" }
    }

    /// Saves both states for a report. The first ``DeviceLimits/reports`` are kept, because the
    /// first failure tells the most; further ones are dropped until a person has removed those.
    package func saveReport(
        _ divergence: Divergence, of key: SceneKey
    ) throws(DeviceDatabaseError) {
        let name = "\(divergence.mirror.epoch)-\(divergence.mirror.revision)"
        let directory = "\(reportDirectory)/\(name)"
        let known = reports
        guard known.count < DeviceLimits.reports, !known.contains(directory) else { return }
        do {
            try DurableFiles.createDirectory(directory)
            for (side, scene) in [("mirror", divergence.mirror), ("daemon", divergence.daemon)] {
                try DurableFiles.replace(
                    "\(directory)/\(side).snapshot", with: scene.state.snapshot)
            }
            let text = Self.description(of: divergence, in: key)
            try DurableFiles.replace("\(directory)/about.txt", with: Array(text.utf8))
        } catch {
            throw DeviceDatabaseError(error, at: path)
        }
    }

    /// Drops the confirmed state of a scene, as before the first sync. The outbox stays.
    package func discardConfirmed(
        _ key: SceneKey, after end: Revision? = nil
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db) else { return }
            try db.run("DELETE FROM tail WHERE scene = ?", [scene.id])
            try db.run(
                "UPDATE scene SET epoch = 0, revision = 0, snapshot_revision = 0, snapshot = NULL, "
                    + "settled = 0 WHERE id = ?", [scene.id])
            guard let end else { return }
            try db.run(
                "UPDATE entry SET revision = NULL WHERE scene = ? AND revision > ?",
                [scene.id, end.column])
        }
    }

    private static func description(of divergence: Divergence, in key: SceneKey) -> String {
        func line(_ side: String, _ scene: ConfirmedScene) -> String {
            "\(side): epoch \(scene.epoch), revision \(scene.revision), "
                + "digest \(scene.state.recomputedDigest)\n"
        }
        let cause =
            switch divergence.cause {
            case .differs: "the digests differed at one revision"
            case .ahead: "the mirror was ahead of the daemon"
            case .replaced: "the daemon started a new epoch without all commits of the mirror"
            }
        return "navsync \(NavsyncVersion.current), scene \(key): \(cause)\n"
            + line("mirror", divergence.mirror) + line("daemon", divergence.daemon)
            + "The snapshots are encoded as Snapshot of navsync.proto.\n"
    }
}

/// A corrupt row of data that only this device has.
enum CorruptRow: Error, Hashable {
    /// A change of the outbox or of the shelf.
    case change(OutboxEntry.ID)
    /// A step of the undo journal.
    case step(Int64)
}

extension DeviceDatabase {
    /// Returns the first fault that SQLite finds in the whole database, each index compared with
    /// its table, in one line; `nil` if there is none. Reads all of it.
    package func fault() throws(DeviceDatabaseError) -> String? {
        try transact(.reading, isAboutHome: true) { try $0.fault(.integrity) }
    }

    /// Replaces a corrupt row by a marker, so that the others stay usable and nothing altered is
    /// submitted or undone. The content of a change is saved for a report, as far as there is room
    /// for one; a pending change goes to the shelf.
    func setAside(_ row: CorruptRow, _ db: Database) throws {
        switch row {
        case .step(let id): try UndoJournal.empty(id, db)
        case .change(let id):
            let report = "\(reportDirectory)/change-\(id.rawValue)"
            let isKept = reports.count < DeviceLimits.reports
            let what = "the stored change is corrupt"
            let rest = isKept ? "; its remaining data is in \(report)" : ""
            let content = try OutboxEntry.empty(
                id, because: "\(what): repeat it\(rest)", db)
            guard isKept else { return }
            try DurableFiles.createDirectory(report)
            try DurableFiles.replace("\(report)/change", with: content)
            try DurableFiles.replace("\(report)/about.txt", with: Array("\(what)\n".utf8))
        }
    }
}
