internal import NavigationWire

/// What bounds a device's directory.
public enum DeviceLimits {
    /// Changes of one scene that may wait; one more is refused.
    public static let waiting = UserLimits.outbox
    /// Changes of one scene that are kept after they were settled or refused; older ones go, but
    /// for those on the shelf.
    public static let kept = 1_000
    /// Refused changes of one scene that the shelf holds; the oldest make room, and are counted.
    public static let shelf = 1_000
    /// Changes of one scene that can be undone or redone; the oldest make room.
    public static let journal = 100
    /// Commits kept after a scene's snapshot before they are folded into a new one.
    public static let tail = 512
    /// Bytes of those commits beyond the length of the snapshot before they are folded into a new one:
    /// each command reads them all.
    public static let tailLength = 65_536
    /// Commits after which their length is looked at.
    static let tailStep: UInt64 = 16
    /// Reports of mirrors that differed from the daemon that are kept.
    public static let reports = 4
    /// States of one scene that are kept since the daemon may have lost them.
    public static let lostStates = 4
    /// How long a process waits for the others before it gives up.
    public static let timeout = Duration.seconds(30)
}
