internal import NavigationModel

/// The content of a reply to sync.
public enum SyncResult: Int, Hashable, Sendable, CaseIterable {
    /// Nothing: the mirror is current.
    case current
    /// The missing commits, from memory or from the log.
    case commits
    /// A snapshot, because it is shorter than the commits, or the mirror is of another epoch.
    case snapshot
}
