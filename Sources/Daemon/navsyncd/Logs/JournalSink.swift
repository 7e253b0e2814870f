internal import Glibc
internal import Logging
internal import Synchronization
internal import POSIX

/// The log in systemd's journal, by its own protocol.
///
/// Not by libsystemd: all it takes is one datagram, and the daemon stays without another library
/// that has to be there at run time.
final class JournalSink: LogSink {
    private let path: String
    private let socket: FileDescriptor
    private let fallback: any LogSink
    private let lost = Atomic<Int>(0)

    /// The socket of the journal.
    static let standardPath = "/run/systemd/journal/socket"

    /// Opens a socket for sending to the journal; `nil` without descriptors.
    ///
    /// - Parameter fallback: the sink of records while nothing listens at `path`.
    init?(path: String = standardPath, fallback: any LogSink) {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let number = Glibc.socket(AF_UNIX, kind, 0)
        guard number >= 0 else { return nil }
        socket = FileDescriptor(number, named: path)
        self.path = path
        self.fallback = fallback
    }

    /// Sends the entry. A journal that can't keep up loses some, and then receives their number:
    /// the daemon does not block on it.
    func write(_ record: LogRecord) {
        if let number = send(record) {
            guard number == EAGAIN || number == ENOBUFS else { return fallback.write(record) }
            lost.add(1, ordering: .relaxed)
            return
        }
        let count = lost.exchange(0, ordering: .relaxed)
        guard count > 0 else { return }
        let note = LogRecord(
            level: .warning, message: "log entries lost",
            fields: [LogRecord.Field(key: "nav.count", value: String(count))], origin: nil)
        if send(note) != nil { lost.add(count, ordering: .relaxed) }
    }

    /// Sends a datagram; returns the system's error number if it fails.
    private func send(_ record: LogRecord) -> Int32? {
        let bytes = JournalEntry.bytes(of: record)
        guard var address = sockaddr_un(path) else { return ENAMETOOLONG }
        while true {
            let sent = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe sendto(
                        socket.number, bytes, bytes.count,
                        Int32(MSG_DONTWAIT | MSG_NOSIGNAL),
                        address, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if sent >= 0 { return nil }
            if errno != EINTR { return errno }
        }
    }
}

extension sockaddr_un {
    /// The address of a path; `nil` for one that is too long.
    fileprivate init?(_ path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let fits = unsafe withUnsafeMutableBytes(of: &sun_path) { buffer in
            guard bytes.count < buffer.count else { return false }
            unsafe buffer.copyBytes(from: bytes)
            return true
        }
        guard fits else { return nil }
    }
}
