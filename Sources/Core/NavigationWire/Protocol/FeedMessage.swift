public import NavigationModel

/// A message published on the feed for the devices of a user, and sealed.
public enum FeedMessage: Hashable, Sendable {
    /// The reply to a subscription: from here on no loss goes unnoticed.
    case live
    /// A scene's head, and commits in revision order that lead to it or part of the way.
    case scene(Head, [Commit])
}
