/// A message of several frames, copied out of libzmq.
package struct Multipart: Hashable, Sendable {
    /// The part of a message that is received; the rest is dropped.
    package struct Limit: Hashable, Sendable {
        /// The maximum number of frames.
        package var frames: Int
        /// The maximum number of bytes of all frames together.
        package var bytes: Int

        /// Creates a limit, by default of sixteen frames and a megabyte.
        package init(frames: Int = 16, bytes: Int = 1 << 20) {
            self.frames = frames
            self.bytes = bytes
        }
    }

    /// The frames, in order; on a ROUTER the routing id is the first.
    package internal(set) var frames: [[UInt8]]
    /// A Boolean value indicating whether frames beyond the limit are missing at the end.
    package internal(set) var isTruncated: Bool

    /// A message as it was received, or would be.
    package init(frames: [[UInt8]], isTruncated: Bool) {
        self.frames = frames
        self.isTruncated = isTruncated
    }
}
