internal import CommandLine
internal import Glibc
internal import NavigationText
internal import POSIX
internal import ZeroMQ

/// A process of the demo, controlled by lines: written to its standard input, read from its output.
///
/// It has a process group of its own, so that Ctrl-C reaches the demo alone, which then ends its
/// processes in order.
final class ChildProcess: Sendable {
    /// The arguments that a process of the demo is started with.
    struct Launch {
        /// The program, its arguments and its environment.
        var process: ProcessLaunch
        /// The path of the file for its standard error.
        var log: String
        /// An open pipe end that the process holds as long as it lives, as descriptor 3.
        var lifeline: FileDescriptor?
    }

    /// The process id.
    let id: pid_t
    private let input: Locked<FileDescriptor?>
    private let hasEnded = Locked(false)

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - onLine: gets each line of its output, in order, on a thread of its own.
    ///   - onEnd: gets the exit status once, after the last line: 128 + the signal if one ended it.
    init(
        _ launch: Launch, onLine: @escaping @Sendable (String) -> Void,
        onEnd: @escaping @Sendable (Int32) -> Void
    ) throws(CommandError) {
        let (input, output): (FileDescriptor, FileDescriptor)
        do throws(FileError) {
            (id, input, output) = try Self.start(launch)
        } catch {
            throw CommandError(error)
        }
        self.input = Locked(input)
        do {
            // The writing end must not be kept by this process, or the output would never end.
            try startThread(named: "demo-child") { [self, output] in
                try? output.forEachLine(onLine)
                onEnd(waitForEnd())
            }
        } catch {
            _ = kill(id, SIGKILL)
            throw CommandError(message: "can't follow a process: \(error)")
        }
    }

    /// Writes a line to its standard input; does nothing if the process has ended.
    func send(_ line: [UInt8]) {
        try? inputEnd?.write(line + [0x0a])
    }

    /// The end that writes to its standard input, until ``closeInput()``.
    var inputEnd: FileDescriptor? { input.withLock { $0 } }

    /// Ends its standard input, which makes the process end.
    func closeInput() {
        input.withLock { $0 = nil }
    }

    /// Sends it a signal if it is still running.
    func signal(_ number: Int32) {
        hasEnded.withLock { hasEnded in if !hasEnded { _ = kill(id, number) } }
    }

    /// Waits for the end, and only then releases the id for another process.
    private func waitForEnd() -> Int32 {
        ProcessEnding.await(id)
        return hasEnded.withLock { hasEnded in
            hasEnded = true
            return switch ProcessEnding.wait(for: id, blocking: true) {
            case .exit(let status): status
            case .signal(let number): 128 + number
            case nil: 0
            }
        }
    }

    /// Starts a process; returns its id and this process's ends of its standard input and output.
    private static func start(
        _ launch: Launch
    ) throws(FileError) -> (id: Int32, input: FileDescriptor, output: FileDescriptor) {
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let log = try FileDescriptor(opening: launch.log, O_WRONLY | O_CREAT | O_APPEND)
        var descriptors = [
            STDIN_FILENO: input.reading, STDOUT_FILENO: output.writing, STDERR_FILENO: log,
        ]
        descriptors[3] = launch.lifeline
        return (try launch.process.start(descriptors), input.writing, output.reading)
    }
}
