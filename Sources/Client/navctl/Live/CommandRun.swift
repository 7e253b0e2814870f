internal import CommandLine
internal import Demo
internal import Glibc
internal import Live
internal import NavigationText
internal import POSIX

/// A command of this program in a process of its own, without a terminal.
enum CommandRun {
    /// The maximum of captured output, in bytes.
    private static let outputLimit = 1 << 20

    /// Runs a command, and returns its output.
    ///
    /// - Parameters:
    ///   - options: the options that make it a command of the same device.
    ///   - words: the command with its own options.
    ///   - onOutput: gets the process and all lines so far, on a thread of its own.
    static func run(
        _ options: [String], _ words: [String],
        onOutput: @escaping @Sendable (pid_t, [TerminalText]) -> Void = { _, _ in }
    ) async -> CommandOutput {
        do throws(ThreadError) {
            return try await onThread(named: "command") { wait(options, words, onOutput) }
        } catch {
            return CommandOutput(words: words, lines: ["\(error)"], status: 1)
        }
    }

    private static func wait(
        _ options: [String], _ words: [String],
        _ onOutput: (pid_t, [TerminalText]) -> Void
    ) -> CommandOutput {
        do throws(FileError) {
            let (id, output) = try start(options + words)
            var bytes: [UInt8] = []
            while bytes.count < outputLimit, case let more = try output.read(atMost: chunk),
                !more.isEmpty
            {
                bytes += more
                onOutput(id, lines(of: bytes))
            }
            // One that prints more than is kept would wait for a reader for ever.
            if bytes.count >= outputLimit { kill(-id, SIGKILL) }
            let status: Int32? =
                switch ProcessEnding.wait(for: id, blocking: true) {
                case .exit(let status): status
                case .signal, nil: nil
                }
            return CommandOutput(words: words, lines: lines(of: bytes), status: status)
        } catch {
            return CommandOutput(words: words, lines: ["\(error.description)"], status: 1)
        }
    }

    /// The most bytes to read at once.
    private static let chunk = 65_536

    private static func lines(of bytes: [UInt8]) -> [TerminalText] {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return (lines.last == "" ? lines.dropLast() : lines[...]).map { TerminalText($0) }
    }

    private static func start(
        _ arguments: [String]
    ) throws(FileError) -> (id: Int32, output: FileDescriptor) {
        let output = try FileDescriptor.pipe()
        let nothing = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        let launch = ProcessLaunch(
            path: ProgramFile.path, arguments: arguments,
            environment: ProcessLaunch.ownEnvironment)
        let id = try launch.start([
            STDIN_FILENO: nothing, STDOUT_FILENO: output.writing, STDERR_FILENO: output.writing,
        ])
        return (id, output.reading)
    }
}
