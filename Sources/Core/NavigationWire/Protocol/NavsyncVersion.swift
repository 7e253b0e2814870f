/// The version of navsync: of the daemon, the command line and the client library alike.
package enum NavsyncVersion {
    /// The semantic version.
    package static let current = "0.1.0"
}
