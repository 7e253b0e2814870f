internal import Glibc
internal import Live
internal import POSIX

/// The keys of the terminal, read by a thread that sleeps until there are some.
enum TerminalInput {
    /// Returns the keys, until the terminal is gone.
    static func keys() throws(ThreadError) -> AsyncStream<Key> {
        let (keys, continuation) = AsyncStream.makeStream(of: Key.self)
        try startThread(named: "keys") {
            var decoder = KeyDecoder()
            while let bytes = read(orGiveUp: decoder.isAwaitingRest) {
                let decoded = bytes.isEmpty ? decoder.flush() : decoder.decode(bytes)
                for key in decoded { continuation.yield(key) }
            }
            continuation.finish()
        }
        return keys
    }

    /// Returns the next bytes; none if they are awaited for no longer than a sequence takes; `nil`
    /// at the end. Blocks.
    private static func read(orGiveUp isLimited: Bool) -> [UInt8]? {
        var poller = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let ready = unsafe poll(&poller, 1, isLimited ? KeyDecoder.patience : -1)
        if ready == 0 || ready < 0 && errno == EINTR { return [] }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}
