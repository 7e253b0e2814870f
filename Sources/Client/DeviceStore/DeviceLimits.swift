internal import NavigationWire

/// The limits of a device's database.
package enum DeviceLimits {
    /// Pending changes of one scene; one more is refused.
    package static let waiting = UserLimits.outbox
    /// Changes of one scene that are kept after they were settled or refused; older ones are
    /// deleted, except those on the shelf.
    package static let kept = 1_000
    /// Refused changes of one scene on the shelf; the oldest are dropped for new ones, and counted.
    package static let shelf = 1_000
    /// Changes of one scene that can be undone or redone; the oldest are dropped for new ones.
    package static let journal = 100
    /// Commits kept after a scene's snapshot before they are folded into a new one.
    package static let tail = 512
    /// Bytes of those commits, beyond the length of the snapshot, before they are folded into a new
    /// one: each command reads them all.
    package static let tailLength = 8_192
    /// Commits between two checks of their length.
    static let tailStep: UInt64 = 16
    /// Saved reports of diverged mirrors.
    package static let reports = 4
    /// Saved states of one scene that the daemon may have lost.
    package static let lostStates = 4
    /// Addresses of the daemon, or of the nodes of its fleet.
    static let addresses = 16
    /// The time that a process waits for the others' locks.
    package static let timeout = Duration.seconds(30)
}
