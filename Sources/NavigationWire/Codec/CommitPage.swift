internal import FoundationEssentials
public import NavigationModel
internal import SwiftProtobuf

/// Commits for mirrors that lack the same, encoded once for all of them.
public struct CommitPage: Hashable, Sendable {
    /// The commits, oldest first.
    public let commits: [Commit]
    /// The same as they are on the wire.
    public let encoded: EncodedCommits

    /// Encodes them. Costs what they hold.
    public init(_ commits: [Commit]) {
        self.commits = commits
        encoded = EncodedCommits(commits)
    }
}

/// Commits as they are in a reply to sync. It says what the commits beside it say, and so is no part of
/// what is compared.
public struct EncodedCommits: Sendable {
    /// The fields of ``SyncReply`` on the wire, which are written behind all others as they are.
    let fields: UnknownStorage

    fileprivate init(_ commits: [Commit]) {
        let fields = Navsync_V1_Synced.with { $0.commits = commits.map(\.wire) }
        let bytes: Data? = try? fields.serializedBytes()
        // A message without fields of its own takes all bytes as they are.
        let carrier = try? Google_Protobuf_Empty(serializedBytes: bytes ?? Data())
        self.fields = carrier?.unknownFields ?? UnknownStorage()
    }
}

extension EncodedCommits: Hashable {
    /// Always equal.
    public static func == (left: Self, right: Self) -> Bool { true }

    /// Feeds nothing.
    public func hash(into hasher: inout Hasher) {}
}
