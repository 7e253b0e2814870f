internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// A line that stays until it is read.
struct Notice: Hashable, Sendable {
    /// The sentence.
    let words: TerminalText
    /// The change that it is about.
    let change: ReportedOutcome?

    /// The most lines that wait to be read; of more the oldest are counted only.
    static let limit = 50
}

/// Lines that stay until they are read, oldest first.
struct Notices: Hashable, Sendable {
    /// The lines.
    private(set) var waiting: [Notice] = []
    /// The number of lines that were dropped because too many waited.
    private(set) var dropped = 0

    /// The line to read next.
    var first: Notice? { waiting.first }
    /// The number of unread lines.
    var count: Int { waiting.count + dropped }

    /// Adds a line.
    mutating func add(_ notice: Notice) {
        waiting.append(notice)
        guard waiting.count > Notice.limit else { return }
        waiting.removeFirst()
        dropped += 1
    }

    /// Takes the first line away; the dropped ones with the last.
    mutating func read() {
        if !waiting.isEmpty { waiting.removeFirst() }
        if waiting.isEmpty { dropped = 0 }
    }
}
