internal import Glibc

/// A key press at the terminal.
struct KeyPress: Sendable {
    /// Its first byte; `nil` at the end of the input.
    let byte: UInt8?

    /// Returns the next key press. Blocks.
    static func next() -> KeyPress {
        var byte: UInt8 = 0
        var count: Int
        repeat { count = unsafe read(STDIN_FILENO, &byte, 1) } while count < 0 && errno == EINTR
        return KeyPress(byte: count == 1 ? byte : nil)
    }
}

/// The terminal while it sends each key at once, and not a line at Enter.
struct KeyInput {
    private let former: termios

    /// Changes the terminal; `nil` without one.
    init?() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        former = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Restores the terminal as it was before.
    func restore() {
        var settings = former
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
