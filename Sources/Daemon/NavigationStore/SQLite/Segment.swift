internal import DatabaseFiles
internal import FoundationEssentials
internal import GRDB
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The commits in one row of the log: those of one batch, or a part of them.
///
/// The row has the revision of the last. `bytes` are the encoded commits, one after the other, and
/// `lengths` their lengths as varints, or NULL for a single commit. The checksum is over both.
struct Segment {
    /// The revision of the last commit.
    let revision: Revision
    /// The encoded commits, one after the other.
    let bytes: [UInt8]
    /// The encoded lengths of the commits; `nil` for a single one.
    let lengths: [UInt8]?

    /// Bytes of commits in a row at most, or one longer commit: what is read or deleted at once.
    static let lengthLimit = 65_536

    /// The checksum of a row.
    var checksum: Int64 { Checksum.of(lengths.map { bytes + $0 } ?? bytes) }

    /// Divides the commits of a batch into rows, in order.
    static func segments(of commits: [EncodedCommit]) -> [Segment] {
        var segments: [Segment] = []
        var rest = commits[...]
        while let first = rest.first {
            var length = 0
            var part = rest.prefix { commit in
                length += commit.bytes.count
                return length <= lengthLimit
            }
            if part.isEmpty { part = rest.prefix(1) }
            rest = rest[part.endIndex...]
            guard part.count > 1, let last = part.last else {
                segments.append(
                    Segment(revision: first.revision, bytes: first.bytes, lengths: nil))
                continue
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(min(length, lengthLimit))
            var lengths = PackedWriter()
            for commit in part {
                bytes += commit.bytes
                lengths.append(UInt64(commit.bytes.count))
            }
            segments.append(Segment(revision: last.revision, bytes: bytes, lengths: lengths.bytes))
        }
        return segments
    }

    /// Reads a row of revision, bytes, checksum and lengths; throws
    /// ``StoreError/damagedScene(_:_:)`` if it is not as it was written.
    init(_ row: Row, of key: SceneKey) throws {
        revision = Revision(column: try row.integer(0))
        bytes = try row.bytes(1)
        lengths = try row.optionalBytes(3)
        guard try row.integer(2) == checksum else {
            throw StoreError.damagedScene(key, "\(title) a wrong checksum")
        }
    }

    private init(revision: Revision, bytes: [UInt8], lengths: [UInt8]?) {
        (self.revision, self.bytes, self.lengths) = (revision, bytes, lengths)
    }

    /// The first revision in it, as far as the lengths are readable.
    var first: Revision { Self.first(of: revision, lengths) }

    /// Returns the first revision in a row.
    static func first(of last: Revision, _ lengths: [UInt8]?) -> Revision {
        guard let lengths else { return last }
        let count = UInt64(lengths.count { $0 < 0x80 })
        return Revision(rawValue: max(1, last.rawValue &+ 1 &- min(count, last.rawValue)))
    }

    /// Names it, up to the verb.
    var title: String { Self.title(first, revision) }

    /// Names the row of some commits, up to the verb.
    static func title(_ first: Revision, _ last: Revision) -> String {
        first == last ? "revision \(last) has" : "revisions \(first) to \(last) have"
    }

    /// Divides it into the commits after one revision and up to another, in order.
    func commits(
        after start: Revision = .zero, upTo end: Revision = Revision(rawValue: .max),
        of key: SceneKey
    ) throws(StoreError) -> [EncodedCommit] {
        guard let lengths else {
            guard revision > start, revision <= end else { return [] }
            return [try commit(bytes, at: revision, of: key)]
        }
        var commits: [EncodedCommit] = []
        var reader = PackedReader(lengths[...])
        var place = 0
        var next = first
        while !reader.isAtEnd {
            guard let length = reader.number(), length <= UInt64(bytes.count - place) else { break }
            let commitEnd = place + Int(length)
            defer { (place, next) = (commitEnd, next.next) }
            guard next > start, next <= end else { continue }
            commits.append(try commit(Array(bytes[place..<commitEnd]), at: next, of: key))
        }
        guard reader.isAtEnd, place == bytes.count, next == revision.next else {
            throw .damagedScene(key, "\(title) invalid lengths")
        }
        return commits
    }

    /// Returns the total length of the commits up to a revision.
    static func length(upTo end: Revision, of last: Revision, _ lengths: [UInt8]?) -> UInt64 {
        var reader = PackedReader((lengths ?? [])[...])
        var next = first(of: last, lengths)
        var total: UInt64 = 0
        while next <= end, let length = reader.number() {
            total &+= length
            next = next.next
        }
        return total
    }

    private func commit(
        _ bytes: [UInt8], at revision: Revision, of key: SceneKey
    ) throws(StoreError) -> EncodedCommit {
        let commit: EncodedCommit
        do { commit = try EncodedCommit(encoded: bytes) } catch {
            throw .damagedScene(key, "revision \(revision): \(error)")
        }
        guard commit.revision == revision else {
            throw .damagedScene(key, "revision \(commit.revision) found instead of \(revision)")
        }
        return commit
    }
}

/// A writer of numbers and bytes, one after the other.
struct PackedWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    /// Writes a number as a varint.
    mutating func append(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes bytes; their number has to be known to the reader.
    mutating func append(_ content: [UInt8]) { bytes += content }
}

/// A reader of what ``PackedWriter`` wrote.
struct PackedReader {
    private var rest: ArraySlice<UInt8>

    /// Begins with the first of them.
    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// A Boolean value indicating whether all was read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number; `nil` if there is none.
    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for (index, byte) in rest.prefix(10).enumerated() {
            value |= UInt64(byte & 0x7f) << UInt64(7 * index)
            guard byte < 0x80 else { continue }
            rest = rest.dropFirst(index + 1)
            return value
        }
        return nil
    }

    /// Reads so many bytes; `nil` if there are fewer.
    mutating func bytes(_ count: UInt64) -> [UInt8]? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }
}
