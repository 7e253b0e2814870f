public import NavigationModel

/// A publication on the feed.
public enum Feed: Hashable, Sendable {
    /// The answer to a subscription: from here on nothing is missed without being noticed.
    case live
    /// The answer to a subscription to a topic that is no longer valid: say hello again.
    case gone
    /// Where a scene stands, and commits in revision order that lead there or part of the way.
    case scene(Head, [Commit])
}
