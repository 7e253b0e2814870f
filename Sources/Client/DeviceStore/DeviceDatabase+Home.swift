internal import DatabaseFiles
internal import SQLite
package import NavigationModel
internal import NavigationSync
internal import Synchronization

/// The store that a device's database belongs to. It is one store at a time, by a row that each
/// transaction checks: changes made for one store are never submitted to another by a process that
/// is behind.
extension DeviceDatabase {
    /// Returns the store that the database belongs to; this instance uses that one from now on.
    package func home() throws(DeviceDatabaseError) -> DeviceHome {
        let home = try transact(.reading, isAboutHome: true) { db in try readHome(db) }
        belongs.withLock { $0 = home.store }
        return home
    }

    /// Records the endpoint that the first changes are made for, as long as no store is known.
    /// Idempotent.
    package func note(endpoint: String, source: String) throws(DeviceDatabaseError) {
        let home = try home()
        guard home.store == .none, home.endpoint == nil else { return }
        try transact(.durable, isAboutHome: true) { db in
            try db.run(
                "UPDATE device SET endpoint = ?, source = ? WHERE store = 0 AND endpoint IS NULL",
                [endpoint, source])
        }
    }

    /// Records the device's store, found at an endpoint, unless it belongs to another; returns the
    /// one that it belongs to. A device that is to adopt the next store does so, and one of a store
    /// that this one has replaced.
    @discardableResult
    package func bind(
        to store: StoreID, at endpoint: String, source: String, after former: [StoreID] = []
    ) throws(DeviceDatabaseError) -> StoreID {
        let home = try home()
        let isKnown = home.store == store && !home.adoptsNext
        if isKnown, home.endpoint == endpoint, home.source == source { return store }
        let bound = try transact(isKnown ? .repeatable : .durable, isAboutHome: true) { db in
            let home = try readHome(db)
            let isSucceeded = former.contains(home.store)
            guard [.none, store].contains(home.store) || home.adoptsNext || isSucceeded else {
                return home.store
            }
            if home.store != store, home.store != .none { try leaveHome(db) }
            try settle(at: store, endpoint, source, db)
            return store
        }
        belongs.withLock { $0 = bound }
        return bound
    }

    /// Moves the database to another store, with its outbox and its shelf; returns the number of
    /// pending changes. Data that can't be true there is dropped: the confirmed state, the undo
    /// journal, and the device's data from the daemon.
    package func adopt(
        _ store: StoreID, at endpoint: String, source: String
    ) throws(DeviceDatabaseError) -> Int {
        let waiting = try transact(.durable, isAboutHome: true) { db in
            let home = try readHome(db)
            if home.store != store { try leaveHome(db) }
            try settle(at: store, endpoint, source, db)
            return home.waiting
        }
        belongs.withLock { $0 = store }
        return waiting
    }

    /// Records that the device adopts the next store that it connects to, unless changes are
    /// pending for its present one; returns the number of pending changes.
    @discardableResult
    package func adoptNext() throws(DeviceDatabaseError) -> Int {
        try transact(.durable, isAboutHome: true) { db in
            let waiting = try readHome(db).waiting
            if waiting == 0 { try db.run("UPDATE device SET adopts = 1", []) }
            return waiting
        }
    }

    /// Returns the users with pending changes, sorted by name.
    package func waitingUsers() throws(DeviceDatabaseError) -> [UserID] {
        try transact(.reading, isAboutHome: true) { db in
            var users: [UserID] = []
            try db.forEachRow(
                "SELECT DISTINCT scene.user FROM entry JOIN scene ON scene.id = entry.scene "
                    + "WHERE entry.state = 0 ORDER BY scene.user", []
            ) { row in users += UserID(rawValue: try row.text(0)).map { [$0] } ?? [] }
            return users
        }
    }

    /// Throws if the device belongs to another store than this instance expects.
    func checkHome(_ db: Database) throws {
        let taken = belongs.withLock { $0 }
        guard taken != .none else { return }
        let row = try db.row("SELECT store FROM device", [])
        guard try row?.integer(0) == taken.column else {
            throw DeviceDatabaseError(
                .adopted, "another process of this device has adopted another store",
                advice: "try again")
        }
    }

    private func readHome(_ db: Database) throws -> DeviceHome {
        let row = try db.row(
            "SELECT store, endpoint, source, adopts, "
                + "EXISTS (SELECT 1 FROM scene WHERE revision <> 0), "
                + "(SELECT count(*) FROM entry JOIN scene ON scene.id = entry.scene "
                + "WHERE entry.state = 0) FROM device", [])
        guard let row else {
            throw DatabaseFileError.damaged(path, "the device row is missing")
        }
        return DeviceHome(
            store: StoreID(column: try row.integer(0)), endpoint: try row.optionalText(1),
            source: try row.optionalText(2), hasHistory: try row.integer(4) != 0,
            waiting: Int(clamping: try row.integer(5)), adoptsNext: try row.integer(3) != 0)
    }

    private func settle(
        at store: StoreID, _ endpoint: String, _ source: String, _ db: Database
    ) throws {
        try db.run(
            "UPDATE device SET store = ?, endpoint = ?, source = ?, adopts = 0",
            [store.column, endpoint, source])
    }

    /// Drops the data that is true of one store alone. Pending changes were not submitted to the
    /// new one: they get new numbers there. Mirrored states are kept: there may be no other copy.
    private func leaveHome(_ db: Database) throws {
        try Self.keepMirrored(at: .now(), db)
        // Changes that no mirrored state has may be in the state that the other store is healed
        // from: the sync decides.
        try db.run(
            "UPDATE entry SET revision = NULL WHERE state = 1 AND NOT EXISTS (SELECT 1 FROM scene "
                + "LEFT JOIN lost_state ON lost_state.user = scene.user "
                + "AND lost_state.scene = scene.scene AND lost_state.epoch = entry.epoch "
                + "WHERE scene.id = entry.scene AND entry.revision > coalesce(lost_state.revision, "
                + "CASE WHEN scene.epoch = entry.epoch THEN scene.revision END))", [])
        try db.run("DELETE FROM tail", [])
        try db.run(
            "UPDATE scene SET epoch = 0, revision = 0, snapshot_revision = 0, snapshot = NULL, "
                + "settled = 0", [])
        for (scene, key) in try DeviceScene.all(db) {
            for entry in try OutboxEntry.waiting(in: key, of: scene, db) {
                try entry.leaveHistory(db)
            }
        }
        try db.run(
            "DELETE FROM journal WHERE entry NOT IN (SELECT id FROM entry WHERE state = 0)", [])
        try db.run("DELETE FROM role", [])
        try db.run("UPDATE device SET user = NULL", [])
    }
}

/// The store that a device's database belongs to, with its mirrors, its outbox, its journal and its
/// shelf.
package struct DeviceHome: Hashable, Sendable {
    /// The store; `StoreID.none` before the first store with an id.
    package let store: StoreID
    /// The last known endpoint of its daemon or, before the first store, the one that the first
    /// changes were made for; `nil` if neither is known.
    package let endpoint: String?
    /// The source of the endpoint, in the caller's words.
    package let source: String?
    /// A Boolean value indicating whether the device has a commit of any scene.
    package let hasHistory: Bool
    /// The number of pending changes, in all scenes of all users.
    package let waiting: Int
    /// A Boolean value indicating whether the device adopts the next store that it connects to, in
    /// place of ``store``.
    package let adoptsNext: Bool

    /// Joins the parts.
    package init(
        store: StoreID, endpoint: String?, source: String?, hasHistory: Bool, waiting: Int,
        adoptsNext: Bool
    ) {
        self.store = store
        self.endpoint = endpoint
        self.source = source
        self.hasHistory = hasHistory
        self.waiting = waiting
        self.adoptsNext = adoptsNext
    }
}
