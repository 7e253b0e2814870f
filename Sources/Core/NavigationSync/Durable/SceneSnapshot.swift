/// The state of a scene at a revision, stored so that a load begins there and not with the first
/// commit.
public struct SceneSnapshot: Hashable, Sendable {
    /// The revision, and its log position.
    public let mark: LogPosition
    /// The state, encoded.
    public let bytes: [UInt8]

    /// Joins the parts.
    public init(mark: LogPosition, bytes: [UInt8]) {
        self.mark = mark
        self.bytes = bytes
    }
}
