/// The version of navsync: of the daemon, the command line and the client library alike.
public enum NavsyncVersion {
    /// The semantic version.
    public static let current = "0.1.0"
}
