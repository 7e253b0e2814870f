/// A message of several frames, copied out of libzmq.
public struct Multipart: Hashable, Sendable {
    /// How much of a message is kept.
    public struct Limit: Hashable, Sendable {
        /// Frames of a message at most.
        public var frames: Int
        /// Bytes of all its frames together at most.
        public var bytes: Int

        /// Sixteen frames and a megabyte, unless told.
        public init(frames: Int = 16, bytes: Int = 1 << 20) {
            self.frames = frames
            self.bytes = bytes
        }
    }

    /// The frames, in order; on a ROUTER the routing id is the first.
    public internal(set) var frames: [[UInt8]]
    /// Whether frames are missing at the end, as they were beyond the limit.
    public internal(set) var isTruncated: Bool

    /// A message as it was, or would be, received.
    package init(frames: [[UInt8]], isTruncated: Bool) {
        self.frames = frames
        self.isTruncated = isTruncated
    }
}
