internal import Glibc
internal import POSIX
package import ZeroMQ

/// The endpoint of a daemon's control channel, as users write it: `ipc:///directory/control.sock`
/// or `tcp://host:port`.
package struct ControlEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The name of a daemon's control socket, in whatever directory.
    package static let socketName = "control.sock"

    /// The endpoint for libzmq.
    package let endpoint: Endpoint

    /// Parses a user's text; throws if it is malformed.
    package init(_ text: String) throws(TransportError) {
        let endpoint: Endpoint
        do {
            endpoint = try Endpoint(text)
        } catch {
            throw TransportError("\(error)")
        }
        switch endpoint {
        case .ipc, .tcp: self.endpoint = endpoint
        case .inproc: throw TransportError("endpoint '\(text)': use ipc:///path or tcp://host:port")
        }
    }

    /// A Boolean value indicating whether the daemon is on this machine, behind a socket in the
    /// file system.
    package var isLocal: Bool { if case .ipc = endpoint { true } else { false } }

    /// The message for the user when nothing listens at the endpoint.
    package var unreachableMessage: String {
        if case .ipc(let path) = endpoint, Self.isDirectory(path) {
            let directory = path.hasSuffix("/") ? path : path + "/"
            return """
                '\(path)' is a directory, not a socket (a daemon's is usually \
                'ipc://\(directory)\(Self.socketName)')
                """
        }
        return "no listener at '\(endpoint)'"
    }

    /// A Boolean value indicating whether connecting is impossible, as far as the file system
    /// tells: the path holds no socket, or none that this user may use. `false` over tcp, and for a
    /// name that is in no file system.
    package var isBarred: Bool {
        guard case .ipc(let path) = endpoint, !path.hasPrefix("@") else { return false }
        return unsafe FileKind(of: path) != .socket || access(path, W_OK) != 0
    }

    private static func isDirectory(_ path: String) -> Bool { FileKind(of: path) == .directory }

    /// As it was written.
    package var description: String { endpoint.description }
}

/// The error of a transport that can't be opened.
package struct TransportError: Error, CustomStringConvertible {
    /// The failure and its remedy.
    package let description: String

    /// Creates an error with a message.
    package init(_ description: String) {
        self.description = description
    }
}
