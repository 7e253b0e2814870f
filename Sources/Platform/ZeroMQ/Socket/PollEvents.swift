internal import CZeroMQ

/// The events to poll a socket or a file descriptor for, and its readiness.
package struct PollEvents: OptionSet, Hashable, Sendable {
    /// The bits of libzmq's `ZMQ_POLLIN`, `ZMQ_POLLOUT` and `ZMQ_POLLERR`.
    package let rawValue: Int16

    /// Takes the bits as they are.
    package init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    /// A whole message, or input, can be read without waiting.
    package static let readable = PollEvents(rawValue: Int16(ZMQ_POLLIN))
    /// A message, or output, can be written without waiting.
    package static let writable = PollEvents(rawValue: Int16(ZMQ_POLLOUT))
    /// Never requested, always reported. Of a file descriptor: it failed or its other side hung up,
    /// and it is reported again until it is unregistered. Of a socket: its context was shut down,
    /// its registration has ended, and it only remains to close it.
    package static let failed = PollEvents(rawValue: Int16(ZMQ_POLLERR))
}
