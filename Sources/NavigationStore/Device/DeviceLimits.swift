internal import NavigationWire

/// What bounds a device's directory.
public enum DeviceLimits {
    /// Changes of one scene that may wait; one more is refused.
    public static let waiting = UserLimits.outbox
    /// Changes of one scene that are kept after they were settled or refused; older ones go.
    public static let kept = 1_000
    /// Commits kept after a scene's snapshot before they are folded into a new one.
    public static let tail = 512
    /// Reports of mirrors that differed from the daemon that are kept.
    public static let reports = 4
    /// How long a process waits for the others before it gives up.
    public static let patience = Duration.seconds(30)
}
