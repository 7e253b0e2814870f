/// All of a scene at a revision, kept so that a load begins there and not with the first commit.
public struct SceneSnapshot: Hashable, Sendable {
    /// Which revision, and when that was.
    public let mark: LogPosition
    /// The state, encoded.
    public let bytes: [UInt8]

    /// Joins the parts.
    public init(mark: LogPosition, bytes: [UInt8]) {
        self.mark = mark
        self.bytes = bytes
    }
}
