internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
package import NavigationModel
package import NavigationSync
package import NavigationWire

/// A state that a daemon had confirmed to the device, and that the present daemon may not have: the
/// device keeps it, to heal the scene from.
package struct LostState: Hashable, Sendable {
    /// The scene and its user.
    package let key: SceneKey
    /// Its head in its history.
    package let position: Head
    /// The store that confirmed it; `StoreID.none` if the device does not know it.
    package let store: StoreID
    /// The time when the loss was detected, by this machine's clock; `nil` for a state that is
    /// still mirrored.
    package let noticed: Timestamp?
    /// The encoded state.
    package let snapshot: [UInt8]
    /// The revisions after it, ascending, of the device's own changes that were settled in its
    /// history: the newest known.
    package internal(set) var settled: [Revision] = []
    /// The histories that its history contains.
    package let former: [FormerHistory]
}

/// The states that the daemon may have lost.
extension DeviceDatabase {
    /// Saves a state of a scene, durably, or the later one of its history that another process has
    /// saved as confirmed; of one history the newest, and of one scene those of the last
    /// ``DeviceLimits/lostStates`` histories.
    package func keepLost(
        _ confirmed: ConfirmedScene, of key: SceneKey, at date: Timestamp
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            var lost = confirmed
            if let scene = try DeviceScene(of: key, db) {
                lost = try later(confirmed, of: key, in: scene, db) ?? confirmed
            }
            try Self.keepLost(lost, of: key, try Self.store(db), at: date, db)
        }
    }

    /// Returns the confirmed state if it is a later one of the same history, and can be read.
    func later(
        _ seen: ConfirmedScene, of key: SceneKey, in scene: DeviceScene, _ db: Database
    ) throws -> ConfirmedScene? {
        guard scene.isConfirmed, scene.epoch == seen.epoch, scene.revision > seen.revision else {
            return nil
        }
        return try readable(key, in: scene, db)
    }

    /// Returns the confirmed state if a state of another history takes its place without having all
    /// of it, and the mirror that had `former` has not seen it; `nil` also if it can't be read.
    func givenUp(
        for confirmed: ConfirmedScene, insteadOf former: ConfirmedScene?, of key: SceneKey,
        in scene: DeviceScene, _ db: Database
    ) throws -> ConfirmedScene? {
        guard scene.isConfirmed, scene.epoch != confirmed.epoch else { return nil }
        // The mirror has compared with the daemon's all that it had seen.
        if let former, former.epoch == scene.epoch {
            return try later(former, of: key, in: scene, db)
        }
        // Another process of the device was in a history that this mirror never was in.
        if let end = confirmed.former.end(of: scene.epoch), scene.revision <= end { return nil }
        guard try scene.revision != .zero || Self.hasSettled(after: scene, db) else { return nil }
        return try readable(key, in: scene, db)
    }

    private func readable(
        _ key: SceneKey, in scene: DeviceScene, _ db: Database
    ) throws -> ConfirmedScene? {
        do { return try confirmed(key, in: scene, db) } catch is DamagedScene { return nil }
    }

    /// Reads the saved states of a user's scenes and, where the daemon does not have them, the
    /// mirrored ones: by scene, the newest of each last. The cost grows with their size.
    package func lostStates(
        of user: UserID, withMirrored hasMirrored: Bool
    ) throws(DeviceDatabaseError) -> [LostState] {
        try transact(.reading, isAboutHome: true) { db in
            var states: [LostState] = []
            try db.forEachRow(
                "SELECT scene, epoch, revision, digest, store, noticed, snapshot, former "
                    + "FROM lost_state WHERE user = ? ORDER BY scene, id", [user.rawValue]
            ) { row in
                guard let scene = SceneID(rawValue: try row.text(0)),
                    let digest = Digest(bytes: try row.bytes(3))
                else { return }
                states.append(
                    LostState(
                        key: SceneKey(user: user, scene: scene),
                        position: Head(
                            scene: scene, epoch: Epoch(column: try row.integer(1)),
                            revision: Revision(column: try row.integer(2)), digest: digest),
                        store: StoreID(column: try row.integer(4)),
                        noticed: Timestamp(rawValue: try row.integer(5)),
                        snapshot: try row.bytes(6),
                        former: [FormerHistory](encoded: try row.bytes(7)) ?? []))
            }
            if hasMirrored { states += try Self.mirroredStates(of: user, db) }
            for index in states.indices { try Self.findSettled(of: &states[index], db) }
            return states.sorted { $0.key < $1.key }
        }
    }

    private static func mirroredStates(of user: UserID, _ db: Database) throws -> [LostState] {
        let store = try store(db)
        return try mirrored(of: user, db).map { key, confirmed in
            LostState(
                key: key, position: confirmed.position(in: key.scene), store: store, noticed: nil,
                snapshot: confirmed.state.snapshot, former: confirmed.former)
        }
    }

    private static func findSettled(of state: inout LostState, _ db: Database) throws {
        var settled: [Revision] = []
        try db.forEachRow(
            "SELECT entry.revision FROM entry JOIN scene ON scene.id = entry.scene "
                + "WHERE scene.user = ? AND scene.scene = ? AND entry.state = 1 "
                + "AND entry.epoch = ? AND entry.revision > ? ORDER BY entry.revision DESC LIMIT ?",
            [
                state.key.user.rawValue, state.key.scene.rawValue, state.position.epoch.column,
                state.position.revision.column, Remember.mostSettled,
            ]
        ) { settled.append(Revision(column: try $0.integer(0))) }
        state.settled = settled.reversed()
    }

    /// Returns the number of saved states of a user's scenes.
    package func lostStateCount(of user: UserID) throws(DeviceDatabaseError) -> Int {
        try transact(.reading, isAboutHome: true) { db in
            let row = try db.row(
                "SELECT count(*) FROM lost_state WHERE user = ?", [user.rawValue])
            return Int(clamping: try row?.integer(0) ?? 0)
        }
    }

    /// Drops a saved state: the daemon has all of it.
    package func discardLostState(
        _ position: Head, of key: SceneKey
    ) throws(DeviceDatabaseError) {
        try transact(.durable, isAboutHome: true) { db in
            try db.run(
                "DELETE FROM lost_state WHERE user = ? AND scene = ? AND epoch = ? "
                    + "AND revision <= ?",
                [
                    key.user.rawValue, key.scene.rawValue, position.epoch.column,
                    position.revision.column,
                ])
        }
    }

    /// Makes the device's settled changes of a history after a revision pending again: the daemon
    /// has lost them, and no saved state has them.
    package func requeue(
        _ key: SceneKey, of epoch: Epoch, after revision: Revision
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db) else { return }
            let kept = try db.row(
                "SELECT revision FROM lost_state WHERE user = ? AND scene = ? AND epoch = ?",
                [key.user.rawValue, key.scene.rawValue, epoch.column])
            let end = try kept.map { Revision(column: try $0.integer(0)) } ?? .zero
            try Self.requeue(key, of: scene.id, settledIn: epoch, after: max(revision, end), db)
        }
    }

    /// Saves all mirrored states of all users' scenes.
    static func keepMirrored(at date: Timestamp, _ db: Database) throws {
        let store = try store(db)
        for (key, confirmed) in try mirrored(of: nil, db) {
            try keepLost(confirmed, of: key, store, at: date, db)
        }
    }

    private static func requeue(
        _ key: SceneKey, of scene: Int64, settledIn epoch: Epoch, after revision: Revision,
        _ db: Database
    ) throws {
        let entries = try OutboxEntry.rows(
            in: key,
            where: "scene = ? AND state = 1 AND shelved = 0 AND epoch = ? AND revision > ?",
            [scene, epoch.column, revision.column], db)
        // The content of such a change may have been dropped.
        for entry in entries where !entry.change.isEmpty {
            try db.run(
                "UPDATE entry SET state = 0, outcomes = NULL, revision = NULL WHERE id = ?",
                [entry.id.rawValue])
            try entry.leaveHistory(db)
        }
    }

    private static func mirrored(
        of user: UserID?, _ db: Database
    ) throws -> [(SceneKey, ConfirmedScene)] {
        try DeviceScene.all(db).compactMap { _, key in
            guard user == nil || user == key.user, let scene = try DeviceScene(of: key, db),
                try scene.revision != .zero || hasSettled(after: scene, db),
                // An unreadable one is reported where it is read for its own sake.
                let confirmed = try? scene.confirmed(key, remembered: nil, db)
            else { return nil }
            return (key, confirmed)
        }
    }

    /// Returns a Boolean value indicating whether changes were acknowledged that the confirmed state
    /// does not have yet.
    private static func hasSettled(after scene: DeviceScene, _ db: Database) throws -> Bool {
        try db.row(
            "SELECT 1 FROM entry WHERE scene = ? AND state = 1 AND epoch = ? AND revision > ? LIMIT 1",
            [scene.id, scene.epoch.column, scene.revision.column]) != nil
    }

    static func keepLost(
        _ confirmed: ConfirmedScene, of key: SceneKey, _ store: StoreID, at date: Timestamp,
        _ db: Database
    ) throws {
        let position = confirmed.position(in: key.scene)
        try db.run(
            "DELETE FROM lost_state WHERE user = ? AND scene = ? AND epoch = ? AND revision < ?",
            [
                key.user.rawValue, key.scene.rawValue, position.epoch.column,
                position.revision.column,
            ])
        try db.run(
            "INSERT OR IGNORE INTO lost_state "
                + "(user, scene, epoch, revision, digest, store, noticed, snapshot, former) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                key.user.rawValue, key.scene.rawValue, position.epoch.column,
                position.revision.column, Data(position.digest.bytes), store.column,
                date.rawValue, Data(confirmed.state.snapshot), Data(confirmed.former.encoded),
            ])
        try db.run(
            "DELETE FROM lost_state WHERE user = ?1 AND scene = ?2 AND id <= (SELECT id FROM "
                + "lost_state WHERE user = ?1 AND scene = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)",
            [key.user.rawValue, key.scene.rawValue, DeviceLimits.lostStates])
    }

    static func store(_ db: Database) throws -> StoreID {
        try db.row("SELECT store FROM device", []).map { StoreID(column: try $0.integer(0)) }
            ?? .none
    }
}

extension ConfirmedScene {
    fileprivate func position(in scene: SceneID) -> Head {
        Head(
            scene: scene, epoch: epoch, revision: revision, digest: state.digest)
    }
}
