/// The version of navsync: of the daemon, the command line and the client library alike.
public enum NavsyncVersion {
    /// Semantic version.
    public static let current = "0.1.0"
}
