public import NavigationModel

/// A recorded position of a scene's log at an accumulated uptime.
public struct LogPosition: Hashable, Sendable {
    /// The last commit then.
    public let revision: Revision
    /// The accumulated uptime then: the time that daemons had run on this store.
    public let accumulatedUptime: Duration
    /// Bytes of all commits up to then, compacted ones included. Only differences are meaningful.
    public let byteOffset: UInt64

    /// Joins the parts.
    public init(revision: Revision, accumulatedUptime: Duration, position: UInt64) {
        self.revision = revision
        self.accumulatedUptime = accumulatedUptime
        self.byteOffset = position
    }
}
