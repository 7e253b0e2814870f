/// A reply, read as far as a client has to that counts receipts.
struct ReplySkim: Hashable {
    /// The id of the request.
    let id: UInt64
    /// The number of the result's field in Reply.
    let kind: UInt64
    /// The place of the result's bytes.
    let body: Range<Int>

    /// The number of a receipt.
    static let receipt: UInt64 = 6
    /// The number of heads.
    static let heads: UInt64 = 7
    /// The number of a page of the log.
    static let historyPage: UInt64 = 8

    /// Returns the revision that a receipt names; `nil` if the change altered nothing.
    func revision(in bytes: [UInt8]) -> UInt64? {
        var reader = FieldReader(bytes, in: body)
        return reader.first(3)?.number
    }

    /// Reads the first `count` bytes; `nil` if they are no reply.
    init?(_ bytes: [UInt8], count: Int) {
        var reader = FieldReader(bytes, in: 0..<count)
        var id: UInt64 = 0
        while let field = reader.next() {
            switch field.content {
            case .number(let value, _) where field.number == 1: id = value
            case .bytes(let body) where field.number > 1:
                (self.id, self.kind, self.body) = (id, field.number, body)
                return
            default: break
            }
        }
        return nil
    }
}

/// A commit, read as far as a client has to that counts them.
struct CommitSkim: Hashable {
    /// Its number in the scene.
    let revision: UInt64
    /// The time of its stamp, in microseconds.
    let time: Int64
    /// A Boolean value indicating whether the daemon is its author.
    let isOfDaemon: Bool

    /// Reads the bytes at a place; `nil` if they are no commit.
    init?(_ bytes: [UInt8], in range: Range<Int>) {
        var reader = FieldReader(bytes, in: range)
        guard let revision = reader.first(1)?.number, let stamp = reader.first(2) else {
            return nil
        }
        var inner = FieldReader(bytes, in: stamp.place)
        guard let time = inner.first(1)?.number, let device = inner.first(2) else { return nil }
        self.revision = revision
        self.time = Int64(bitPattern: time)
        isOfDaemon = bytes[device.place].allSatisfy { $0 == 0 }
    }
}
