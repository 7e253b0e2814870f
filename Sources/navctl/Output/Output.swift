internal import Glibc
internal import NavigationBars

/// Where results go: standard output, a line or an object at a time, at once.
struct Output: Sendable {
    /// How results are written.
    let format: OutputFormat
    private let descriptor: Int32
    /// How drawings and lines become text here.
    let rendering: Drawing.Rendering

    /// Standard output, in colour only if it is a terminal and `NO_COLOR` is not set.
    init(format: OutputFormat) {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isPlain = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 } ?? false
        self.init(
            format: format, descriptor: STDOUT_FILENO,
            rendering: isTerminal && !isPlain ? .colored : .plain)
    }

    /// Any descriptor.
    init(format: OutputFormat, descriptor: Int32, rendering: Drawing.Rendering) {
        self.format = format
        self.descriptor = descriptor
        self.rendering = rendering
    }

    /// Writes text as it is.
    func write(text: String) throws(OutputError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&poller, 1, -1)
                continue
            }
            guard count >= 0 else {
                throw errno == EPIPE ? .closed : .failed(errno)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a line.
    func write(_ line: StyledLine) throws(OutputError) {
        let drawing = Drawing(width: line.width, lines: [line])
        try write(text: drawing.text(rendering))
    }

    /// Writes an object, on a line of its own.
    func write(_ object: JSON) throws(OutputError) {
        try write(text: object.text + "\n")
    }
}

/// Why results could not be written.
enum OutputError: Error {
    /// Nobody reads them any more.
    case closed
    /// The system refused, with this number for the reason: a full disk, mostly.
    case failed(Int32)
}
