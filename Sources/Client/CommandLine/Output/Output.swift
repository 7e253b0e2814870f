// Every command prints objects: whoever imports the command line has them.
@_exported public import NavigationJSON

internal import Glibc
package import NavigationBars
package import NavigationText

/// The destination of results: standard output, a line or an object at a time, at once.
package struct Output: Sendable {
    /// The format of results.
    package let format: OutputFormat
    private let stream: TextStream
    /// The style in which drawings and lines are rendered.
    package let rendering: Drawing.Rendering

    /// Standard output, in colour only if it is a terminal and `NO_COLOR` is not set.
    package init(format: OutputFormat) {
        let isTerminal = StandardStream.output.isTerminal
        let isPlain = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 } ?? false
        self.init(
            format: format, descriptor: StandardStream.output.descriptor,
            rendering: isTerminal && !isPlain ? .colored : .plain)
    }

    /// Any descriptor.
    package init(format: OutputFormat, descriptor: Int32, rendering: Drawing.Rendering) {
        self.format = format
        stream = TextStream(descriptor: descriptor)
        self.rendering = rendering
    }

    /// Writes text.
    package func write(text: TerminalText) throws(OutputError) {
        do throws(StreamError) {
            try stream.write(text)
        } catch {
            throw error.number == EPIPE ? .closed : .failed(error.number)
        }
    }

    /// Writes lines that a writer of this program has made and escaped.
    package func write(document: String) throws(OutputError) {
        try write(text: TerminalText(document: document))
    }

    /// Writes a line.
    package func write(_ line: StyledLine) throws(OutputError) {
        let drawing = Drawing(width: line.width, lines: [line])
        try write(text: drawing.rendered(rendering))
    }

    /// Writes an object, on a line of its own.
    package func write(object: some Encodable) throws {
        try write(document: JSON(encoding: object).text + "\n")
    }
}

/// The error of a failed write of results.
package enum OutputError: Error {
    /// The reader has closed the pipe.
    case closed
    /// The system refused, with this error number: a full disk, mostly.
    case failed(Int32)
}

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
    /// The number of cells in a line.
    package let columns: Int
    /// The number of lines.
    package let rows: Int

    /// Joins the parts.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size of standard output; `nil` if it is no terminal, or one that does not report it.
    package static var current: TerminalSize? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// A Boolean value indicating whether the terminal prints lines and supports no escapes.
    package static var isDumb: Bool {
        unsafe getenv("TERM").map { unsafe String(cString: $0) == "dumb" } ?? false
    }
}
