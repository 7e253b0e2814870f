/// The conditions that a command may wait for before it goes on.
enum Readiness: Hashable, Sendable {
    /// A connection.
    case connection
    /// A mirror that is at the daemon's head.
    case mirror
    /// A mirror that has, in addition, the commits of all own changes that have an outcome.
    case commits
}

/// The result of waiting for a ``Readiness``.
enum ContactResult: Sendable {
    /// The condition holds.
    case reached
    /// The condition will not hold, for now.
    case failed(NavigationClientError)
}
