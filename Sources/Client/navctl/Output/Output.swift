internal import Glibc
internal import NavigationBars
internal import NavigationText

/// The destination of results: standard output, a line or an object at a time, at once.
struct Output: Sendable {
    /// The format of results.
    let format: OutputFormat
    private let stream: TextStream
    /// The style in which drawings and lines are rendered.
    let rendering: Drawing.Rendering

    /// Standard output, in colour only if it is a terminal and `NO_COLOR` is not set.
    init(format: OutputFormat) {
        let isTerminal = StandardStream.output.isTerminal
        let isPlain = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 } ?? false
        self.init(
            format: format, descriptor: StandardStream.output.descriptor,
            rendering: isTerminal && !isPlain ? .colored : .plain)
    }

    /// Any descriptor.
    init(format: OutputFormat, descriptor: Int32, rendering: Drawing.Rendering) {
        self.format = format
        stream = TextStream(descriptor: descriptor)
        self.rendering = rendering
    }

    /// Writes text.
    func write(text: TerminalText) throws(OutputError) {
        do throws(StreamError) {
            try stream.write(text)
        } catch {
            throw error.number == EPIPE ? .closed : .failed(error.number)
        }
    }

    /// Writes lines that a writer of this program has made and escaped.
    func write(document: String) throws(OutputError) {
        try write(text: TerminalText(document: document))
    }

    /// Writes a line.
    func write(_ line: StyledLine) throws(OutputError) {
        let drawing = Drawing(width: line.width, lines: [line])
        try write(text: drawing.rendered(rendering))
    }

    /// Writes an object, on a line of its own.
    func write(_ object: JSON) throws(OutputError) {
        try write(document: object.text + "\n")
    }
}

/// The error of a failed write of results.
enum OutputError: Error {
    /// The reader has closed the pipe.
    case closed
    /// The system refused, with this error number: a full disk, mostly.
    case failed(Int32)
}
