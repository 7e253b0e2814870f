internal import Glibc
internal import NavigationText

extension Complaint {
    /// Returns the complaint about what the system refused just now, by its last error number.
    static func system(_ what: TerminalText) -> Complaint {
        Complaint(message: "can't \(what): \(unsafe String(cString: strerror(errno)))")
    }
}
