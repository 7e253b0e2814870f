internal import POSIX
internal import NavigationStore
internal import NavigationText
internal import ZeroMQ

/// The progress of a copy, on standard error: one line that changes on a terminal, elsewhere a line
/// for each tenth.
final class ProgressLine: Sendable {
    private let isTerminal = StandardStream.error.isTerminal
    private let shown = Locked<Int?>(nil)

    /// Creates a line if `wish` requests it; if `wish` is `nil`, on a terminal alone.
    init?(_ wish: Bool?) {
        guard wish ?? StandardStream.error.isTerminal else { return nil }
    }

    /// Shows the progress, if it differs from the shown one.
    func show(_ progress: CopyProgress) {
        let share = Double(progress.completed) / Double(max(1, progress.total))
        let step = isTerminal ? 1 : 10
        let mark = Int(100 * share) / step * step
        let isNew = shown.withLock { shown in
            defer { shown = mark }
            return shown != mark
        }
        guard isNew else { return }
        let text: TerminalText = "\(mark) % of \(ByteCount(progress.total))"
        isTerminal ? Console.rewrite(text) : Console.print(text)
    }

    /// Ends the line, so that the next message begins another.
    func end() {
        if isTerminal, shown.withLock({ $0 != nil }) { Console.endLine() }
    }
}
