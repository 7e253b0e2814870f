internal import NavigationModel

/// What a device that asked for what it is missing was given.
public enum SyncResult: Int, Hashable, Sendable, CaseIterable {
    /// Nothing: it has everything.
    case current
    /// The commits that it lacks, from memory or from the log.
    case commits
    /// A snapshot, because that is shorter than those, or as it is of another epoch.
    case snapshot
}
