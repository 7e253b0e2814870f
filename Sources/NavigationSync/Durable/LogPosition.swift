public import NavigationModel

/// Where a scene's log stood at a moment of the daemons' own life.
///
/// Age is told by marks, never by stamps: stamps come from the system's clock, which may jump.
public struct LogPosition: Hashable, Sendable {
    /// The last commit then.
    public let revision: Revision
    /// How long daemons had run on this store by then, all together.
    public let accumulatedUptime: Duration
    /// Bytes of all commits up to then, those that are no longer kept among them. Only differences
    /// mean something.
    public let byteOffset: UInt64

    /// Joins the parts.
    public init(revision: Revision, accumulatedUptime: Duration, position: UInt64) {
        self.revision = revision
        self.accumulatedUptime = accumulatedUptime
        self.byteOffset = position
    }
}
