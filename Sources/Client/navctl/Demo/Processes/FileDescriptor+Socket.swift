internal import Glibc
internal import NavigationText

extension FileDescriptor {
    /// The calls that take a socket and a path.
    enum Use {
        /// The socket listens there: others connect to it.
        case bound
        /// The socket is connected to the one that listens there.
        case connected
    }

    /// A stream socket that is bound or connected to a path.
    static func socket(
        _ use: Use, at path: String
    ) throws(CommandError) -> FileDescriptor {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { throw .system("make a socket") }
        let descriptor = FileDescriptor(number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            unsafe room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else {
            throw CommandError(message: "the path '\(path)' is too long for a socket")
        }
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                let length = socklen_t(MemoryLayout<sockaddr_un>.size)
                return switch use {
                case .bound: unsafe bind(number, $0, length)
                case .connected: unsafe Glibc.connect(number, $0, length)
                }
            }
        }
        guard result == 0 else { throw .system("use the socket '\(path)'") }
        return descriptor
    }
}
