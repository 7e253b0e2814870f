internal import CZeroMQ
internal import Dispatch
internal import Glibc
internal import POSIX

/// The home of a process's sockets: libzmq's I/O threads and its in-process endpoints.
///
/// One for each process is the rule; its sockets reach one another by `inproc://`. Safe to use from
/// any thread. The order at the end: stop the `Reactor`, close the sockets, then
/// ``terminate(within:)``. A context that is dropped without it terminates in the background.
package final class Context: Sendable {
    /// Sizes that are fixed before the first socket is made.
    package struct Configuration: Hashable, Sendable {
        /// Threads of libzmq for the network; one carries about a gigabyte a second.
        package var ioThreads = 1
        /// The maximum number of open sockets. Connections do not count.
        package var maximumSockets = 1023
        /// A Boolean value indicating whether sockets resolve and bind IPv6 too; each can change it
        /// by ``SocketOption/ipv6``.
        package var ipv6 = false

        /// One I/O thread, 1023 sockets, IPv4 alone.
        package init() {}
    }

    /// The state behind the lock: the handle is valid until `terminate` takes it.
    private enum State {
        case open(Handle)
        case terminating
    }

    /// libzmq's pointer. It may go to any thread: all calls on a context are thread-safe.
    @safe struct Handle: @unchecked Sendable {
        /// Never dangling while the state is `open`, as only `terminate` frees it.
        let pointer: UnsafeMutableRawPointer
    }

    private let state: Locked<State>

    /// Makes a context; its threads start with the first socket.
    ///
    /// `BLOCKY` is off, so a socket's `LINGER` is 0 unless it is set. Throws
    /// ``ZeroMQError/Code/unsupported`` where libzmq is too old, ``ZeroMQError/Code/invalid`` for
    /// sizes that it does not take, ``ZeroMQError/Code/tooManyOpen`` without file descriptors.
    package init(_ configuration: Configuration = Configuration()) throws(ZeroMQError) {
        try ZeroMQLibrary.requireVersion()
        guard let pointer = unsafe zmq_ctx_new() else { throw .last("create a context") }
        let handle = unsafe Handle(pointer: pointer)
        state = Locked(.open(handle))
        try Self.set(ZMQ_BLOCKY, 0, "BLOCKY", of: handle)
        try Self.set(ZMQ_IO_THREADS, configuration.ioThreads, "I/O threads", of: handle)
        try Self.set(ZMQ_MAX_SOCKETS, configuration.maximumSockets, "sockets", of: handle)
        try Self.set(ZMQ_IPV6, configuration.ipv6 ? 1 : 0, "IPv6", of: handle)
    }

    deinit {
        // Sockets keep their context, so all are closed here. Their linger may still take time,
        // and this may be anybody's thread.
        guard let handle = takeHandle() else { return }
        try? startThread(named: "zmq-term") { Self.terminate(handle) }
    }

    /// Makes every socket of the context fail with ``ZeroMQError/Code/terminated`` from now on.
    ///
    /// Returns at once, from any thread, as often as you like. Registered sockets receive
    /// ``PollEvents/failed``.
    package func shutdown() {
        state.withLock { state in
            guard case .open(let handle) = state else { return }
            _ = unsafe zmq_ctx_shutdown(handle.pointer)
        }
    }

    /// Ends the context, once all its sockets are closed and their queues are sent or their
    /// `LINGER` is over.
    ///
    /// A thread of its own does the waiting. Throws ``ZeroMQError/Code/timedOut`` after `deadline`:
    /// then a socket is still open, and the context ends when it is closed. A second call returns
    /// at once. No new socket can be made from the start of this call.
    package func terminate(within deadline: Duration) async throws(ZeroMQError) {
        guard let handle = takeHandle() else { return }
        let ended = Completion()
        do throws(ThreadError) {
            try startThread(named: "zmq-term") {
                Self.terminate(handle)
                ended.finish(true)
            }
        } catch {
            // Nothing has begun: it may be tried again.
            state.withLock { $0 = .open(handle) }
            throw ZeroMQError(error)
        }
        // No task that sleeps: the first one of a process searches all its conformances.
        let timer = DispatchWorkItem { ended.finish(false) }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + deadline / .seconds(1), execute: timer)
        let inTime = await ended.value
        timer.cancel()
        if !inTime { throw ZeroMQError(.timedOut, "end the context within \(deadline)") }
    }

    /// Runs `body` with the handle, which can't be freed meanwhile; throws once it is terminating.
    func withHandle<Result>(
        _ operation: String, _ body: (Handle) throws(ZeroMQError) -> sending Result
    ) throws(ZeroMQError) -> sending Result {
        try state.withLock { state throws(ZeroMQError) in
            guard case .open(let handle) = state else { throw ZeroMQError(.terminated, operation) }
            return try body(handle)
        }
    }

    private func takeHandle() -> Handle? {
        state.withLock { state in
            guard case .open(let handle) = state else { return nil }
            state = .terminating
            return handle
        }
    }

    private static func terminate(_ handle: Handle) {
        while unsafe zmq_ctx_term(handle.pointer) != 0, zmq_errno() == EINTR {}
    }

    private static func set(
        _ option: Int32, _ value: Int, _ name: String, of handle: Handle
    ) throws(ZeroMQError) {
        let operation = "set the context's \(name) to \(value)"
        guard let value = Int32(exactly: value) else { throw ZeroMQError(.invalid, operation) }
        if unsafe zmq_ctx_set(handle.pointer, option, value) != 0 { throw .last(operation) }
    }
}
