internal import CZeroMQ

/// What a socket or a file descriptor is waited for, and what it is ready for.
public struct PollEvents: OptionSet, Hashable, Sendable {
    /// The bits of libzmq's `ZMQ_POLLIN`, `ZMQ_POLLOUT` and `ZMQ_POLLERR`.
    public let rawValue: Int16

    /// Takes the bits as they are.
    public init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    /// A whole message, or input, can be read without waiting.
    public static let readable = PollEvents(rawValue: Int16(ZMQ_POLLIN))
    /// A message, or output, can be written without waiting.
    public static let writable = PollEvents(rawValue: Int16(ZMQ_POLLOUT))
    /// Never asked for, always told. Of a file descriptor: it failed or its other side hung up, and
    /// it goes on being told until it is unregistered. Of a socket: its context was shut down, its
    /// registration has ended, and what is left is to close it.
    public static let failed = PollEvents(rawValue: Int16(ZMQ_POLLERR))
}
