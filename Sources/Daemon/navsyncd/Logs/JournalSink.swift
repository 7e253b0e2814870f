internal import Glibc
internal import Logging
internal import Synchronization
internal import POSIX

/// The log in systemd's journal, by its own protocol.
///
/// Not by libsystemd: all it takes is one datagram, and the daemon stays without another library
/// that has to be there at run time.
///
/// The queue of the journal's socket takes as few as 10 datagrams (`net.unix.max_dgram_qlen`, where
/// no systemd has raised it). What does not fit is kept, and sent in its order by a thread that
/// lives until the journal has caught up.
final class JournalSink: LogSink {
    private let path: String
    private let socket: FileDescriptor
    private let fallback: any LogSink
    private let backlog = Mutex(Backlog())

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

    /// Sends the entry, after those that the journal did not take yet. A journal that stays behind
    /// loses some, and then receives their number: the daemon does not block on it.
    func write(_ record: LogRecord) {
        let entry = JournalEntry.bytes(of: record)
        let needsThread = backlog.withLock { backlog in
            if !backlog.isBeingSent {
                switch send(entry, Int32(MSG_DONTWAIT)) {
                case nil: return backlog.beginsWithNote()
                case EAGAIN, ENOBUFS: break
                default:
                    fallback.write(record)
                    return false
                }
            }
            return backlog.add(entry)
        }
        guard needsThread else { return }
        do throws(ThreadError) {
            try startThread(named: "journal") { [self] in sendBacklog() }
        } catch {
            backlog.withLock { $0.discard() }
        }
    }

    /// Sends what is kept, as fast as the journal takes it.
    private func sendBacklog() {
        while let next = backlog.withLock({ $0.next() }) {
            guard send(next.bytes, 0) != nil else { continue }
            return backlog.withLock { $0.discard(next.count) }
        }
    }

    /// Sends a datagram; returns the system's error number if it fails.
    private func send(_ entry: [UInt8], _ flags: Int32) -> Int32? {
        guard var address = sockaddr_un(path) else { return ENAMETOOLONG }
        while true {
            let sent = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe sendto(
                        socket.number, entry, entry.count, flags | Int32(MSG_NOSIGNAL),
                        address, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            if sent >= 0 { return nil }
            if errno != EINTR { return errno }
        }
    }
}

/// The entries that a journal did not take yet, oldest first, and the number of those that were
/// lost.
private struct Backlog {
    private var entries: ArraySlice<[UInt8]> = []
    private var bytes = 0
    private var lost = 0
    /// A Boolean value indicating whether a thread sends the entries: until it has sent all, others
    /// go behind them.
    private(set) var isBeingSent = false

    /// The maximum of bytes that are kept: thousands of usual entries.
    private static let limit = 1 << 20

    /// Keeps an entry, or counts it as lost at the limit; returns whether it takes a thread to send
    /// it.
    mutating func add(_ entry: [UInt8]) -> Bool {
        if bytes + entry.count <= Backlog.limit {
            entries.append(entry)
            bytes += entry.count
        } else {
            lost += 1
        }
        defer { isBeingSent = true }
        return !isBeingSent
    }

    /// Begins with the note about lost entries, where there are any; returns whether it takes a
    /// thread to send it.
    mutating func beginsWithNote() -> Bool {
        guard !isBeingSent, lost > 0 else { return false }
        isBeingSent = true
        return true
    }

    /// Removes the oldest entry; `count` is the number of entries that it stands for. After the last
    /// follows the note about those that were lost; `nil` ends the thread.
    mutating func next() -> (bytes: [UInt8], count: Int)? {
        if let entry = entries.popFirst() {
            bytes -= entry.count
            return (entry, 1)
        }
        guard lost > 0 else {
            isBeingSent = false
            return nil
        }
        defer { lost = 0 }
        let note = LogRecord(
            level: .warning, message: "log entries lost",
            fields: [LogRecord.Field(key: "nav.count", value: String(lost))], origin: nil)
        return (JournalEntry.bytes(of: note), lost)
    }

    /// Counts all entries as lost, and `count` that were removed before: the journal is gone, or
    /// there is no thread.
    mutating func discard(_ count: Int = 0) {
        lost += count + entries.count
        entries = []
        bytes = 0
        isBeingSent = false
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
