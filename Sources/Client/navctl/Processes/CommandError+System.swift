internal import Glibc
internal import NavigationText

extension CommandError {
    /// Returns the error of the last failed system call, by its error number.
    static func system(_ what: TerminalText) -> CommandError {
        CommandError(message: "can't \(what): \(unsafe String(cString: strerror(errno)))")
    }
}
