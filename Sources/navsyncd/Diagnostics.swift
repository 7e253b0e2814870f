internal import Glibc

/// Messages for whoever started the daemon, before or instead of its log.
enum Diagnostics {
    /// Writes a line to standard error.
    static func print(_ message: String) {
        let line = Array("navsyncd: \(message)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
