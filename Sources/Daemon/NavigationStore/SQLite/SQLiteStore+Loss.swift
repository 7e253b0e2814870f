internal import DatabaseFiles
internal import POSIX
internal import SQLite
internal import NavigationModel
internal import NavigationSync

/// Detection of missing acknowledged changes, before anything is changed.
extension SQLiteStore {
    /// The most scenes that are named in a loss.
    private static let namedLosses = 5

    /// Checks the file at the start; returns a description of the loss, `nil` if there is none.
    static func loss(
        in file: DatabaseFile, _ files: CompanionFiles, _ mark: HighWaterMark
    ) throws -> String? {
        // Before SQLite reads it: SQLite takes the valid frames as the log, and overwrites the
        // rest.
        let log = file.path + "-wal"
        let corruption = try WriteAheadLog.corruption(in: log)
        var behind: String?
        try file.check { db in
            behind = try corruption == nil ? lag(behind: mark, files, db) : nil
        }
        return corruption.map { "the log \(log): \($0)" } ?? behind
    }

    /// Returns a description of the acknowledged commits that a database lacks; `nil` if there are
    /// none, or if that can't be determined: it is a backup, another store's, or its token was
    /// removed, so that it counts as a copy.
    private static func lag(
        behind mark: HighWaterMark, _ files: CompanionFiles, _ db: Database
    ) throws -> String? {
        guard let newest = mark.newest, try db.tableExists("store"),
            try db.columns(in: "store").contains("epoch_seed")
        else { return nil }
        let identity = try identity(db)
        let isCopy =
            try DurableFiles.size(of: files.token.path) == nil
            && identity.token != LineageToken.none
        guard identity.number == newest.store, identity.copied == nil, !isCopy else { return nil }
        let hasBatch = try db.columns(in: "shard").contains("batch")
        let batch = hasBatch ? try batch(db) : 0
        var scenes: [String] = []
        let newer = mark.scenes(after: batch)
        // The database is compared before it is migrated; a part of its rows may be moved already.
        let headColumn = headColumn(in: try ["log", "old_log"].filter { try db.tableExists($0) })
        let journal = newer.isEmpty ? nil : Journal(try readJournal(db))
        for acknowledged in newer {
            let key = acknowledged.key
            let row = try db.row(
                "SELECT epoch, \(headColumn) FROM scene WHERE user = ? AND scene = ?",
                [key.user.rawValue, key.scene.rawValue])
            let epoch = try row.map { Epoch(column: try $0.integer(0)) } ?? acknowledged.epoch
            let found = max(
                Revision(column: try row?.integer(1) ?? 0),
                journal?.tail(of: key).slices.last?.segment.revision ?? .zero)
            guard epoch == acknowledged.epoch, found < acknowledged.revision else { continue }
            scenes.append(
                "scene \(acknowledged.key) had revision \(acknowledged.revision), has \(found)")
        }
        guard batch < mark.recorded || !scenes.isEmpty else { return nil }
        let rest = scenes.count - namedLosses
        let named = scenes.prefix(namedLosses) + (rest > 0 ? ["and \(rest) more scenes"] : [])
        return "\(files.path) is at batch \(batch) of \(newest.batch)"
            + (named.isEmpty ? "" : ": " + named.joined(separator: "; "))
    }

    /// Throws if a scene is not as it was last acknowledged.
    static func check(
        _ stored: StoredScene, of key: SceneKey, against acknowledged: HighWaterMark.Scene?
    ) throws(StoreError) {
        guard let acknowledged, acknowledged.epoch == stored.epoch else { return }
        guard stored.revision >= acknowledged.revision else {
            throw .damagedScene(
                key, "it had revision \(acknowledged.revision) and has \(stored.revision)")
        }
        guard
            stored.revision > acknowledged.revision || acknowledged.digest == .zero
                || acknowledged.digest == stored.state.digest
        else {
            throw .damagedScene(
                key, "at revision \(acknowledged.revision) it differs from the acknowledged state")
        }
    }
}
