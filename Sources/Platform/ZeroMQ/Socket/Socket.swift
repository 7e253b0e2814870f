internal import CZeroMQ
internal import Glibc

/// A ZeroMQ socket that never blocks.
///
/// It belongs to one thread at a time, so it is not `Sendable`: make it where it is used, in an
/// actor on a `Reactor` as a rule, or hand it over once as `sending`. Sending and receiving
/// return at once; that a queue is full or empty is a value. An interrupted call is repeated.
/// Not for use in a child of `fork`.
@safe
package final class Socket {
    /// The type of the socket.
    package let type: SocketType
    /// The context of the socket, which it keeps alive.
    package let context: Context

    // libzmq's handle: valid until close, and then never used again.
    private var handle: UnsafeMutableRawPointer?
    /// The poller of the socket now. Only the poller sets it.
    package var poller: (any SocketPoller)?
    /// The events that the socket is known not to be ready for until its descriptor is signalled;
    /// `nil` since the last call on it, which may have seen the signal.
    package var quiet: PollEvents?
    /// A Boolean value indicating whether a ``Monitor`` is on it. Only the monitor and
    /// ``endMonitoring()`` set it.
    var isMonitored = false
    /// A Boolean value indicating whether the rest of a message over its limit is still to be
    /// dropped.
    var isDiscarding = false

    /// Opens a socket, connected to nothing.
    ///
    /// Throws ``ZeroMQError/Code/tooManyOpen`` at the context's maximum or without descriptors, and
    /// ``ZeroMQError/Code/terminated`` in a context that is ending.
    package init(_ type: SocketType, in context: Context) throws(ZeroMQError) {
        if type.makesRoutingIDs { RoutingSeed.seed() }
        let operation = "open a \(type) socket"
        let made = try context.withHandle(operation) { context throws(ZeroMQError) in
            guard let socket = unsafe zmq_socket(context.pointer, type.rawValue) else {
                throw .last(operation)
            }
            return unsafe Context.Handle(pointer: socket)
        }
        self.type = type
        self.context = context
        unsafe handle = made.pointer
    }

    deinit {
        close()
    }

    /// Closes it, and drops what is queued once ``SocketOption/linger`` has passed.
    ///
    /// Idempotent; returns at once. A socket that a reactor polls is unregistered first, so close
    /// it on that reactor's thread. Every later call on it throws ``ZeroMQError/Code/closed``.
    package func close() {
        poller?.unregister(self)
        endMonitoring()
        guard let open = unsafe handle else { return }
        unsafe handle = nil
        unsafe zmq_close(open)
    }

    /// Takes a monitor off the socket; the monitor receives that it stopped. Idempotent.
    func endMonitoring() {
        // Here, and not by the close that follows: libzmq would report the end in another thread,
        // and block there for ever if the monitor's reader was closed by then.
        guard isMonitored, let open = unsafe handle else { return }
        isMonitored = false
        unsafe zmq_socket_monitor(open, nil, 0)
    }

    /// A Boolean value indicating whether ``close()`` was called.
    package var isClosed: Bool { unsafe handle == nil }

    /// Returns the current readiness: ``PollEvents/readable``, ``PollEvents/writable``, both or
    /// none.
    package func readyEvents() throws(ZeroMQError) -> PollEvents {
        let handle = try unsafe openHandle("ask a \(type) socket")
        var (events, size) = (Int32(0), MemoryLayout<Int32>.size)
        while unsafe zmq_getsockopt(handle, ZMQ_EVENTS, &events, &size) != 0 {
            guard zmq_errno() == EINTR else { throw .last("ask a \(type) socket") }
        }
        return PollEvents(rawValue: Int16(truncatingIfNeeded: events))
    }

    /// Blocks the calling thread until the socket is ready for one of `events`, or `deadline` has
    /// passed: then the result is empty.
    ///
    /// For tests and for programs without a `Reactor`. Never on the cooperative pool.
    package func wait(
        for events: PollEvents, within deadline: Duration
    ) throws(ZeroMQError) -> PollEvents {
        let end = ContinuousClock.now.advanced(by: deadline)
        let operation = "wait for a \(type) socket"
        let handle = try unsafe openHandle(operation)
        var item = unsafe zmq_pollitem_t(
            socket: handle, fd: -1, events: events.rawValue, revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: end)
            let count = unsafe zmq_poll(&item, 1, left.pollTimeout)
            if count > 0 { return unsafe PollEvents(rawValue: item.revents) }
            if count < 0, zmq_errno() != EINTR { throw .last(operation) }
            if count == 0, left <= .zero { return [] }
        }
    }

    /// Returns the handle for a call on libzmq; throws ``ZeroMQError/Code/closed``.
    package func openHandle(
        _ operation: @autoclosure () -> String
    ) throws(ZeroMQError) -> UnsafeMutableRawPointer {
        guard let handle = unsafe handle else { throw ZeroMQError(.closed, operation()) }
        quiet = nil
        return unsafe handle
    }
}

/// A poller of sockets: it ends a socket's registration before the socket is closed.
package protocol SocketPoller: AnyObject {
    /// Stops polling a socket. Idempotent.
    func unregister(_ socket: Socket)
}

extension Duration {
    /// Milliseconds as `poll` takes them: rounded up, so that nothing is early, and never negative.
    package var pollTimeout: Int {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int(min(seconds, Int64(Int32.max) / 1000 - 1) * 1000 + rest)
    }
}
