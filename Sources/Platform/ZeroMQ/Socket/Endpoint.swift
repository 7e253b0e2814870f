/// An address to bind or connect to: `tcp://host:port`, `ipc:///path` or `inproc://name`.
package enum Endpoint: Hashable, Sendable {
    /// A host name, an IPv4 address, an IPv6 address without brackets, or `*` for all interfaces
    /// (to bind), and a port; 0 lets the system choose one (to bind).
    case tcp(host: String, port: UInt16)
    /// An absolute path in the file system, or `@` and a name in Linux's abstract namespace, of at
    /// most ``maximumPathLength`` bytes.
    case ipc(path: String)
    /// A name that is known inside one ``Context`` alone.
    case inproc(name: String)

    /// The longest path that fits into the address of an IPC socket, in bytes.
    package static let maximumPathLength = 107
    /// The longest name that libzmq stores for an in-process endpoint, in bytes.
    package static let maximumNameLength = 255

    /// Reads an endpoint as libzmq writes it; throws an error with the problem of `text`.
    package init(_ text: String) throws(EndpointError) {
        guard let separator = text.firstRange(of: "://") else {
            throw EndpointError(text, "it has no scheme")
        }
        let rest = String(text[separator.upperBound...])
        guard !rest.unicodeScalars.contains(where: { $0.value <= 32 || $0.value == 127 }) else {
            throw EndpointError(text, "it contains white space or a control character")
        }
        switch text[..<separator.lowerBound] {
        case "tcp": self = try Self.parseTCP(rest, in: text)
        case "ipc": self = .ipc(path: rest)
        case "inproc": self = .inproc(name: rest)
        case let scheme: throw EndpointError(text, "the scheme “\(scheme)” is unknown")
        }
        if let problem { throw EndpointError(text, problem) }
    }

    /// The problem of the parts, if made without ``init(_:)``; `nil` if they are valid.
    var problem: String? {
        switch self {
        case .tcp(let host, _):
            return host.isEmpty ? "the host is missing" : nil
        case .ipc(let path):
            if path.utf8.count > Self.maximumPathLength { return Self.tooLong(path) }
            if path.hasPrefix("@") { return path.utf8.count > 1 ? nil : "the name is missing" }
            return path.hasPrefix("/") && path.utf8.count > 1 ? nil : "the path is not absolute"
        case .inproc(let name):
            if name.isEmpty { return "the name is missing" }
            return name.utf8.count > Self.maximumNameLength
                ? "the name is longer than \(Self.maximumNameLength) bytes" : nil
        }
    }

    private static func tooLong(_ path: String) -> String {
        "the path has \(path.utf8.count) bytes, and an IPC socket holds at most "
            + "\(maximumPathLength)"
    }

    private static func parseTCP(
        _ rest: String, in text: String
    ) throws(EndpointError) -> Endpoint {
        guard let colon = rest.lastIndex(of: ":") else {
            throw EndpointError(text, "the port is missing")
        }
        let digits = rest[rest.index(after: colon)...]
        guard let port = digits == "*" ? 0 : UInt16(digits), !digits.hasPrefix("+") else {
            throw EndpointError(text, "the port “\(digits)” is not a number from 0 to 65535, or *")
        }
        var host = rest[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw EndpointError(text, "an IPv6 address needs brackets: tcp://[::1]:5555")
        }
        if let odd = host.first(where: { "/;[]".contains($0) }) {
            throw EndpointError(text, "the host contains “\(odd)”")
        }
        return .tcp(host: String(host), port: port)
    }
}

extension Endpoint: CustomStringConvertible {
    /// The text that libzmq accepts; ``init(_:)`` reads it back.
    package var description: String {
        switch self {
        case .tcp(let host, let port):
            let name = host.contains(":") ? "[\(host)]" : host
            return "tcp://\(name):\(port == 0 ? "*" : String(port))"
        case .ipc(let path): return "ipc://\(path)"
        case .inproc(let name): return "inproc://\(name)"
        }
    }
}

/// The error for a text that is not an ``Endpoint``.
package struct EndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text as it was given.
    package let text: String
    /// The problem of the text: the middle of a sentence.
    package let problem: String

    /// Joins the two.
    init(_ text: String, _ problem: String) {
        self.text = text
        self.problem = problem
    }

    /// The problem, and the three forms that are right.
    package var description: String {
        "“\(text)” is not an endpoint: \(problem). "
            + "Write tcp://host:port, ipc:///path or inproc://name."
    }
}
