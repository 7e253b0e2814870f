internal import DatabaseFiles
internal import POSIX
internal import GRDB
internal import NavigationModel

/// A corrupt row of data that only this device has.
enum RottenRow: Error, Hashable {
    /// A change of the outbox or of the shelf.
    case change(OutboxEntry.ID)
    /// A step of the undo journal.
    case step(Int64)
}

extension DeviceDatabase {
    /// Returns the first fault that SQLite finds in the whole database, each index compared with
    /// its table, in one line; `nil` if there is none. Reads all of it.
    public func fault() throws(DeviceDirectoryError) -> String? {
        try transact(.reading, isAboutHome: true) { try $0.fault(.integrity) }
    }

    /// Replaces a corrupt row by a marker, so that the others stay usable and nothing altered is
    /// submitted or undone. The content of a change is saved for a report, as far as there is room
    /// for one; a pending change goes to the shelf.
    func setAside(_ rot: RottenRow, _ db: Database) throws {
        switch rot {
        case .step(let id): try UndoJournal.empty(id, db)
        case .change(let id):
            let report = "\(reportDirectory)/change-\(id.rawValue)"
            let isKept = reports.count < DeviceLimits.reports
            let what = "the change is not what was written to this device's disk"
            let rest = isKept ? "; what is left of it is in \(report)" : ""
            let content = try OutboxEntry.empty(
                id, because: "\(what): make it anew\(rest)", db)
            guard isKept else { return }
            try DurableFiles.createDirectory(report)
            try DurableFiles.replace("\(report)/change", with: content)
            try DurableFiles.replace("\(report)/about.txt", with: Array("\(what)\n".utf8))
        }
    }
}
