internal import CommandLine
internal import NavigationBars
internal import NavigationText

/// The display of the demo: in place on a terminal, or frame after frame in a file or pipe.
struct DemoDisplay {
    /// The modes of the display.
    enum Mode: Hashable {
        /// Every frame over the one before, as things move.
        case inPlace
        /// One frame a step, without escapes.
        case sequential
        /// Nothing: only the result matters.
        case silent
    }

    /// The maximum number of columns: wider frames are hard to follow.
    static let maximumColumns = 132

    /// The number of columns of a frame.
    let columns: Int
    /// The number of rows of each screen.
    let screenRows: Int
    /// The mode of the display.
    let mode: Mode

    private let output: Output
    private var rowsDrawn = 0

    private static let defaultColumns = 100
    private static let defaultScreenRows = 14
    private static let maximumScreenRows = 18

    /// Fits the frames to the terminal, if there is one of sufficient size.
    ///
    /// - Parameter columns: the number of columns to use; `nil` for the terminal's.
    init(columns: Int?, to output: Output) {
        self.output = output
        let terminal = TerminalSize.isDumb ? nil : TerminalSize.current
        let wished = columns ?? terminal?.columns ?? Self.defaultColumns
        let used = max(DemoFrame.minimumColumns, min(wished, Self.maximumColumns))
        let below = DemoFrame.rowsBelowScreens + ConvergenceTable.rows + 1
        let room = (terminal?.rows ?? 0) - below
        let fits = used <= terminal?.columns ?? 0 && room >= ScreenDrawing.minimumSize.rows
        self.columns = used
        screenRows = fits ? min(room, Self.maximumScreenRows) : Self.defaultScreenRows
        mode =
            switch output.format {
            case .json: .silent
            case .text: fits ? .inPlace : .sequential
            }
    }

    /// A Boolean value indicating whether a person watches, and so the steps need pauses.
    var isWatched: Bool { mode == .inPlace }

    /// Shows a frame while things move; only on a terminal.
    mutating func show(_ drawing: Drawing) {
        guard mode == .inPlace else { return }
        // One write a frame, over the one before: nothing flickers.
        var text = rowsDrawn == 0 ? .cursorHidden : TerminalText.cursorUp(rowsDrawn)
        for row in drawing.renderedRows(output.rendering) {
            text += .lineStart + row + .lineRest + "\n"
        }
        rowsDrawn = drawing.lines.count
        write(text)
    }

    /// Shows the final frame of a step.
    mutating func finishStep(_ drawing: Drawing) {
        switch mode {
        case .inPlace: show(drawing)
        case .sequential: write((trimmed(drawing) + "\n"))
        case .silent: break
        }
    }

    /// Adds lines below everything else.
    func append(_ drawing: Drawing) {
        switch mode {
        case .inPlace: write(drawing.rendered(output.rendering))
        case .sequential: write(trimmed(drawing))
        case .silent: break
        }
    }

    /// Restores the terminal.
    func restore() {
        guard isWatched, rowsDrawn > 0 else { return }
        write(.cursorShown)
    }

    /// Ignores errors: the result does not depend on a reader.
    private func write(_ text: TerminalText) {
        try? output.write(text: text)
    }

    private func trimmed(_ drawing: Drawing) -> TerminalText {
        drawing.renderedRows().map { $0.trimmed + "\n" }.joined()
    }
}
