internal import DatabaseFiles
internal import FoundationEssentials
internal import SQLite
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// A device's row of one scene: the positions of the confirmed state and of the outbox.
struct DeviceScene {
    /// The row's id.
    let id: Int64
    /// The confirmed epoch.
    var epoch: Epoch
    /// The confirmed revision.
    var revision: Revision
    /// The last number assigned to a change.
    let sequence: SequenceNumber
    /// The last number in the chain: the next change follows it.
    let chained: SequenceNumber
    /// The revision of the snapshot that the tail follows.
    var snapshotRevision: Revision
    /// A Boolean value indicating whether anything is confirmed.
    var isConfirmed: Bool
    /// The device's last change with a receipt by the confirmed revision.
    private(set) var settled: SequenceNumber
    /// The last change that the daemon has of this device, if this directory never had it in the
    /// confirmed history.
    private(set) var foreign: SequenceNumber?

    /// Reads the row; `nil` if there is none.
    init?(of key: SceneKey, _ db: Database) throws {
        guard
            let row = try db.row(
                "SELECT id, epoch, revision, sequence, chained, snapshot_revision, "
                    + "snapshot IS NOT NULL, settled FROM scene WHERE user = ? AND scene = ?",
                [key.user.rawValue, key.scene.rawValue])
        else { return nil }
        id = try row.integer(0)
        epoch = Epoch(column: try row.integer(1))
        revision = Revision(column: try row.integer(2))
        sequence = SequenceNumber(column: try row.integer(3))
        chained = SequenceNumber(column: try row.integer(4))
        snapshotRevision = Revision(column: try row.integer(5))
        isConfirmed = try row.integer(6) != 0
        settled = SequenceNumber(column: try row.integer(7))
    }

    /// Returns the rows of all scenes, with their keys.
    static func all(_ db: Database) throws -> [(id: Int64, key: SceneKey)] {
        var scenes: [(Int64, SceneKey)] = []
        try db.forEachRow("SELECT id, user, scene FROM scene ORDER BY user, scene", []) { row in
            guard let user = UserID(rawValue: try row.text(1)),
                let scene = SceneID(rawValue: try row.text(2))
            else { return }
            scenes.append((try row.integer(0), SceneKey(user: user, scene: scene)))
        }
        return scenes
    }

    /// Reads the row, or inserts it.
    static func make(of key: SceneKey, _ db: Database) throws -> DeviceScene {
        try db.run(
            "INSERT OR IGNORE INTO scene (user, scene) VALUES (?, ?)",
            [key.user.rawValue, key.scene.rawValue])
        guard let scene = try DeviceScene(of: key, db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "scene \(key) is missing")
        }
        return scene
    }

    /// Reads the confirmed state, starting from one that the process has read before if that is
    /// useful.
    func confirmed(
        _ key: SceneKey, remembered: ConfirmedScene?, _ db: Database
    ) throws -> ConfirmedScene? {
        guard isConfirmed else { return nil }
        guard var replay = try begin(key, remembered, db) else {
            return remembered.map { confirmed($0.state, $0.former) }
        }
        let former = try former(remembered, db)
        var tail: [Commit] = []
        try db.forEachRow(
            "SELECT bytes, checksum, revision FROM tail WHERE scene = ? AND revision > ? ORDER BY revision",
            [id, replay.revision.column]
        ) { row in
            tail.append(try Commit(encoded: try content(of: row, key)))
        }
        try replay.apply(tail)
        guard replay.revision == revision else {
            throw DamagedScene(
                key: key, reason: "the commits end before revision \(revision)")
        }
        return confirmed(replay.state, former)
    }

    private func confirmed(_ state: SceneState, _ former: [FormerHistory]) -> ConfirmedScene {
        ConfirmedScene(
            epoch: epoch, revision: revision, state: state, lastSequence: settled, former: former)
    }

    private func former(
        _ remembered: ConfirmedScene?, _ db: Database
    ) throws -> [FormerHistory] {
        if let remembered, remembered.epoch == epoch { return remembered.former }
        let row = try db.row("SELECT former FROM scene WHERE id = ?", [id])
        return try row.flatMap { [FormerHistory](encoded: try $0.bytes(0)) } ?? []
    }

    /// Returns `seen` if it is of the confirmed history and not before the confirmed revision.
    func later(_ seen: ConfirmedScene?) -> ConfirmedScene? {
        guard let seen, isConfirmed, seen.epoch == epoch, seen.revision >= revision else {
            return nil
        }
        return seen
    }

    /// Returns a Boolean value indicating whether the commits after the snapshot are too many or
    /// too long.
    func hasLongTail(_ added: Int, _ db: Database) throws -> Bool {
        guard revision > snapshotRevision else { return false }
        let count = revision.rawValue - snapshotRevision.rawValue
        guard count <= DeviceLimits.tail else { return true }
        // Not each time: it scans all of them.
        guard count % DeviceLimits.tailStep < UInt64(added) else { return false }
        let length = try db.row(
            "SELECT (SELECT coalesce(sum(length(bytes)), 0) FROM tail WHERE tail.scene = scene.id) "
                + "- coalesce(length(snapshot), 0) FROM scene WHERE id = ?", [id])
        return try length?.integer(0) ?? 0 > DeviceLimits.tailLength
    }

    /// Makes `confirmed` the snapshot, with no tail.
    mutating func store(_ confirmed: ConfirmedScene, _ db: Database) throws {
        if isConfirmed, confirmed.epoch == epoch { compare(confirmed.lastSequence) }
        epoch = confirmed.epoch
        revision = confirmed.revision
        snapshotRevision = confirmed.revision
        isConfirmed = true
        settled = confirmed.lastSequence
        let snapshot = Data(confirmed.state.snapshot)
        try db.run("DELETE FROM tail WHERE scene = ?", [id])
        try db.run(
            "UPDATE scene SET epoch = ?1, revision = ?2, snapshot_revision = ?2, snapshot = ?3, "
                + "settled = ?4, snapshot_checksum = ?5, former = ?6 WHERE id = ?7",
            [
                epoch.column, revision.column, snapshot, settled.column,
                Self.checksum(of: snapshot, epoch, revision), Data(confirmed.former.encoded), id,
            ])
    }

    /// Records that the daemon had settled the device's changes up to this one by a revision;
    /// without effect before that is the confirmed one.
    mutating func settle(
        through sequence: SequenceNumber, by revision: Revision, _ db: Database
    ) throws {
        guard revision == self.revision || revision < self.revision && sequence > settled,
            sequence != settled
        else { return }
        compare(sequence)
        settled = sequence
        try db.run("UPDATE scene SET settled = ? WHERE id = ?", [settled.column, id])
    }

    /// Records a number that the daemon has of this device in the confirmed history, if it had none
    /// there before and none was assigned here.
    private mutating func compare(_ sequence: SequenceNumber) {
        if sequence > settled, sequence > self.sequence { foreign = sequence }
    }

    /// Returns the checksum of a snapshot or commit with its epoch and revision, as stored in its
    /// row.
    static func checksum(of bytes: Data, _ epoch: Epoch, _ revision: Revision) -> Int64 {
        Checksum.of(
            [
                epoch.column.databaseValue, revision.column.databaseValue, bytes.databaseValue,
            ], in: "scene")
    }

    /// Returns the bytes of a row that ends with their checksum and revision; throws
    /// `DamagedScene` if they are not what was written.
    private func content(of row: Row, _ key: SceneKey) throws -> [UInt8] {
        let bytes = try row.bytes(0)
        let revision = Revision(column: try row.integer(2))
        guard
            try row.optionalInteger(1) == Self.checksum(of: Data(bytes), epoch, revision)
        else {
            throw DamagedScene(
                key: key, reason: "the stored mirror is corrupt")
        }
        return bytes
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
        let row = try db.row(
            "SELECT snapshot, snapshot_checksum, snapshot_revision FROM scene WHERE id = ?", [id])
        let state = try SceneState(snapshot: try row.map { try content(of: $0, key) } ?? [])
        return Replay(of: key, from: state, at: snapshotRevision)
    }
}
