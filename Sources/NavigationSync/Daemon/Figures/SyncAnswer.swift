internal import NavigationModel

/// What a device that asked for what it is missing was given.
public enum SyncAnswer: Int, Hashable, Sendable, CaseIterable {
    /// Nothing: it has everything.
    case current
    /// The commits that it lacks.
    case commits
    /// A snapshot, because it is too far behind for those, or of another epoch.
    case snapshot

    init(_ commits: [Commit]?) {
        guard let commits else {
            self = .snapshot
            return
        }
        self = commits.isEmpty ? .current : .commits
    }
}
