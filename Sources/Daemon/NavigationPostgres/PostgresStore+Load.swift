internal import DatabaseFiles
internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire
internal import PostgreSQL

extension PostgresStore {
    /// A scene's row.
    struct SceneRow {
        let id: Int64
        let epoch: Epoch
        let revision: Revision
        /// The revision at which the log begins; earlier rows may be left by a compaction that is
        /// under way.
        let oldestRevision: Revision
        /// Bytes of the commits and snapshots.
        let length: Int64
    }

    /// A snapshot that was read.
    struct Snapshot {
        let state: SceneState
        let revision: Revision
        let length: Int
    }

    /// Rows of the log that are read at once: 4 MiB, unless single commits are longer.
    private static let rowsAtOnce: Int64 = 64

    /// Reads a scene's row.
    static func scene(_ key: SceneKey, _ session: PostgresSession) throws -> SceneRow? {
        try session.rows(
            "SELECT id, epoch, revision, retained, length FROM navsync.scene "
                + "WHERE \"user\" = $1 AND scene = $2",
            [.text(key.user.rawValue), .text(key.scene.rawValue)]
        ).first.map { row in
            SceneRow(
                id: try row.integer(0), epoch: Epoch(column: try row.integer(1)),
                revision: Revision(column: try row.integer(2)),
                oldestRevision: Revision(column: try row.integer(3)), length: try row.integer(4))
        }
    }

    /// Reads a scene: the newest snapshot, and the log after it.
    static func load(_ key: SceneKey, _ session: PostgresSession) throws -> StoredScene? {
        guard let scene = try scene(key, session) else { return nil }
        let snapshot = try snapshot(of: scene, key, upTo: scene.revision, session)
        let id = PostgresValue.integer(scene.id)
        let results = try session.run([
            PostgresStatement(lastReceipts, [id]),
            PostgresStatement(
                "SELECT device, first, last FROM navsync.skipped WHERE scene = $1 "
                    + "ORDER BY device, first", [id]),
            PostgresStatement(
                "SELECT revision, lived, position FROM navsync.mark WHERE scene = $1 "
                    + "ORDER BY revision", [id]),
            PostgresStatement(
                "SELECT revision, lived, position FROM navsync.snapshot WHERE scene = $1 "
                    + "AND revision >= $2 ORDER BY revision",
                [id, .integer(scene.oldestRevision.column)]),
        ])
        guard results.count == 4 else { throw PostgresError(.value, "a result is missing") }
        var last: [DeviceID: StoredReceipt] = [:]
        for row in results[0].rows {
            let receipt = try storedReceipt(row, of: key)
            last[receipt.device] = receipt
        }
        let marks = try results[2].rows.map(position(in:))
        let snapshots = try results[3].rows.map(position(in:))
        let noted = (marks + snapshots).max { $0.revision < $1.revision }
        var log = LoadedLog(
            snapshot, replayingFrom: snapshot?.revision ?? .zero,
            measuringFrom: noted?.revision ?? .zero, key)
        try read(&log, of: scene, session)
        return StoredScene(
            epoch: scene.epoch, revision: scene.revision, state: log.replay.state,
            snapshotRevision: snapshot?.revision ?? .zero, last: last,
            skipped: try results[1].rows.map { try skipped($0, of: key) },
            snapshotLength: snapshot?.length ?? 0, oldestRevision: scene.oldestRevision,
            snapshots: snapshots, marks: marks,
            position: (noted?.byteOffset ?? 0) &+ log.length, recent: log.recent)
    }

    /// The results of one pass over the end of a log.
    private struct LoadedLog {
        var replay: Replay
        var recent = RecentCommits()
        var length: UInt64 = 0
        let start: Revision
        let measured: Revision
        let key: SceneKey

        init(
            _ snapshot: Snapshot?, replayingFrom start: Revision, measuringFrom measured: Revision,
            _ key: SceneKey
        ) {
            replay = Replay(of: key, from: snapshot?.state ?? SceneState(), at: snapshot?.revision)
            (self.start, self.measured, self.key) = (start, measured, key)
        }
    }

    /// Reads the commits after the snapshot, and before it as many as mirrors that lag a little
    /// need. An unreadable one of those is left out, with the ones before it.
    private static func read(
        _ log: inout LoadedLog, of scene: SceneRow, _ session: PostgresSession
    ) throws {
        guard log.start > .zero || scene.oldestRevision == .zero else {
            throw StoreError.damagedScene(log.key, "no snapshot at the start of the log")
        }
        let newest = scene.revision.rawValue
        let near = Revision(rawValue: newest - min(newest, UInt64(RecentCommits.limit)))
        let first = min(log.start, max(scene.oldestRevision, near))
        try forEachSegment(of: scene.id, log.key, after: first, session) { last, segment in
            let commits: [EncodedCommit]
            do {
                commits = try segment().commits(after: first, upTo: scene.revision, of: log.key)
            } catch is StoreError where last <= log.start {
                log.recent = RecentCommits()
                return true
            }
            for commit in commits {
                log.recent.add(commit)
                if commit.revision > log.measured { log.length += UInt64(commit.bytes.count) }
            }
            try log.replay.apply(commits.filter { $0.revision > log.start }, of: log.key)
            return last < scene.revision
        }
        try log.replay.check(isAt: scene.revision, of: log.key)
    }

    /// Calls `body` with the segments that have commits after a revision, in order, until it returns
    /// `false`: of each the last revision, and a function that reads it, or throws
    /// `StoreError.damagedScene`.
    static func forEachSegment(
        of scene: Int64, _ key: SceneKey, after revision: Revision, _ session: PostgresSession,
        while body: (_ last: Revision, _ segment: () throws(StoreError) -> Segment) throws -> Bool
    ) throws {
        var start = revision.column
        while true {
            let rows = try session.rows(
                "SELECT revision, bytes, checksum, lengths FROM navsync.log WHERE scene = $1 "
                    + "AND revision > $2 ORDER BY revision LIMIT $3",
                [.integer(scene), .integer(start), .integer(rowsAtOnce)])
            for row in rows {
                start = try row.integer(0)
                let last = Revision(column: start)
                let (bytes, checksum) = (try row.bytes(1), try row.integer(2))
                let lengths = try row.optionalBytes(3)
                let continues = try body(last) { () throws(StoreError) in
                    try Segment(
                        revision: last, bytes: bytes, lengths: lengths, checksum: checksum, of: key)
                }
                guard continues else { return }
            }
            guard rows.count == rowsAtOnce else { return }
        }
    }

    /// Applies the log after a snapshot, up to an existing revision.
    private static func replay(
        _ scene: SceneRow, _ key: SceneKey, from snapshot: Snapshot?, upTo end: Revision,
        _ session: PostgresSession
    ) throws -> SceneState {
        guard snapshot != nil || scene.oldestRevision == .zero else {
            throw StoreError.damagedScene(key, "no snapshot at the start of the log")
        }
        var replay = Replay(of: key, from: snapshot?.state ?? SceneState(), at: snapshot?.revision)
        let start = replay.revision
        if start < end {
            try forEachSegment(of: scene.id, key, after: start, session) { _, segment in
                try replay.apply(try segment().commits(after: start, upTo: end, of: key), of: key)
                return replay.revision < end
            }
        }
        try replay.check(isAt: end, of: key)
        return replay.state
    }

    /// Reads a page of the log.
    static func log(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int,
        _ session: PostgresSession
    ) throws -> [EncodedCommit] {
        var commits: [EncodedCommit] = []
        guard limit > 0, let scene = try scene(key, session) else { return commits }
        let start = max(revision, scene.oldestRevision)
        var room = length
        try forEachSegment(of: scene.id, key, after: start, session) { _, segment in
            for commit in try segment().commits(after: start, of: key) {
                commits.append(commit)
                room -= commit.bytes.count
                guard room >= 0, commits.count < limit else { return false }
            }
            return true
        }
        return commits
    }

    /// Reads the newest snapshot up to a revision.
    private static func snapshot(
        of scene: SceneRow, _ key: SceneKey, upTo end: Revision, _ session: PostgresSession
    ) throws -> Snapshot? {
        let found = try encodedSnapshot(of: scene.id, key, upTo: end, session)
        guard let (revision, bytes) = found else { return nil }
        do {
            return Snapshot(
                state: try SceneState(snapshot: bytes), revision: revision, length: bytes.count)
        } catch {
            throw StoreError.damagedScene(key, "the snapshot at revision \(revision): \(error)")
        }
    }

    /// Reads the newest snapshot after one revision and up to another, as it is stored.
    static func encodedSnapshot(
        of scene: Int64, _ key: SceneKey, after start: Revision = .zero, upTo end: Revision,
        _ session: PostgresSession
    ) throws -> (revision: Revision, bytes: [UInt8])? {
        let row = try session.rows(
            "SELECT revision, bytes, checksum FROM navsync.snapshot "
                + "WHERE scene = $1 AND revision > $2 AND revision <= $3 "
                + "ORDER BY revision DESC LIMIT 1",
            [.integer(scene), .integer(start.column), .integer(end.column)]
        ).first
        guard let row else { return nil }
        let (revision, bytes) = (Revision(column: try row.integer(0)), try row.bytes(1))
        guard try row.integer(2) == Checksum.of(bytes) else {
            throw StoreError.damagedScene(
                key, "the snapshot at revision \(revision) has a wrong checksum")
        }
        return (revision, bytes)
    }

    /// Reads a row of revision, accumulated uptime and byte offset.
    static func position(in row: PostgresRow) throws -> LogPosition {
        LogPosition(
            revision: Revision(column: try row.integer(0)),
            accumulatedUptime: .microseconds(try row.integer(1)),
            byteOffset: UInt64(bitPattern: try row.integer(2)))
    }

    /// Reads a row of device, first and last sequence number.
    static func skipped(_ row: PostgresRow, of key: SceneKey) throws -> SkippedSequences {
        let first = SequenceNumber(column: try row.integer(1))
        let last = SequenceNumber(column: try row.integer(2))
        guard let device = DeviceID(column: try row.bytes(0)), first <= last else {
            throw StoreError.damagedScene(key, "invalid row of skipped sequence numbers")
        }
        return SkippedSequences(device: device, range: first...last)
    }
}

/// Earlier states, audits and usage.
extension PostgresStore {
    /// Reads the state at an earlier revision.
    static func state(
        of key: SceneKey, at revision: Revision, _ session: PostgresSession
    ) throws -> PastState? {
        guard let scene = try scene(key, session) else { return nil }
        guard revision <= scene.revision else { return .future(head: scene.revision) }
        guard revision >= scene.oldestRevision else {
            return .compacted(oldestRevision: scene.oldestRevision)
        }
        let snapshot = try snapshot(of: scene, key, upTo: revision, session)
        let state = try replay(scene, key, from: snapshot, upTo: revision, session)
        return .state(snapshot: state.snapshot, digest: state.digest, epoch: scene.epoch)
    }

    /// Audits a scene.
    static func audit(
        _ key: SceneKey, upTo revision: Revision, isOfWholeStore: Bool, _ session: PostgresSession
    ) throws -> StoredAudit {
        let scene = try scene(key, session)
        let end = min(revision, scene?.revision ?? .zero)
        return try StoredAudit(
            replay: finding(scene, key, from: scene?.oldestRevision ?? .zero, upTo: end, session),
            snapshot: finding(scene, key, from: end, upTo: end, session), fault: nil,
            isOfWholeStore: isOfWholeStore)
    }

    /// Reads a scene from the newest snapshot at or before `start` on.
    private static func finding(
        _ scene: SceneRow?, _ key: SceneKey, from start: Revision, upTo end: Revision,
        _ session: PostgresSession
    ) throws -> Audit.CheckResult {
        guard let scene else {
            return .state(digest: .zero, revision: .zero, start: .zero)
        }
        do {
            let snapshot = try snapshot(of: scene, key, upTo: start, session)
            let state = try replay(scene, key, from: snapshot, upTo: end, session)
            return .state(
                digest: state.recomputedDigest, revision: end, start: snapshot?.revision ?? .zero)
        } catch StoreError.damagedScene(_, let why) {
            return .unreadable(why)
        }
    }

    /// The devices with a receipt in a scene: two steps in the index for each, however many receipts
    /// there are. The last row is NULL.
    private static let devices = """
        WITH RECURSIVE author (device) AS (
            (SELECT device FROM navsync.receipt WHERE scene = $1 ORDER BY device LIMIT 1)
            UNION ALL
            SELECT (
                SELECT r.device FROM navsync.receipt AS r
                WHERE r.scene = $1 AND r.device > author.device ORDER BY r.device LIMIT 1
            ) FROM author WHERE author.device IS NOT NULL
        )
        """

    /// The columns of a receipt, in order.
    static let receiptColumns =
        "r.device, r.sequence, r.hash, r.\"time\", r.outcomes, r.revision"

    /// The receipt with the greatest sequence number of each device.
    private static let lastReceipts =
        devices + """
             SELECT \(receiptColumns) FROM author CROSS JOIN LATERAL (
                SELECT * FROM navsync.receipt AS n
                WHERE n.scene = $1 AND n.device = author.device ORDER BY n.sequence DESC LIMIT 1
            ) AS r
            """

    /// Reads the receipt of one change.
    static func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey,
        _ session: PostgresSession
    ) throws -> StoredReceipt? {
        try session.rows(
            "SELECT \(receiptColumns) FROM navsync.scene AS s "
                + "JOIN navsync.receipt AS r ON r.scene = s.id WHERE s.\"user\" = $1 "
                + "AND s.scene = $2 AND r.device = $3 AND r.sequence = $4",
            [
                .text(key.user.rawValue), .text(key.scene.rawValue), .device(device),
                .integer(sequence.column),
            ]
        ).first.map { try storedReceipt($0, of: key) }
    }

    /// Reads a row of ``receiptColumns``.
    static func storedReceipt(_ row: PostgresRow, of key: SceneKey) throws -> StoredReceipt {
        let sequence = SequenceNumber(column: try row.integer(1))
        guard let device = DeviceID(column: try row.bytes(0)),
            let hash = Digest(bytes: try row.bytes(2)),
            let outcomes = try? [Outcome](encoded: try row.bytes(4))
        else {
            throw StoreError.damagedScene(key, "invalid receipt of change \(sequence)")
        }
        return StoredReceipt(
            device: device, sequence: sequence, hash: hash,
            time: Timestamp(rawValue: try row.integer(3)), outcomes: outcomes,
            revision: try row.optionalInteger(5).map(Revision.init(column:)))
    }

    /// Reads a user's usage.
    static func usage(of user: UserID, _ session: PostgresSession) throws -> UserUsage {
        var usage = UserUsage()
        let scenes = try session.rows(
            "SELECT id, scene, length FROM navsync.scene WHERE \"user\" = $1",
            [.text(user.rawValue)])
        for row in scenes {
            usage.insert(try row.scene(1), length: Int(clamping: try row.integer(2)))
        }
        guard !scenes.isEmpty else { return usage }
        let results = try session.run(
            scenes.map { row in
                PostgresStatement(
                    devices + " SELECT device FROM author WHERE device IS NOT NULL",
                    [.integer(try row.integer(0))])
            })
        for row in results.flatMap(\.rows) { usage.devices.insert(try row.device(0)) }
        return usage
    }
}
