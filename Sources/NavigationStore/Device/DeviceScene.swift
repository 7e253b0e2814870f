internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// A device's row about one scene: where the confirmed state and the outbox stand.
struct DeviceScene {
    /// The row.
    let id: Int64
    /// The confirmed history.
    var epoch: Epoch
    /// The confirmed revision.
    var revision: Revision
    /// The last number given to a change.
    let sequence: SequenceNumber
    /// The last number that stands: the next change follows it.
    let chained: SequenceNumber
    /// The revision of the snapshot that the tail follows.
    var snapshotRevision: Revision
    /// Whether anything is confirmed.
    var isConfirmed: Bool

    /// Finds the row; `nil` if the device never had to do with the scene.
    init?(of key: SceneKey, _ db: Database) throws {
        guard
            let row = try db.row(
                "SELECT id, epoch, revision, sequence, chained, snapshot_revision, "
                    + "snapshot IS NOT NULL FROM scene WHERE user = ? AND scene = ?",
                [key.user.rawValue, key.scene.rawValue])
        else { return nil }
        id = try row.integer(0)
        epoch = Epoch(column: try row.integer(1))
        revision = Revision(column: try row.integer(2))
        sequence = SequenceNumber(column: try row.integer(3))
        chained = SequenceNumber(column: try row.integer(4))
        snapshotRevision = Revision(column: try row.integer(5))
        isConfirmed = try row.integer(6) != 0
    }

    /// Finds the row, or adds it.
    static func make(of key: SceneKey, _ db: Database) throws -> DeviceScene {
        try db.run(
            "INSERT OR IGNORE INTO scene (user, scene) VALUES (?, ?)",
            [key.user.rawValue, key.scene.rawValue])
        guard let scene = try DeviceScene(of: key, db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "scene \(key) is lost")
        }
        return scene
    }

    /// Reads the confirmed state, on top of one that the process has read before where that helps.
    func confirmed(
        _ key: SceneKey, remembered: ConfirmedScene?, _ db: Database
    ) throws -> ConfirmedScene? {
        guard isConfirmed else { return nil }
        let replay = try begin(key, remembered, db)
        guard var replay else { return remembered }
        try db.forEachRow(
            "SELECT bytes FROM tail WHERE scene = ? AND revision > ? ORDER BY revision",
            [id, replay.revision.column]
        ) { row in
            try replay.apply(try Commit(encoded: try row.bytes(0)))
        }
        guard replay.revision == revision else {
            throw StoreError.damaged("scene \(key): the commits end before revision \(revision)")
        }
        return ConfirmedScene(epoch: epoch, revision: revision, state: replay.state)
    }

    /// `seen` if it is of the confirmed history and not before the confirmed revision.
    func later(_ seen: ConfirmedScene?) -> ConfirmedScene? {
        guard let seen, isConfirmed, seen.epoch == epoch, seen.revision >= revision else {
            return nil
        }
        return seen
    }

    /// Makes `confirmed` the snapshot, with no tail.
    mutating func store(_ confirmed: ConfirmedScene, _ db: Database) throws {
        epoch = confirmed.epoch
        revision = confirmed.revision
        snapshotRevision = confirmed.revision
        isConfirmed = true
        try db.run("DELETE FROM tail WHERE scene = ?", [id])
        try db.run(
            "UPDATE scene SET epoch = ?1, revision = ?2, snapshot_revision = ?2, snapshot = ?3 "
                + "WHERE id = ?4",
            [epoch.column, revision.column, Data(confirmed.state.snapshot), id])
    }

    private func begin(
        _ key: SceneKey, _ remembered: ConfirmedScene?, _ db: Database
    ) throws -> Replay? {
        if let remembered, remembered.epoch == epoch,
            (snapshotRevision...max(snapshotRevision, revision)).contains(remembered.revision)
        {
            guard remembered.revision < revision else { return nil }
            return Replay(of: key, from: remembered.state, at: remembered.revision)
        }
        let row = try db.row("SELECT snapshot FROM scene WHERE id = ?", [id])
        let state = try SceneState(snapshot: try row?.bytes(0) ?? [])
        return Replay(of: key, from: state, at: snapshotRevision)
    }
}
