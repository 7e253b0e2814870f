internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

extension SQLiteStore {
    /// Reads the state at an earlier revision.
    static func state(
        of key: SceneKey, at revision: Revision, _ tail: Journal.Tail, _ db: Database
    ) throws -> PastState? {
        guard let scene = try scene(key, tail, db) else { return nil }
        guard revision <= scene.revision else { return .future(head: scene.revision) }
        guard revision >= scene.oldestRevision else {
            return .compacted(oldestRevision: scene.oldestRevision)
        }
        let snapshot = try snapshot(of: scene.id, key, upTo: revision, db)
        let state = try replay(scene, key, from: snapshot, upTo: revision, db).state
        return .state(snapshot: state.snapshot, digest: state.digest, epoch: scene.epoch)
    }

    /// Audits a scene.
    static func audit(
        _ key: SceneKey, upTo revision: Revision, fault: String?, isOfWholeStore: Bool,
        _ tail: Journal.Tail, _ db: Database
    ) throws -> StoredAudit {
        let scene = try scene(key, tail, db)
        let end = min(revision, scene?.revision ?? .zero)
        return try StoredAudit(
            replay: finding(scene, key, from: scene?.oldestRevision ?? .zero, upTo: end, db),
            snapshot: finding(scene, key, from: end, upTo: end, db),
            fault: fault, isOfWholeStore: isOfWholeStore)
    }

    /// Reads a scene from the newest snapshot at or before `start` on.
    private static func finding(
        _ scene: SceneRow?, _ key: SceneKey, from start: Revision, upTo end: Revision,
        _ db: Database
    ) throws -> Audit.CheckResult {
        guard let scene else {
            return .state(digest: .zero, revision: .zero, start: .zero)
        }
        do {
            try checkJournal(scene, key, db)
            let snapshot = try snapshot(of: scene.id, key, upTo: start, db)
            let state = try replay(scene, key, from: snapshot, upTo: end, db).state
            return .state(
                digest: state.recomputedDigest, revision: end,
                start: snapshot?.revision ?? .zero)
        } catch StoreError.damagedScene(_, let why) {
            return .unreadable(why)
        } catch let error where StoreError.isDamage(error) {
            return .unreadable("\(error)")
        }
    }

    /// Reads the names of a user's scenes.
    static func sceneNames(of user: UserID, _ db: Database) throws -> [SceneID] {
        var names: [SceneID] = []
        try db.forEachRow("SELECT scene FROM scene WHERE user = ?", [user.rawValue]) { row in
            if let name = SceneID(stored: try row.text(0)) { names.append(name) }
        }
        return names
    }

    /// Reads a user's usage.
    static func usage(
        of user: UserID, _ tails: [SceneID: Journal.Tail], _ db: Database
    ) throws -> UserUsage {
        var scenes: [SceneID] = []
        var usage = UserUsage()
        try db.forEachRow(
            "SELECT scene, length + coalesce((SELECT sum(length(bytes)) FROM log "
                + "WHERE log.scene = scene.id AND log.revision > scene.revision), 0) "
                + "FROM scene WHERE user = ?", [user.rawValue]
        ) { row in
            guard let name = SceneID(stored: try row.text(0)) else { return }
            scenes.append(name)
            usage.insert(name, length: Int(try row.integer(1)))
        }
        for name in scenes {
            let key = SceneKey(user: user, scene: name)
            guard let scene = try scene(key, tails[name] ?? Journal.Tail(), db) else { continue }
            usage.lengths[name, default: 0] +=
                scene.slices.reduce(0) { $0 + $1.segment.bytes.count }
            usage.devices.formUnion(try devices(of: scene.id, key, db))
            try forEachRun(inTailOf: scene, of: key, db) { usage.devices.insert($0.device) }
        }
        return usage
    }
}
