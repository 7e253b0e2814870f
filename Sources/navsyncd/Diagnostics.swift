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

    /// Writes text to standard output, whole; throws if that can't be done, except where nobody reads
    /// any more.
    static func output(_ text: String) throws(StartFailure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { buffer in
                unsafe write(STDOUT_FILENO, buffer.baseAddress, buffer.count)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EPIPE { return }
            guard written >= 0 else {
                let reason = unsafe String(cString: strerror(errno))
                throw StartFailure("can't write to standard output: \(reason)")
            }
            rest = rest.dropFirst(written)
        }
    }
}

/// Why the process does not do what it was started for, before there is a log.
struct StartFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
