internal import Glibc
internal import NavigationText

/// Messages for the person who started the daemon, before or instead of its log.
enum StartupConsole {
    /// Writes lines to standard error: with a mark that the journal reads as the priority "error",
    /// if they go there. Data in them is in one line.
    static func print(_ message: TerminalText, _ environment: [String: String] = [:]) {
        let isJournal = LogDestination.isJournal(
            StandardStream.error.descriptor, environment["JOURNAL_STREAM"])
        for line in message.lines {
            try? StandardStream.error.write("\(isJournal ? "<3>" : "")navsyncd: \(line)\n")
        }
    }

    /// Writes lines that this program has made and escaped to standard output, whole; throws if
    /// that fails, except where nothing reads any more.
    static func output(_ text: String) throws(StartFailure) {
        do throws(StreamError) {
            try StandardStream.output.write(TerminalText(document: text))
        } catch {
            guard error.number != EPIPE else { return }
            let reason = unsafe String(cString: strerror(error.number))
            throw StartFailure("can't write to standard output: \(reason)")
        }
    }
}

/// The reason for a failed start, before there is a log.
struct StartFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
