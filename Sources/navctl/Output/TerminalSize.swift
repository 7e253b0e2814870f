internal import Glibc

/// How much room a terminal has.
struct TerminalSize: Hashable, Sendable {
    /// How many cells a line has.
    let columns: Int
    /// How many lines there are.
    let rows: Int

    /// The room of standard output; `nil` where it is no terminal, or one that does not say.
    static var current: TerminalSize? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Whether the terminal prints lines and knows no more than that.
    static var isDumb: Bool {
        unsafe getenv("TERM").map { unsafe String(cString: $0) == "dumb" } ?? false
    }
}
