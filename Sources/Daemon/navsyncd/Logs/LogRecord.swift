internal import Logging
internal import NavigationText
internal import NavigationYAML

/// One entry of the log, on its way to the destination.
struct LogRecord: Sendable {
    /// Its level.
    let level: Logger.Level
    /// The message: the same words each time.
    let message: String
    /// The details, by key.
    let fields: [Field]
    /// The place in the program that logged it, for debugging.
    let origin: Origin?

    /// A key and its value.
    struct Field: Hashable, Sendable {
        let key: String
        let value: String
    }

    /// A place in the program.
    struct Origin: Hashable, Sendable {
        let file: String
        let line: UInt
        let function: String
    }

    /// The message with its fields in one line: `ready nav.tcp=127.0.0.1:7311`. Text that could be
    /// mistaken for another field or another line is quoted and escaped.
    var text: String {
        fields.reduce(into: printable(message)) { text, field in
            text += " \(printable(field.key))=\(LogRecord.quoted(field.value))"
        }
    }

    /// The text for a terminal or a file. All of it has been escaped, and is not isolated: programs
    /// read it.
    var line: TerminalText { TerminalText(document: text) }

    /// The maximum of characters of one value; more is truncated. No record of the daemon comes
    /// near.
    static let valueLimit = 4_096

    private static func quoted(_ value: String) -> String {
        let value =
            value.utf8.count > valueLimit
            ? String(value.unicodeScalars.prefix(valueLimit)) + "…" : value
        let isPlain =
            !value.isEmpty
            && !value.unicodeScalars.contains { " \"\\=".unicodeScalars.contains($0) }
        if isPlain { return printable(value) }
        let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(printable(escaped))\""
    }
}

/// The destination of the log. Writing neither blocks for long nor fails: a daemon serves without
/// its log.
protocol LogSink: Sendable {
    /// Writes an entry.
    func write(_ record: LogRecord)
}
