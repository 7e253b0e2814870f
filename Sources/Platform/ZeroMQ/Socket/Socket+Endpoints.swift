internal import CZeroMQ
internal import Glibc

extension Socket {
    /// Listens at `endpoint`; the result is the one to give to ``unbind(_:)`` and to peers on this
    /// host, with the port that the system chose.
    ///
    /// Host names are resolved by the calling thread. Over IPC the path is unlinked first, whoever
    /// listens there: hold a lock file. The socket's file stays after `close`. Throws
    /// ``ZeroMQError/Code/addressInUse``, ``ZeroMQError/Code/pathTooLong``,
    /// ``ZeroMQError/Code/permissionDenied`` and the like.
    @discardableResult
    package func bind(_ endpoint: Endpoint) throws(ZeroMQError) -> Endpoint {
        try unsafe perform("bind to", endpoint) { unsafe zmq_bind($0, $1) }
        let bound = try get(.lastEndpoint)
        guard let actual = try? Endpoint(bound) else { return endpoint }
        return actual
    }

    /// Listens on a descriptor that is listening already, as socket activation hands it over.
    ///
    /// The option for it is reset at once, as it would apply to the next `bind` too. libzmq owns
    /// the descriptor from now on, and does not unlink the path of an IPC endpoint.
    @discardableResult
    package func bind(
        _ endpoint: Endpoint, adopting fileDescriptor: Int32
    ) throws(ZeroMQError) -> Endpoint {
        try set(.useFileDescriptor, to: Int(fileDescriptor))
        let result = Result { () throws(ZeroMQError) in try bind(endpoint) }
        try set(.useFileDescriptor, to: -1)
        return try result.get()
    }

    /// Stops listening at an endpoint that ``bind(_:)`` returned.
    package func unbind(_ endpoint: Endpoint) throws(ZeroMQError) {
        try unsafe perform("unbind from", endpoint) { unsafe zmq_unbind($0, $1) }
    }

    /// Connects in the background, and retries until ``disconnect(_:)``.
    ///
    /// Success says nothing about the peer: a ``Monitor`` does. Host names are resolved by libzmq's
    /// thread. Throws ``ZeroMQError/Code/pathTooLong`` and ``ZeroMQError/Code/invalid``.
    package func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
        try unsafe perform("connect to", endpoint) { unsafe zmq_connect($0, $1) }
    }

    /// Ends what ``connect(_:)`` began, with the same endpoint. Queued messages are dropped after
    /// ``SocketOption/linger``.
    package func disconnect(_ endpoint: Endpoint) throws(ZeroMQError) {
        try unsafe perform("disconnect from", endpoint) { unsafe zmq_disconnect($0, $1) }
    }

    private func perform(
        _ verb: String, _ endpoint: Endpoint,
        _ call: (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32
    ) throws(ZeroMQError) {
        let text = endpoint.description
        let operation = "\(verb) \(text)"
        if case .ipc(let path) = endpoint, path.utf8.count > Endpoint.maximumPathLength {
            throw ZeroMQError(.pathTooLong, operation)
        }
        guard endpoint.problem == nil, !text.utf8.contains(0) else {
            throw ZeroMQError(.invalid, operation)
        }
        let handle = try unsafe openHandle(operation)
        while unsafe text.withCString({ unsafe call(handle, $0) }) != 0 {
            guard zmq_errno() == EINTR else { throw .last(operation) }
        }
    }
}
