public import NavigationModel

/// A publication on the feed: commits of one scene in revision order, its head, or both.
public struct Feed: Hashable, Sendable {
    /// Where the scene stands.
    public let head: Head
    /// Commits that lead up to the head, or to a revision before it.
    public let commits: [Commit]

    /// Joins the parts.
    public init(head: Head, commits: [Commit]) {
        self.head = head
        self.commits = commits
    }
}
