internal import CommandLine
internal import Glibc
internal import NavigationText
internal import POSIX

/// A recording of a terminal's output, as asciicast v2: a header, then a line for each event.
struct Recording: Sendable {
    private let file: FileDescriptor
    private let start = ContinuousClock.now

    /// Begins a recording in a new file, or in the place of an old one.
    init(_ path: String, _ size: TerminalSize) throws(CommandError) {
        do throws(FileError) {
            file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o666)
            try file.write(
                Array(
                    (JSON.object([
                        "version": .integer(2), "width": JSON(size.columns),
                        "height": JSON(size.rows), "timestamp": JSON(time(nil)),
                    ]).text + "\n").utf8))
        } catch {
            throw CommandError(error)
        }
    }

    /// Notes output.
    func note(_ text: TerminalText) {
        append("o", text.description)
    }

    /// Notes another size of the terminal.
    func note(_ size: TerminalSize) {
        append("r", "\(size.columns)x\(size.rows)")
    }

    /// Ignores errors: a full disk ends the recording, and not the session.
    private func append(_ kind: String, _ text: String) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let line = JSON.array([.number(seconds), .string(kind), .string(text)]).text + "\n"
        try? file.write(Array(line.utf8))
    }
}
