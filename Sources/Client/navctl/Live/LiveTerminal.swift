internal import CommandLine
internal import Dispatch
internal import Glibc
internal import Live
internal import NavigationBars
internal import NavigationText
internal import POSIX

/// The terminal while a device is shown on it, owned by a thread of its own: a slow connection
/// blocks nobody else, and gets the newest frame instead of every one.
final class LiveTerminal: Sendable {
    /// A drawing as the terminal shows it.
    struct Frame: Hashable, Sendable {
        /// The lines.
        var rows: [TerminalText]
        /// The line and the cell of the cursor; `nil` hides it.
        var cursor: Position?
    }

    /// A cell.
    struct Position: Hashable, Sendable {
        /// The line from 0.
        let row: Int
        /// The cell from 0.
        let column: Int
    }

    private struct State {
        /// The settings to restore; `nil` while the terminal is not taken.
        var saved: termios?
        /// The caretaker for a process that is killed; `nil` where none could be started.
        var caretaker: TerminalGuard?
        /// The frame to show next.
        var next: Frame?
        /// The frame that the terminal shows.
        var shown = Frame(rows: [], cursor: nil)
        /// A Boolean value indicating whether the last line is one that a person fills in.
        var isPrompting = false
        /// A Boolean value indicating whether the thread is going to show the next frame.
        var isDue = false
    }

    /// The ways to show a device.
    enum Style: Hashable, Sendable {
        /// A drawing on the whole screen.
        case screen
        /// Lines below each other, as a screen reader reads them.
        case lines
    }

    private let thread: WorkerThread
    private let style: Style
    private let state = Locked(State())
    private let stream = StandardStream.output
    private let recording: Recording?

    /// The beginning of all that is written.
    private static let beginning: TerminalText = .screenTaken + .inputReported + .cursorHidden
    /// The end of all that is written, also of a process that is killed.
    static let ending: TerminalText = .inputUnreported + .cursorShown + .screenReturned

    /// The size of the terminal; `nil` if input or output is none, or one without escapes.
    static var size: TerminalSize? {
        guard isatty(STDIN_FILENO) == 1, !TerminalSize.isDumb else { return nil }
        return TerminalSize.current
    }

    /// Takes the terminal; all that is written on it is recorded, too.
    init(_ style: Style, _ recording: Recording?) throws(CommandError) {
        self.style = style
        self.recording = recording
        do throws(ThreadError) {
            thread = try WorkerThread(named: "terminal", limit: 64)
        } catch {
            throw CommandError(message: "\(error)")
        }
        run { $0.take() }
    }

    /// Shows a frame, unless another follows before the terminal has had time for it.
    func show(_ frame: Frame) {
        let isDue = state.withLock { state in
            state.next = frame
            defer { state.isDue = true }
            return state.isDue
        }
        if !isDue { run { $0.draw() } }
    }

    /// Prints lines, and after them the line that a person fills in.
    func say(_ speech: LiveSpeech) {
        run { $0.speak(speech) }
    }

    /// Notes another size, and draws everything anew.
    func resize(_ size: TerminalSize) {
        run { $0.recording?.note(size) }
        redraw()
    }

    /// Draws everything anew, on a terminal that something else may have written on.
    func redraw() {
        state.withLock { state in
            state.next = state.next ?? state.shown
            state.shown = Frame(rows: [], cursor: nil)
        }
        run { $0.draw() }
    }

    /// Restores the terminal and stops the process, as ^Z does; takes it again when the process
    /// goes on.
    ///
    /// - Parameter all: A Boolean value indicating whether to stop all processes of the job.
    func suspend(all: Bool) {
        run { terminal in
            terminal.restore()
            terminal.stop(all: all)
            terminal.take()
            terminal.redraw()
        }
    }

    /// Restores the terminal; returns when that is done.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isLast = thread.finish {
                self.restore()
                continuation.resume()
            }
            if !isLast { continuation.resume() }
        }
    }

    private func run(_ work: @escaping @Sendable (LiveTerminal) -> Void) {
        _ = thread.run { work(self) }
    }

    // MARK: On the thread

    /// Takes the terminal; blocks, stopped, while the job is in the background.
    private func take() {
        unblock(SIGTTOU)
        let caretaker =
            state.withLock { $0.caretaker }
            ?? (try? TerminalGuard(ending: style == .screen ? Self.ending : "\n"))
        var saved = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &saved) == 0 else { return }
        var raw = saved
        unsafe cfmakeraw(&raw)
        if style == .lines { raw.c_oflag = saved.c_oflag }
        // A job in the background is stopped here, before it writes over another's lines.
        while unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0, errno == EINTR {}
        state.withLock { state in
            state.saved = saved
            state.caretaker = caretaker
        }
        caretaker?.noteTaken()
        if style == .screen { write(Self.beginning) }
    }

    /// Restores the terminal as it was before.
    private func restore() {
        let (settings, caretaker) = state.withLock { ($0.saved.take(), $0.caretaker) }
        guard var saved = settings else { return }
        switch style {
        case .screen: write(Self.ending)
        case .lines: speak(nil)
        }
        while unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) != 0, errno == EINTR {}
        caretaker?.noteReturned()
    }

    /// Stops the process until it is continued.
    private func stop(all: Bool) {
        signal(SIGTSTP, SIG_IGN)
        if all { kill(0, SIGTSTP) }
        signal(SIGTSTP, SIG_DFL)
        unblock(SIGTSTP)
        // To this thread, so that it goes no further before the process stops.
        raise(SIGTSTP)
        block(SIGTSTP)
    }

    /// Prints lines in the place of the one that a person fills in, and that below them.
    private func speak(_ speech: LiveSpeech?) {
        let isPrompting = state.withLock { state in
            defer { state.isPrompting = speech?.prompt != nil }
            return state.isPrompting
        }
        var text: TerminalText = isPrompting ? .lineStart + .lineRest : .empty
        for line in speech?.lines ?? [] { text += line + "\n" }
        text += speech?.prompt ?? .empty
        if !text.isEmpty { write(text) }
    }

    private func draw() {
        let (frame, shown) = state.withLock { state in
            state.isDue = false
            let shown = state.shown
            if let next = state.next { state.shown = next }
            return (state.next.take(), shown)
        }
        guard let frame else { return }
        var text = TerminalText.empty
        for (row, line) in frame.rows.enumerated()
        where !shown.rows.indices.contains(row) || shown.rows[row] != line {
            text += .cursor(row: row, column: 0) + .wholeLine + line
        }
        if let cursor = frame.cursor {
            text += .cursor(row: cursor.row, column: cursor.column) + .cursorShown
        } else if shown.cursor != nil {
            text += .cursorHidden
        }
        // The cursor is not seen to jump through the lines that change.
        if shown.cursor != nil, !text.isEmpty { text = .cursorHidden + text }
        if !text.isEmpty { write(text) }
    }

    /// Ignores errors: without a reader the input ends, too.
    private func write(_ text: TerminalText) {
        recording?.note(text)
        try? stream.write(text)
    }

    private func unblock(_ number: CInt) { mask(number, SIG_UNBLOCK) }

    private func block(_ number: CInt) { mask(number, SIG_BLOCK) }

    private func mask(_ number: CInt, _ action: CInt) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(action, &signals, nil)
    }
}
