internal import DatabaseFiles
internal import SQLite
package import NavigationModel
internal import NavigationSync
package import NavigationWire

/// The commits in one row of the log, or in one slice of the journal: successive ones.
///
/// The row has the revision of the last. `bytes` are the encoded commits, one after the other, and
/// `lengths` their lengths as varints, or NULL for a single commit. The checksum is over both.
package struct Segment: Hashable, Sendable {
    /// The revision of the last commit.
    package let revision: Revision
    /// The encoded commits, one after the other.
    package let bytes: [UInt8]
    /// The encoded lengths of the commits; `nil` for a single one.
    package let lengths: [UInt8]?
    /// A Boolean value indicating whether the commits are as they were written.
    let isSound: Bool

    /// Bytes of commits in a row at most, or one longer commit: what is read or deleted at once.
    static let lengthLimit = 65_536

    /// The checksum of a row.
    package var checksum: Int64 { Checksum.of(bytes, lengths ?? []) }

    /// Divides the commits of a batch into rows, in order.
    package static func segments(of commits: [EncodedCommit]) -> [Segment] {
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
                    Segment(revision: first.revision, bytes: Array(first.bytes), lengths: nil))
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
        try self.init(
            revision: Revision(column: row.integer(0)), bytes: row.bytes(1),
            lengths: row.optionalBytes(3), checksum: row.integer(2), of: key)
    }

    /// Joins the parts of a row; throws ``StoreError/damagedScene(_:_:)`` if it is not as it was
    /// written.
    package init(
        revision: Revision, bytes: [UInt8], lengths: [UInt8]?, checksum: Int64, of key: SceneKey
    ) throws(StoreError) {
        self.init(revision: revision, bytes: bytes, lengths: lengths)
        guard checksum == self.checksum else {
            throw .damagedScene(key, "\(title) a wrong checksum")
        }
    }

    /// Joins the parts.
    init(revision: Revision, bytes: [UInt8], lengths: [UInt8]?) {
        (self.revision, self.bytes, self.lengths, isSound) = (revision, bytes, lengths, true)
    }

    /// Creates a segment without commits, after a revision.
    init(emptyAt revision: Revision) {
        self.init(revision: revision, bytes: [], lengths: [])
    }

    /// Creates a damaged segment, of which only the revisions are known.
    init(unsound revision: Revision, count: Int) {
        self.revision = revision
        bytes = []
        lengths = count == 1 ? nil : [UInt8](repeating: 0, count: min(count, Self.lengthLimit))
        isSound = false
    }

    /// Joins successive segments to as few as possible, in order. Segments without commits are
    /// left out.
    static func joined(_ segments: some Sequence<Segment>) -> [Segment] {
        var joined: [Segment] = []
        var (bytes, lengths, last) = ([UInt8](), PackedWriter(), Revision?.none)
        var single: Segment?
        func end() {
            guard let revision = last else { return }
            joined.append(
                single ?? Segment(revision: revision, bytes: bytes, lengths: lengths.bytes))
        }
        for segment in segments where segment.count > 0 {
            if last != nil, bytes.count + segment.bytes.count <= lengthLimit,
                segment.first == last?.next
            {
                single = nil
            } else {
                end()
                (bytes, lengths, single) = ([], PackedWriter(), segment)
            }
            bytes += segment.bytes
            if let more = segment.lengths {
                lengths.append(more)
            } else {
                lengths.append(UInt64(segment.bytes.count))
            }
            last = segment.revision
        }
        end()
        return joined
    }

    /// The number of commits, as far as the lengths are readable.
    var count: Int { Self.count(lengths) }

    /// Returns the number of commits in a row.
    package static func count(_ lengths: [UInt8]?) -> Int {
        lengths.map { $0.count { $0 < 0x80 } } ?? 1
    }

    /// The first revision in it, as far as the lengths are readable.
    var first: Revision { Self.first(of: revision, lengths) }

    /// Returns the first revision in a row.
    static func first(of last: Revision, _ lengths: [UInt8]?) -> Revision {
        guard let lengths else { return last }
        let count = UInt64(count(lengths))
        return Revision(rawValue: max(1, last.rawValue &+ 1 &- min(count, last.rawValue)))
    }

    /// Names it, up to the verb.
    var title: String { Self.title(first, revision) }

    /// Names the row of some commits, up to the verb.
    static func title(_ first: Revision, _ last: Revision) -> String {
        first >= last ? "revision \(last) has" : "revisions \(first) to \(last) have"
    }

    /// Divides it into the commits after one revision and up to another, in order.
    package func commits(
        after start: Revision = .zero, upTo end: Revision = Revision(rawValue: .max),
        of key: SceneKey
    ) throws(StoreError) -> [EncodedCommit] {
        var commits: [EncodedCommit] = []
        try forEachCommit(after: start, upTo: end, of: key) { commits.append($0) }
        return commits
    }

    /// Calls `body` with the commits after one revision and up to another, in order. It throws
    /// ``StoreError/damagedScene(_:_:)`` at the end if they are not all of it.
    func forEachCommit(
        after start: Revision = .zero, upTo end: Revision = Revision(rawValue: .max),
        of key: SceneKey, _ body: (EncodedCommit) -> Void
    ) throws(StoreError) {
        guard isSound else { throw .damagedScene(key, "\(title) a wrong checksum") }
        guard let lengths else {
            guard revision > start, revision <= end else { return }
            return body(try commit(bytes[...], at: revision, of: key))
        }
        var reader = PackedReader(lengths[...])
        var place = 0
        var next = first
        while !reader.isAtEnd {
            guard let length = reader.number(), length <= UInt64(bytes.count - place) else { break }
            let commitEnd = place + Int(length)
            defer { (place, next) = (commitEnd, next.next) }
            guard next > start, next <= end else { continue }
            body(try commit(bytes[place..<commitEnd], at: next, of: key))
        }
        guard reader.isAtEnd, place == bytes.count, next == revision.next else {
            throw .damagedScene(key, "\(title) invalid lengths")
        }
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
        _ bytes: ArraySlice<UInt8>, at revision: Revision, of key: SceneKey
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

/// The commits of a page of the log, as they are added.
struct LogPage {
    /// The most commits.
    let limit: Int
    /// The commits, oldest first.
    private(set) var commits: [EncodedCommit] = []
    /// Bytes that there is room for: less than none after the commit that exceeds the length.
    private(set) var room: Int

    /// Begins a page of so many commits at most, and of so many bytes.
    init(limit: Int, length: Int) { (self.limit, room) = (limit, length) }

    /// A Boolean value indicating whether no commit is added any more.
    var isFull: Bool { room < 0 || commits.count >= limit }

    /// Adds the commits of a segment after a revision, as far as there is room; throws
    /// ``StoreError/damagedScene(_:_:)`` if any of the segment is not as it was written.
    mutating func add(
        _ segment: Segment, after start: Revision, of key: SceneKey
    ) throws(StoreError) {
        try segment.forEachCommit(after: start, of: key) { commit in
            guard !isFull else { return }
            commits.append(commit)
            room -= commit.bytes.count
        }
    }
}
