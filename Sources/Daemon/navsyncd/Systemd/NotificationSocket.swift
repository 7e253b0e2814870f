internal import Glibc

/// The socket for messages to systemd: one datagram of `NAME=value` lines a message.
///
/// The protocol of sd_notify(3), which its manual page promises to keep, is this small; libsystemd
/// would bring libcap, libgcrypt and three compressors into the daemon's process.
@safe
struct NotificationSocket: Sendable {
    private let descriptor: Int32
    private let address: sockaddr_un
    private let length: socklen_t

    /// The behaviour of sending when systemd does not read.
    enum OverflowPolicy {
        /// Blocks: systemd has to receive it.
        case waits
        /// Drops the message: another will follow.
        case drops
    }

    /// Opens a socket for the address in `NOTIFY_SOCKET`: a path, or `@` and an abstract name.
    /// `nil` if it is neither, or too long. The descriptor stays open as long as the process runs.
    init?(_ name: String) {
        guard name.hasPrefix("/") || name.hasPrefix("@"), name.utf8.count > 1 else { return nil }
        var address = sockaddr_un()
        var bytes = Array(name.utf8)
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        // A path is followed by a zero byte, of which the kernel needs to be sure.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let header = MemoryLayout.size(ofValue: address.sun_family)
        self.address = address
        length = socklen_t(header + bytes.count + (isAbstract ? 0 : 1))
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if descriptor < 0 { return nil }
    }

    /// Sends lines as one message; returns whether systemd has received it.
    @discardableResult
    func send(_ lines: [String], _ overflow: OverflowPolicy) -> Bool {
        let message = Array(lines.joined(separator: "\n").utf8)
        var flags = Int32(MSG_NOSIGNAL)
        if case .drops = overflow { flags |= Int32(MSG_DONTWAIT) }
        var address = address
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                while unsafe sendto(
                    descriptor, message, message.count, flags, pointer, length) < 0
                {
                    guard errno == EINTR else { return false }
                }
                return true
            }
        }
    }
}
