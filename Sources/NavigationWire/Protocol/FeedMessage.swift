public import NavigationModel

/// What is published on the feed for the devices of a user, and sealed.
public enum FeedMessage: Hashable, Sendable {
    /// The answer to a subscription: from here on nothing is missed without being noticed.
    case live
    /// Where a scene stands, and commits in revision order that lead there or part of the way.
    case scene(Head, [Commit])
}
