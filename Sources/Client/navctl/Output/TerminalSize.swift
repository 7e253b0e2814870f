internal import Glibc

/// The size of a terminal.
struct TerminalSize: Hashable, Sendable {
    /// The number of cells in a line.
    let columns: Int
    /// The number of lines.
    let rows: Int

    /// The size of standard output; `nil` if it is no terminal, or one that does not report it.
    static var current: TerminalSize? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// A Boolean value indicating whether the terminal prints lines and supports no escapes.
    static var isDumb: Bool {
        unsafe getenv("TERM").map { unsafe String(cString: $0) == "dumb" } ?? false
    }
}
