internal import POSIX
public import ZeroMQ

extension Reactor: SocketPoller {
    /// Polls `socket` from the next turn on, and calls `handler` on this reactor in each turn in
    /// which it is ready for one of `events`.
    ///
    /// Level-triggered: what a handler leaves unread, it is called for again, after all others had
    /// theirs. So it may, and should, bound its work. A second call replaces events and handler.
    /// The socket and the handler, and so the actor that it captures, are kept until the socket is
    /// unregistered or closed, or the reactor has ended.
    /// On a reactor that has ended: nothing.
    public func register(
        _ socket: Socket, for events: PollEvents, _ handler: @escaping (PollEvents) -> Void
    ) {
        guard let loop = currentLoop() else { return }
        precondition(!socket.isClosed, "a closed socket can't be registered")
        precondition(
            socket.poller == nil || socket.poller === self, "the socket is on another reactor")
        loop.polled.insert(Registration(.socket(socket), events: events, handler: handler))
        socket.poller = self
    }

    /// Changes what a registered socket is polled for, as from readable to readable and writable.
    /// Without a registration: nothing.
    public func update(_ socket: Socket, for events: PollEvents) {
        currentLoop()?.polled.update(.socket(socket), events: events)
    }

    /// Stops polling `socket`; its handler is not called again, also not in this turn. Idempotent.
    public func unregister(_ socket: Socket) {
        currentLoop()?.polled.remove(.socket(socket))
    }

    /// Polls a file descriptor in the same way.
    ///
    /// It stays the caller's: unregister it before it is closed. `PollEvents.failed` is reported
    /// again and again, so the handler unregisters it then.
    public func register(
        fileDescriptor: Int32, for events: PollEvents, _ handler: @escaping (PollEvents) -> Void
    ) {
        guard let loop = currentLoop() else { return }
        loop.polled.insert(
            Registration(.fileDescriptor(fileDescriptor), events: events, handler: handler))
    }

    /// Changes what a registered file descriptor is polled for. Without a registration: nothing.
    public func update(fileDescriptor: Int32, for events: PollEvents) {
        currentLoop()?.polled.update(.fileDescriptor(fileDescriptor), events: events)
    }

    /// Stops polling a file descriptor; its handler is not called again. Idempotent.
    public func unregister(fileDescriptor: Int32) {
        currentLoop()?.polled.remove(.fileDescriptor(fileDescriptor))
    }
}
