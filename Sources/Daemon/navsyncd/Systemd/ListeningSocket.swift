internal import Glibc
internal import NavigationServer

/// Checks of a listening socket that another process has made.
enum ListeningSocket {
    /// The kind of a socket's address.
    enum Kind: String {
        /// A path of this machine.
        case ipc
        /// A port.
        case tcp
    }

    /// Checks that a descriptor is a socket of this kind that listens, and returns its address;
    /// makes it private to this process and non-blocking.
    static func inspect(
        _ descriptor: Int32, _ kind: Kind
    ) throws(ActivationError) -> InheritedSockets.Listening {
        guard option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
            option(SO_ACCEPTCONN, of: descriptor) == 1
        else {
            throw ActivationError(
                "descriptor \(descriptor) is not a listening stream socket: set ListenStream=")
        }
        guard let address = address(of: descriptor, kind) else {
            throw ActivationError("descriptor \(descriptor) does not listen on \(kind.rawValue)")
        }
        // A connection that ends before it is accepted must not block the thread that accepts.
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0,
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { throw ActivationError("descriptor \(descriptor) can't be made non-blocking") }
        return InheritedSockets.Listening(descriptor: descriptor, address: address)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &length)
        return result == 0 ? value : nil
    }

    /// Returns the path of an ipc socket; `host:port` of a tcp one, an IPv6 host in brackets.
    private static func address(of descriptor: Int32, _ kind: Kind) -> String? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer -> String? in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> String? in
                guard unsafe getsockname(descriptor, address, &length) == 0 else { return nil }
                return switch (kind, unsafe Int32(address.pointee.sa_family)) {
                case (.ipc, AF_UNIX): unsafe path(address)
                case (.tcp, AF_INET), (.tcp, AF_INET6): unsafe hostAndPort(address, length)
                default: nil
                }
            }
        }
    }

    /// Returns the path; `nil` for a socket with an abstract name, which clients could not find.
    private static func path(_ address: UnsafePointer<sockaddr>) -> String? {
        let offset = MemoryLayout<sa_family_t>.size
        let start = unsafe UnsafeRawPointer(address).advanced(by: offset)
        let path = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
        return path.hasPrefix("/") ? path : nil
    }

    private static func hostAndPort(
        _ address: UnsafePointer<sockaddr>, _ length: socklen_t
    ) -> String? {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: 32)
        let flags = NI_NUMERICHOST | NI_NUMERICSERV
        guard
            unsafe getnameinfo(
                address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                flags) == 0
        else { return nil }
        let (hostText, portText) = (text(host), text(port))
        return hostText.contains(":") ? "[\(hostText)]:\(portText)" : "\(hostText):\(portText)"
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
