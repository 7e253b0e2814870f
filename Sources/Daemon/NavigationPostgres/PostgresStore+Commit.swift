internal import DatabaseFiles
internal import NavigationModel
package import NavigationStore
package import NavigationSync
internal import NavigationWire
internal import PostgreSQL
internal import Synchronization

extension PostgresStore {
    /// Uses one transaction and one round trip for all of `writes`, however many scenes they have;
    /// registry changes take one or more each besides.
    package func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        for write in writes { write.checkIsGapless() }
        let isQueued = writer.run { [self] in
            let start = ContinuousClock.now
            let result = transact(under: claim, found: ()) { session, own in
                try Self.commit(writes, changes, own, session)
                // The batch is committed.
                if !writes.isEmpty || !changes.isEmpty { owned.withLock { $0?.batch += 1 } }
            }
            if !writes.isEmpty || !changes.isEmpty {
                switch result {
                case .success: commits.withLock { $0.note(ContinuousClock.now - start) }
                case .failure(.fenced), .failure(.notOwner):
                    counters.withLock { $0.fencedWrites += 1 }
                case .failure: break
                }
            }
            if case .success = result { releaseReservations(after: changes) }
            completion(result)
            if changes.contains(where: \.erases) { continueErasing(under: claim) }
        }
        if !isQueued { completion(.failure(busy)) }
    }

    private static func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], _ own: Ownership,
        _ session: PostgresSession
    ) throws {
        guard !writes.isEmpty || !changes.isEmpty else {
            try fence([], own, session)
            return try session.commit()
        }
        let shards = Set((writes.map(\.key.user) + changes.map(\.user)).map(Shard.init(of:)))
        var rounds = Self.rounds(of: writes)
        let first = rounds.isEmpty ? [] : rounds.removeFirst()
        let held = try own.columns(of: shards)
        var statements = planning(own) + append(first, held, own)
        for round in rounds { statements += append(round, held, own) }
        do {
            if changes.isEmpty { return try session.commit(after: statements) }
            try session.run(statements)
        } catch let error as PostgresError where error.isUnmetCondition || error.isConstraint {
            session.rollBack()
            try diagnose(writes, held, own, session)
            throw error
        }
        for change in changes { try make(change, session) }
        try session.commit()
    }

    /// Returns the statements by which the server plans that of the batch once: each time anew, as it
    /// does by default, takes it 0.4 ms on version 15, as long as a batch of eight changes. Tables
    /// that have grown need another plan.
    private static func planning(_ own: Ownership) -> [PostgresStatement] {
        let once = PostgresStatement("SET LOCAL plan_cache_mode = force_generic_plan")
        return own.batch % batchesOfPlan == 0 ? [PostgresStatement("DISCARD PLANS"), once] : [once]
    }

    /// The number of batches after which their statement is planned anew.
    private static let batchesOfPlan: Int64 = 1_024

    /// Divides writes so that each scene is in a part once: they build on one another.
    private static func rounds(of writes: [SceneWrite]) -> [[SceneWrite]] {
        var rounds: [[SceneWrite]] = []
        var counts: [SceneKey: Int] = [:]
        for write in writes {
            let round = counts[write.key, default: 0]
            counts[write.key] = round + 1
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(write)
        }
        return rounds.isEmpty ? [[]] : rounds
    }

    /// Appends commits and receipts to their scenes, if the session is the node's last, all shards
    /// still have the owner's terms, and each scene the expected revision and epoch; else it fails.
    ///
    /// Its parameters: node, session, batch, accumulated uptime; shards and their terms; user, scene, epoch, expected and next
    /// revision, and added bytes of each scene; then of each row of the log, and of each receipt, the
    /// number of its scene and the columns.
    private static let appending = """
        WITH own AS (
            UPDATE navsync.writer SET batch = $3, lived = greatest(lived, $4)
            WHERE node = $1 AND generation = $2 RETURNING 1
        ), held AS (
            \(held("$5", "$6"))
        ), written AS (
            SELECT * FROM unnest(
                $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[]
            ) WITH ORDINALITY AS w ("user", scene, epoch, expected, revision, added, number)
        ), head AS (
            UPDATE navsync.scene AS s
            SET revision = w.revision, length = s.length + w.added
            FROM written AS w
            WHERE s."user" = w."user" AND s.scene = w.scene AND s.epoch = w.epoch
                AND s.revision = w.expected
            RETURNING s.id, w.number
        ), logged AS (
            INSERT INTO navsync.log (scene, revision, checksum, bytes, lengths)
            SELECT head.id, l.revision, l.checksum, l.bytes, l.lengths
            FROM unnest($13::bigint[], $14::bigint[], $15::bigint[], $16::bytea[], $17::bytea[])
                AS l (number, revision, checksum, bytes, lengths)
            JOIN head USING (number)
        ), received AS (
            INSERT INTO navsync.receipt
                (scene, device, sequence, "time", revision, head, hash, outcomes)
            SELECT head.id, r.device, r.sequence, r."time", r.revision, r.head, r.hash, r.outcomes
            FROM unnest(
                $18::bigint[], $19::bytea[], $20::bigint[], $21::bigint[], $22::bigint[],
                $23::bigint[], $24::bytea[], $25::bytea[]
            ) AS r (number, device, sequence, "time", revision, head, hash, outcomes)
            JOIN head USING (number)
        )
        SELECT \(condition("(SELECT count(*) FROM own) = 1")),
            \(condition("(SELECT count(*) FROM held) = cardinality($5::bigint[])")),
            \(condition("(SELECT count(*) FROM head) = cardinality($7::text[])"))
        """

    private static func append(
        _ writes: [SceneWrite], _ held: [PostgresValue], _ own: Ownership
    ) -> [PostgresStatement] {
        var statements: [PostgresStatement] = []
        let new = writes.filter { $0.expected == .zero }
        if !new.isEmpty {
            statements.append(
                PostgresStatement(
                    "INSERT INTO navsync.scene (\"user\", scene, epoch, revision) "
                        + "SELECT *, 0 FROM unnest($1::text[], $2::text[], $3::bigint[]) "
                        + "ON CONFLICT DO NOTHING",
                    [
                        .texts(new.map(\.key.user.rawValue)),
                        .texts(new.map(\.key.scene.rawValue)), .integers(new.map(\.epoch.column)),
                    ]))
        }
        var rows = Rows()
        for (index, write) in writes.enumerated() { rows.add(write, number: Int64(index + 1)) }
        let uptime = writes.map(\.accumulatedUptime).max() ?? .zero
        statements.append(
            PostgresStatement(
                appending,
                [
                    .integer(own.node), .integer(own.generation), .integer(own.batch + 1),
                    .duration(uptime),
                ] + held + [
                    .texts(writes.map(\.key.user.rawValue)),
                    .texts(writes.map(\.key.scene.rawValue)),
                    .integers(writes.map(\.epoch.column)),
                    .integers(writes.map(\.expected.column)),
                    .integers(writes.map(\.revision.column)), .integers(rows.added),
                ] + rows.log + rows.receipts))
        for write in writes { statements += rest(of: write) }
        return statements
    }

    /// The rows that a batch inserts, by columns.
    private struct Rows {
        var added: [Int64?] = []
        private var scenes: [Int64?] = []
        private var segments: [Segment] = []
        private var authors: [Int64?] = []
        private var stored: [(receipt: StoredReceipt, head: Revision)] = []

        mutating func add(_ write: SceneWrite, number: Int64) {
            added.append(Int64(write.commits.reduce(0) { $0 + $1.bytes.count }))
            // A row of the log ends where a snapshot does: the log may begin there once.
            let end = write.snapshot?.mark.revision ?? .zero
            let parts = [
                write.commits.filter { $0.revision <= end },
                write.commits.filter { $0.revision > end },
            ]
            for segment in parts.flatMap({ Segment.segments(of: $0) }) {
                scenes.append(number)
                segments.append(segment)
            }
            for receipt in write.storedReceipts {
                authors.append(number)
                stored.append((receipt, receipt.revision ?? write.revision))
            }
        }

        var log: [PostgresValue] {
            [
                .integers(scenes), .integers(segments.map(\.revision.column)),
                .integers(segments.map(\.checksum)), .byteStrings(segments.map(\.bytes)),
                .byteStrings(segments.map(\.lengths)),
            ]
        }

        var receipts: [PostgresValue] {
            [.integers(authors)] + PostgresStore.columns(of: stored)
        }
    }

    /// Returns the columns of receipts, after that of the scene.
    static func columns(of stored: [(receipt: StoredReceipt, head: Revision)]) -> [PostgresValue] {
        [
            .byteStrings(stored.map { Array($0.receipt.device.column) }),
            .integers(stored.map(\.receipt.sequence.column)),
            .integers(stored.map(\.receipt.time.rawValue)),
            .integers(stored.map { $0.receipt.revision?.column }),
            .integers(stored.map(\.head.column)),
            .byteStrings(stored.map(\.receipt.hash.bytes)),
            .byteStrings(stored.map(\.receipt.outcomes.encoded)),
        ]
    }

    /// Returns the statements for a write's snapshot, log position and skipped sequence numbers.
    private static func rest(of write: SceneWrite) -> [PostgresStatement] {
        let names: [PostgresValue] = [
            .text(write.key.user.rawValue), .text(write.key.scene.rawValue),
        ]
        let scene = "FROM navsync.scene WHERE \"user\" = $1 AND scene = $2"
        var statements = write.skipped.map { skipped in
            PostgresStatement(
                "INSERT INTO navsync.skipped (scene, device, first, last) SELECT id, $3::bytea, "
                    + "$4::bigint, $5::bigint \(scene)",
                names + [
                    .device(skipped.device), .integer(skipped.range.lowerBound.column),
                    .integer(skipped.range.upperBound.column),
                ])
        }
        if let snapshot = write.snapshot {
            let mark = snapshot.mark
            statements += [
                PostgresStatement(
                    "UPDATE navsync.scene AS s SET length = length + $4 - coalesce((SELECT "
                        + "octet_length(bytes) FROM navsync.snapshot AS n WHERE n.scene = s.id "
                        + "AND n.revision = $3), 0) WHERE \"user\" = $1 AND scene = $2",
                    names + [.integer(mark.revision.column), .integer(Int64(snapshot.bytes.count))]),
                PostgresStatement(
                    "INSERT INTO navsync.snapshot (scene, revision, checksum, lived, position, "
                        + "bytes) SELECT id, $3::bigint, $4::bigint, $5::bigint, $6::bigint, "
                        + "$7::bytea \(scene) "
                        + "ON CONFLICT (scene, revision) DO UPDATE SET checksum = $4, lived = $5, "
                        + "position = $6, bytes = $7",
                    names + [
                        .integer(mark.revision.column), .integer(Checksum.of(snapshot.bytes)),
                        .duration(mark.accumulatedUptime),
                        .integer(Int64(bitPattern: mark.byteOffset)), .bytes(snapshot.bytes),
                    ]),
            ]
        }
        if write.isMarked {
            statements += [
                PostgresStatement(
                    "INSERT INTO navsync.mark (scene, revision, lived, position) "
                        + "SELECT id, $3::bigint, $4::bigint, $5::bigint \(scene) ON CONFLICT (scene, revision) "
                        + "DO UPDATE SET lived = $4, position = $5",
                    names + [
                        .integer(write.revision.column), .duration(write.accumulatedUptime),
                        .integer(Int64(bitPattern: write.position)),
                    ]),
                PostgresStatement(
                    "DELETE FROM navsync.mark WHERE scene = (SELECT id \(scene)) AND revision <= "
                        + "(SELECT m.revision FROM navsync.mark AS m WHERE m.scene = mark.scene "
                        + "ORDER BY m.revision DESC OFFSET $3 LIMIT 1)",
                    names + [.integer(Int64(marksKept))]),
            ]
        }
        return statements
    }

    /// The most log positions recorded for a scene.
    private static let marksKept = 64

    /// Throws the reason of a batch that could not be appended: a new owner, or a scene that is not
    /// as expected. Returns if everything is as expected.
    private static func diagnose(
        _ writes: [SceneWrite], _ held: [PostgresValue], _ own: Ownership,
        _ session: PostgresSession
    ) throws {
        let row = try session.one(
            "SELECT EXISTS (SELECT 1 FROM navsync.writer WHERE node = $1 AND generation = $2) "
                + "AND (SELECT count(*) FROM navsync.shard AS s JOIN unnest($3::bigint[], "
                + "$4::bigint[]) AS h (id, term) USING (id) WHERE s.term = h.term) "
                + "= cardinality($3::bigint[])",
            [.integer(own.node), .integer(own.generation)] + held)
        guard try row.boolean(0) else { throw StaleTerm() }
        var revisions: [SceneKey: Revision] = [:]
        for write in writes {
            let row = try session.rows(
                "SELECT epoch, revision FROM navsync.scene WHERE \"user\" = $1 AND scene = $2",
                [.text(write.key.user.rawValue), .text(write.key.scene.rawValue)]
            ).first
            let stored = try row.map { Revision(column: try $0.integer(1)) }
            let found = revisions[write.key] ?? stored ?? .zero
            let epoch = try row.map { Epoch(column: try $0.integer(0)) } ?? write.epoch
            guard found == write.expected, epoch == write.epoch else {
                throw StoreError.conflict(write.key, expected: write.expected, found: found)
            }
            revisions[write.key] = write.revision
            for receipt in write.storedReceipts {
                let isKnown =
                    try Self.storedReceipt(
                        of: receipt.sequence, by: receipt.device, in: write.key, session) != nil
                guard !isKnown else {
                    throw StoreError.conflict(write.key, expected: write.expected, found: found)
                }
            }
        }
    }
}

extension RegistryChange {
    /// A Boolean value indicating whether it leaves data that is deleted later.
    fileprivate var erases: Bool {
        switch self {
        case .erase, .eraseScene, .heal: true
        case .user, .device, .invitation, .deleteInvitation, .release, .moveScene: false
        }
    }
}

extension PostgresValue {
    /// Returns whole microseconds.
    static func duration(_ duration: Duration) -> PostgresValue { .integer(duration.column) }
    /// Returns a device's id, in 16 bytes that sort as ids do.
    static func device(_ device: DeviceID) -> PostgresValue { .bytes(Array(device.column)) }
}
