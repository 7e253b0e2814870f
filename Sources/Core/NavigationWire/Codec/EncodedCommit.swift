package import NavigationModel
package import NavigationProto

/// A commit as the log stores it, and as replies and the feed carry it: encoded once, copied from
/// then on.
package struct EncodedCommit: Hashable, Sendable {
    /// The commit's revision.
    package let revision: Revision
    /// The encoding, as `Commit` makes it; a slice, as the store reads many at once.
    package let bytes: ArraySlice<UInt8>

    /// Encodes a commit.
    package init(_ commit: borrowing Commit) {
        revision = commit.revision
        bytes = commit.encoded[...]
    }

    /// Takes over an encoding, of which only the revision is read; throws if that is not its first
    /// field.
    package init(encoded bytes: ArraySlice<UInt8>) throws(WireError) {
        guard bytes.first == Self.revisionTag,
            let number = leadingVarint(of: bytes.dropFirst()), number > 0
        else { throw WireError("not a Commit: no revision") }
        revision = Revision(rawValue: number)
        self.bytes = bytes
    }

    /// Decodes the commit; throws a description of the first fault.
    package func decoded() throws(WireError) -> Commit { try Commit(encoded: Array(bytes)) }

    /// The tag of the revision in an encoded commit: field 1, a varint.
    private static let revisionTag: UInt8 = 0x08
}

/// Commits for all mirrors at one revision, oldest first, encoded.
package struct CommitPage: Hashable, Sendable {
    /// The number of commits.
    package let count: Int
    /// The revision of the first commit; `nil` for an empty page.
    package let first: Revision?
    /// The revision of the last commit; `nil` for an empty page.
    package let last: Revision?
    /// The commits as fields of the message.
    let fields: [UInt8]

    /// The messages with pages of commits, each by the number of their field in it.
    package enum Message: UInt8, Sendable {
        /// `HistoryPage`.
        case history = 1
        /// `Synced` and `Feed` alike.
        case sync = 2
    }

    /// Bytes that a commit in a page takes beyond its own encoding, as long as that is shorter than
    /// 2¹⁴ bytes.
    package static let overhead = 3

    /// Joins the first commits of at most so many bytes together; one at least. The cost grows with
    /// their size.
    ///
    /// Of an array, not of any collection: calls through a collection's witnesses took more time
    /// than copying.
    package init(
        _ commits: [EncodedCommit], atMost limit: Int = .max, for message: Message = .sync
    ) {
        var (count, length) = (0, 0)
        for commit in commits {
            guard count == 0 || length + commit.bytes.count <= limit else { break }
            count += 1
            length += commit.bytes.count
        }
        let page = commits[..<count]
        var writer = ProtobufWriter(capacity: length + count * Self.overhead)
        for commit in page { writer.encoded(commit.bytes, message.rawValue) }
        self.count = count
        first = page.first?.revision
        last = page.last?.revision
        fields = writer.bytes
    }

    /// Decodes the commits of a reply to sync, as a client does; throws a description of the first
    /// fault.
    package func decoded() throws(WireError) -> [Commit] {
        try CommitList(reading: fields, as: "Synced").commits
    }
}

/// The commits of a reply to sync, whatever else is in it.
private struct CommitList: WireReadable {
    typealias Wire = Navsync_V1_Synced
    private(set) var commits: [Commit] = []

    init(from reader: inout ProtobufReader) throws(WireError) {
        while let field = reader.next() {
            if field == 2 { try reader.append(to: &commits) } else { reader.skip() }
        }
    }
}
