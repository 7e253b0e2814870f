import NavigationModel
import NavigationWire

/// A user's feed as all mirrors of this process read it: each frame is opened once, and counted by all.
///
/// So a hundred mirrors in one process cost about what they cost on a hundred machines: the first opens
/// what it gets, the others look up the count.
final class Feed {
    /// The newest revision that a mirror has got, or that the writers know to be there.
    var revision: UInt64
    /// The greatest time of any stamp of those, in microseconds.
    var latest: Int64
    private let epoch: Epoch
    private let topic: Topic
    private let key: FeedKey
    /// Counters of the latest frames and the commits in each, by the counter's remainder.
    private var opened: [(counter: UInt64, commits: Int)]

    /// Frames whose counts are remembered: more than can be on the way.
    private static let remembered = 1 << 14
    /// Bytes before the ciphertext: kind and counter.
    private static let header = 9

    /// The feed that a welcome names, of one scene.
    init(_ welcome: Welcome, head: Head, latest: Timestamp) {
        (topic, key, epoch) = (welcome.topic, welcome.feedKey, head.epoch)
        (revision, self.latest) = (head.revision.rawValue, latest.rawValue)
        opened = Array(repeating: (.max, 0), count: Self.remembered)
    }

    /// Returns how many commits of devices a frame has; `nil` if it can't be opened.
    func commits(in frame: [UInt8], count: Int) -> Int? {
        guard count > Self.header, frame[0] == 1 else { return nil }
        let counter = frame[1..<Self.header].reduce(0) { $0 << 8 | UInt64($1) }
        let slot = Int(counter % UInt64(Self.remembered))
        if opened[slot].counter == counter { return opened[slot].commits }
        let nonce = [0, 0, 0, 0] + frame[1..<Self.header]
        let plaintext = AuthenticatedCipher.open(
            frame[Self.header..<count], key: key.bytes, nonce: nonce, authenticating: topic.bytes)
        guard let plaintext, plaintext.count >= 4 else { return nil }
        let length = plaintext[..<4].reduce(0) { $0 << 8 | Int($1) }
        let commits = read(plaintext, in: 4..<4 + length)
        opened[slot] = (counter, commits)
        return commits
    }

    private func read(_ bytes: [UInt8], in range: Range<Int>) -> Int {
        var reader = FieldReader(bytes, in: range)
        var count = 0
        while let field = reader.next() {
            switch (field.number, field.content) {
            case (1, .bytes(let head)):
                // Another scene of the user.
                var inner = FieldReader(bytes, in: head)
                guard inner.first(1)?.number == epoch.rawValue else { return 0 }
            case (2, .bytes(let place)):
                guard let commit = CommitSkim(bytes, in: place) else { return count }
                revision = max(revision, commit.revision)
                latest = max(latest, commit.time)
                if !commit.isOfDaemon { count += 1 }
            default: break
            }
        }
        return count
    }
}
