internal import FoundationEssentials
public import NavigationModel
internal import NavigationProto

/// Commits for all mirrors at one revision, encoded once.
public struct CommitPage: Hashable, Sendable {
    /// The commits, oldest first.
    public let commits: [Commit]
    /// The commits as encoded on the wire.
    public let encoded: EncodedCommits

    /// Encodes the commits. The cost grows with their size.
    public init(_ commits: [Commit]) {
        self.commits = commits
        encoded = EncodedCommits(commits)
    }
}

/// Commits as encoded in a reply to sync. It repeats the commits beside it, and so takes no part in
/// comparisons.
public struct EncodedCommits: Sendable {
    /// The encoded fields of ``SyncReply``, which are appended to all others unchanged.
    let fields: EncodedFields

    fileprivate init(_ commits: [Commit]) {
        let fields = Navsync_V1_Synced { $0.commits = commits.map(\.wire) }
        self.fields = EncodedFields(of: fields)
    }
}

extension EncodedCommits: Hashable {
    /// Always equal.
    public static func == (left: Self, right: Self) -> Bool { true }

    /// Feeds nothing.
    public func hash(into hasher: inout Hasher) {}
}
