import Glibc

/// Messages on standard error: progress, and mistakes.
enum Diagnostics {
    /// Writes a line.
    static func print(_ line: String) {
        var bytes = Array((line + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, &bytes, bytes.count)
    }
}
