/// The conditions that a command may wait for before it goes on.
enum Readiness: Hashable, Sendable {
    /// A connection.
    case connection
    /// A mirror that is where the daemon is.
    case mirror
    /// A mirror that has, besides, the commits of all own changes that have an outcome.
    case commits
}

/// The end of the wait for a ``Contact``.
enum ContactResult: Sendable {
    /// It is there.
    case reached
    /// It will not be, for now.
    case failed(NavigationClientError)
}
