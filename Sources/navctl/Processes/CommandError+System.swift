internal import Glibc
internal import NavigationText

extension CommandError {
    /// Returns the complaint about what the system refused just now, by its last error number.
    static func system(_ what: TerminalText) -> CommandError {
        CommandError(message: "can't \(what): \(unsafe String(cString: strerror(errno)))")
    }
}
