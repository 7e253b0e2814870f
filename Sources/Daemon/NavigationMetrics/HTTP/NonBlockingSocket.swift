internal import Glibc
internal import POSIX

/// The system calls on sockets that never block.
enum NonBlockingSocket {
    /// The result of accepting, reading or writing.
    enum Outcome<Value> {
        /// The number of bytes, or the accepted connection.
        case done(Value)
        /// The call would block.
        case wouldBlock
        /// The peer has closed the connection, or it is broken.
        case ended
    }

    /// Opens a socket that listens at an address; `*` is every interface.
    ///
    /// - Returns: The socket, and the port, which the system chooses for 0.
    static func listening(
        host: String, port: UInt16
    ) throws(HTTPError) -> (socket: FileDescriptor, port: UInt16) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        let isNumeric = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isNumeric ? String(host.dropFirst().dropLast()) : host
        var found: UnsafeMutablePointer<addrinfo>? = nil
        let result = unsafe getaddrinfo(name == "*" ? nil : name, String(port), &hints, &found)
        guard result == 0, let first = unsafe found else {
            let why = unsafe String(cString: gai_strerror(result))
            throw HTTPError("can't resolve \(host): \(why)")
        }
        defer { unsafe freeaddrinfo(first) }
        return try unsafe listening(at: first)
    }

    private static func listening(
        at address: UnsafeMutablePointer<addrinfo>
    ) throws(HTTPError) -> (socket: FileDescriptor, port: UInt16) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = unsafe socket(address.pointee.ai_family, type, 0)
        guard number >= 0 else { throw failure("create a socket") }
        let socket = FileDescriptor(number, named: "a socket")
        var on: Int32 = 1
        // Otherwise a connection of the previous process would block the address for a minute.
        unsafe setsockopt(
            number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        guard
            unsafe bind(number, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            listen(number, HTTPLimits.backlog) == 0
        else { throw failure("listen") }
        return (socket, port(of: socket))
    }

    private static func port(of socket: FileDescriptor) -> UInt16 {
        // The port is at the same place for both versions of IP.
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(socket.number, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin6_port)
    }

    /// Accepts the next connection. `ended` if the system has none to
    /// give.
    static func accept(at listener: FileDescriptor) -> Outcome<FileDescriptor> {
        while true {
            let number = Glibc.accept(listener.number, nil, nil)
            if number >= 0 {
                let socket = FileDescriptor(number, named: "a connection")
                socket.makeNonBlocking()
                return .done(socket)
            }
            switch errno {
            // A connection that is closed already is no reason to stop.
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return .wouldBlock
            default: return .ended
            }
        }
    }

    /// Reads the available bytes and appends them, but no more than `limit`.
    static func read(
        _ socket: FileDescriptor, into bytes: inout [UInt8], atMost limit: Int
    ) -> Outcome<Int> {
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            let count = unsafe recv(socket.number, &buffer, limit, 0)
            if count > 0 {
                bytes += buffer[..<count]
                return .done(count)
            }
            if count == 0 { return .ended }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .ended
            }
        }
    }

    /// Writes as much as the socket's buffer takes.
    static func write(_ socket: FileDescriptor, _ bytes: ArraySlice<UInt8>) -> Outcome<Int> {
        while true {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe send(socket.number, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 { return .done(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .ended
            }
        }
    }

    /// Shuts down sending; bytes in the buffer are still delivered.
    static func finish(_ socket: FileDescriptor) {
        shutdown(socket.number, Int32(SHUT_WR))
    }

    private static func failure(_ what: String) -> HTTPError {
        HTTPError("can't \(what): \(unsafe String(cString: strerror(errno)))")
    }
}
