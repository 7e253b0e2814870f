internal import POSIX
internal import Glibc
internal import Synchronization
package import ZeroMQ

private let counter = Atomic(0)

/// The paths that were bound. libzmq 4.3.4 leaves the files where they are.
private let paths = Locked<[String]>([])

private let cleanUp: Void = {
    atexit {
        for path in paths.withLock({ $0 }) { unsafe unlink(path) }
    }
}()

/// The ways to connect two sockets, for tests that hold on all of them.
package enum Transport: CaseIterable {
    case tcp, ipc, inproc

    /// An endpoint that nobody else binds to.
    package func endpoint() -> Endpoint {
        let number = counter.add(1, ordering: .relaxed).newValue
        switch self {
        case .tcp: return .tcp(host: "127.0.0.1", port: 0)
        case .ipc:
            let path = "/tmp/zeromq-test-\(getpid())-\(number).sock"
            _ = cleanUp
            paths.withLock { $0.append(path) }
            return .ipc(path: path)
        case .inproc: return .inproc(name: "test-\(number)")
        }
    }
}

/// Two connected sockets: the first binds, the second connects.
package func connected(
    _ server: SocketType, _ client: SocketType, by transport: Transport, in context: Context
) throws -> (Socket, Socket) {
    let bound = try Socket(server, in: context)
    let endpoint = try bound.bind(transport.endpoint())
    let other = try Socket(client, in: context)
    try other.connect(endpoint)
    return (bound, other)
}

/// The bytes of a text.
package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
