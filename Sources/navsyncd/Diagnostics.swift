internal import Glibc

/// Messages for whoever started the daemon, before or instead of its log.
enum Diagnostics {
    /// Writes lines to standard error: with a mark that the journal takes for the priority "error", if
    /// that is where they go.
    static func print(_ message: String, _ environment: [String: String] = [:]) {
        let isJournal = LogDestination.isJournal(STDERR_FILENO, environment["JOURNAL_STREAM"])
        for text in message.split(separator: "\n") {
            let line = Array("\(isJournal ? "<3>" : "")navsyncd: \(text)\n".utf8)
            _ = unsafe write(STDERR_FILENO, line, line.count)
        }
    }

    /// Writes text to standard output.
    static func output(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { buffer in
                unsafe write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
            }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }
}
