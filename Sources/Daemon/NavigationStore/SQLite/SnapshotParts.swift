internal import DatabaseFiles
internal import POSIX
internal import FoundationEssentials
internal import SQLite
package import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Synchronization

/// A long snapshot in parts that are written one by one, each in a transaction of its own, before
/// its batch: so other changes wait for one part at most.
struct SnapshotParts: Sendable {
    /// The id of the scene.
    let scene: Int64
    /// The snapshot's revision.
    let revision: Revision
    /// The whole snapshot.
    let bytes: [UInt8]
    /// The checksums of the parts, one after the other: the bytes of the snapshot's row.
    let manifest: [UInt8]

    /// Bytes of a part, and the length up to which a snapshot has no parts.
    static let length = 131_072
    /// Bytes of a checksum in a manifest.
    private static let checksumLength = 8

    /// The number of parts.
    var count: Int { Self.count(in: manifest) }

    /// Computes the manifest. Scans all bytes.
    init(of scene: Int64, at revision: Revision, _ bytes: [UInt8]) {
        (self.scene, self.revision, self.bytes) = (scene, revision, bytes)
        manifest = stride(from: 0, to: bytes.count, by: Self.length).flatMap { start in
            let part = Array(bytes[start..<min(bytes.count, start + Self.length)])
            return Self.encoded(Checksum.of(part))
        }
    }

    /// Returns the bytes of a checksum, the most significant first.
    private static func encoded(_ checksum: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }

    /// Returns the number of parts in a manifest.
    static func count(in manifest: [UInt8]) -> Int { manifest.count / checksumLength }

    /// Returns a checksum of a manifest.
    static func checksum(_ number: Int, in manifest: [UInt8]) -> Int64 {
        let start = number * checksumLength
        return manifest[start..<start + checksumLength].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Returns one of the parts.
    func part(_ number: Int) -> ArraySlice<UInt8> {
        let start = number * Self.length
        return bytes[start..<min(bytes.count, start + Self.length)]
    }
}

extension SQLiteStore {
    /// Uses one transaction a part, after those that delete the parts left over from others.
    package func prepare(
        _ snapshot: [UInt8], of key: SceneKey, at revision: Revision, under claim: Claim
    ) async throws(StoreError) {
        guard snapshot.count > SnapshotParts.length else { return }
        var scene: Int64?
        var isClear = false
        while !isClear {
            (scene, isClear) = try await write { db in
                try Self.check(claim, db)
                return try Self.removeStrayParts(of: key, at: revision, db)
            }
        }
        guard let scene else { return }
        let parts = await Self.background.run {
            SnapshotParts(of: scene, at: revision, snapshot)
        }
        for number in 0..<parts.count {
            try await write { db in
                try Self.check(claim, db)
                try Self.insert(number, of: parts, db)
            }
        }
        prepared.withLock { $0 = parts }
    }

    /// Deletes parts of a scene that belong to no snapshot, some at a time; returns whether those
    /// were all, and the scene, unless that has a snapshot at `revision` or does not exist.
    private static func removeStrayParts(
        of key: SceneKey, at revision: Revision, _ db: Database
    ) throws -> (scene: Int64?, isAll: Bool) {
        guard let scene = try Self.scene(key, Journal.Tail(), db)?.id else { return (nil, true) }
        let isAll = try removeParts(of: scene, areStray: true, limit: erasingStep, db)
        let taken = try db.row(
            "SELECT 1 FROM snapshot WHERE scene = ? AND revision = ?", [scene, revision.column])
        return (taken == nil ? scene : nil, isAll)
    }

    /// Deletes the oldest parts of a scene, at most `limit` of them and ``removedLength`` bytes;
    /// returns whether there are no more up to `revision`.
    static func removeParts(
        of scene: Int64, upTo revision: Int64 = .max, areStray: Bool = false, limit: Int,
        _ db: Database
    ) throws -> Bool {
        let condition =
            areStray
            ? "AND revision NOT IN (SELECT revision FROM snapshot WHERE scene = ?1 AND parts > 0) "
            : ""
        var removed: [(revision: Int64, number: Int64)] = []
        var length = 0
        var isAll = true
        try db.forEachRow(
            "SELECT revision, number, length(bytes) FROM part "
                + "WHERE scene = ?1 AND revision <= ?2 \(condition)"
                + "ORDER BY revision, number LIMIT ?3", [scene, revision, limit + 1]
        ) { row in
            let next = Int(try row.integer(2))
            guard isAll, removed.isEmpty || length + next <= removedLength, removed.count < limit
            else {
                isAll = false
                return
            }
            removed.append((try row.integer(0), try row.integer(1)))
            length += next
        }
        for part in removed {
            try db.run(
                "DELETE FROM part WHERE scene = ? AND revision = ? AND number = ?",
                [scene, part.revision, part.number])
        }
        if length > 0 {
            try db.run("UPDATE scene SET length = length - ? WHERE id = ?", [length, scene])
        }
        return isAll
    }

    private static func insert(
        _ number: Int, of parts: SnapshotParts, _ db: Database
    ) throws {
        let bytes = parts.part(number)
        try db.run(
            "INSERT INTO part (scene, revision, number, bytes, checksum) VALUES (?, ?, ?, ?, ?)",
            [
                parts.scene, parts.revision.column, number, Data(bytes),
                SnapshotParts.checksum(number, in: parts.manifest),
            ])
        try db.run(
            "UPDATE scene SET length = length + ? WHERE id = ?", [bytes.count, parts.scene])
    }

    /// Returns a Boolean value indicating whether all parts of a snapshot are written.
    static func has(_ parts: SnapshotParts, _ db: Database) throws -> Bool {
        let row = try db.row(
            "SELECT count(*) FROM part WHERE scene = ? AND revision = ?",
            [parts.scene, parts.revision.column])
        return try row?.integer(0) == Int64(parts.count)
    }

    /// Returns the joined parts of a snapshot; `nil` if one of them is corrupt.
    static func joined(
        _ count: Int, of scene: Int64, at revision: Revision, by manifest: [UInt8], _ db: Database
    ) throws -> [UInt8]? {
        guard SnapshotParts.count(in: manifest) == count else { return nil }
        var bytes: [UInt8] = []
        var number = 0
        var isSound = true
        try db.forEachRow(
            "SELECT bytes FROM part WHERE scene = ? AND revision = ? ORDER BY number",
            [scene, revision.column]
        ) { row in
            let part = try row.bytes(0)
            isSound =
                isSound && number < count
                && Checksum.of(part) == SnapshotParts.checksum(number, in: manifest)
            number += 1
            bytes += part
        }
        return isSound && number == count ? bytes : nil
    }
}
