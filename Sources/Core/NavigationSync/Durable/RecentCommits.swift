internal import DequeModule
public import NavigationModel

/// The newest commits of a stored scene, gapless up to its revision, for mirrors that lag a little:
/// so few that reading them takes negligible time beside the scene.
public struct RecentCommits: Hashable, Sendable {
    /// Commits at most.
    public static let limit = 64
    /// Bytes of their encodings at most.
    public static let lengthLimit = 65_536

    private var entries: Deque<Entry> = []
    private var length = 0

    private struct Entry: Hashable, Sendable {
        let commit: Commit
        let length: Int
    }

    /// No commits.
    public init() {}

    /// The commits in order, with the lengths of their encodings.
    public var commits: [(commit: Commit, length: Int)] {
        entries.map { ($0.commit, $0.length) }
    }

    /// The revision of the last one; `nil` without any.
    public var revision: Revision? { entries.last?.commit.revision }

    /// Adds the next commit, and drops the oldest while over the limits. One that does not follow
    /// the last replaces all.
    public mutating func add(_ commit: Commit, length: Int) {
        if let revision, commit.revision != revision.next { self = RecentCommits() }
        entries.append(Entry(commit: commit, length: length))
        self.length += length
        while entries.count > Self.limit || self.length > Self.lengthLimit,
            let oldest = entries.popFirst()
        {
            self.length -= oldest.length
        }
    }
}
