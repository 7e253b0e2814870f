internal import CommandLine
internal import NavigationStore
internal import NavigationText
internal import POSIX

/// The progress of long work, on standard error: one line that changes on a terminal, elsewhere a
/// line for each tenth.
final class ProgressLine: Sendable {
    private let isTerminal = StandardStream.error.isTerminal
    private let start: ContinuousClock.Instant
    private let shown = Locked<Int?>(nil)

    /// Creates a line if `isWanted` requests it; if `isWanted` is `nil`, on a terminal alone.
    ///
    /// - Parameter delay: The time after which work is long; before it nothing is shown.
    init?(_ isWanted: Bool?, after delay: Duration = .zero) {
        guard isWanted ?? StandardStream.error.isTerminal else { return nil }
        start = .now + delay
    }

    /// Shows the progress of a copy, if it differs from the shown one.
    func show(_ progress: CopyProgress) {
        show(progress.completed, of: progress.total) { "\($0) % of \(ByteCount(progress.total))" }
    }

    /// Shows the progress, if it differs from the shown one: the text for a number of percent.
    func show(_ completed: Int, of total: Int, _ text: (Int) -> TerminalText) {
        guard ContinuousClock.now >= start else { return }
        let share = Double(completed) / Double(max(1, total))
        let step = isTerminal ? 1 : 10
        let mark = Int(100 * share) / step * step
        let isNew = shown.withLock { shown in
            defer { shown = mark }
            return shown != mark
        }
        guard isNew else { return }
        isTerminal ? Console.rewrite(text(mark)) : Console.print(text(mark))
    }

    /// Ends the line, so that the next message begins another.
    func end() {
        if isTerminal, shown.withLock({ $0 != nil }) { Console.endLine() }
    }
}
