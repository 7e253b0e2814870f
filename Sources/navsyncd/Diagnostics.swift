internal import Glibc

/// Messages for whoever started the daemon, before or instead of its log.
enum Diagnostics {
    /// Writes a line to standard error.
    static func print(_ message: String) {
        let line = "navsyncd: \(message)\n"
        unsafe fputs(line, stderr)
    }
}
