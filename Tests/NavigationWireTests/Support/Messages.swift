import NavigationModel
import NavigationProto
import NavigationWire

/// Every kind of message: how to make one from a seed, and how to read one.
enum Message: String, CaseIterable {
    case request, reply, feed, change, commit, snapshot, outcomes

    func encoded(seed: UInt64) -> [UInt8] {
        var samples = Samples(seed: seed)
        return switch self {
        case .request: samples.request().encoded
        case .reply: samples.reply().encoded
        case .feed: samples.feed().encoded
        case .change: samples.change().encoded
        case .commit: samples.commit().encoded
        case .snapshot: samples.state().snapshot
        case .outcomes: samples.list { $0.outcome() }.encoded
        }
    }

    /// Reads a message and writes it again.
    func recoded(_ bytes: [UInt8]) throws(WireError) -> [UInt8] {
        switch self {
        case .request: try Request(encoded: bytes).encoded
        case .reply: try Reply(encoded: bytes).encoded
        case .feed: try FeedMessage(encoded: bytes).encoded
        case .change: try Change(encoded: bytes).encoded
        case .commit: try Commit(encoded: bytes).encoded
        case .snapshot: try SceneState(snapshot: bytes).snapshot
        case .outcomes: try [Outcome](encoded: bytes).encoded
        }
    }
}
