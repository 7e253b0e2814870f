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
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        id = try Self.spawn(launch, input: input.reading, output: output.writing)
        self.input = Locked(input.writing)
        do {
            // The writing end must not be kept by this process, or the output would never end.
            try startThread(named: "demo-child") { [self, reading = output.reading] in
                reading.forEachLine(onLine)
                onEnd(waitForEnd())
            }
        } catch {
            _ = kill(id, SIGKILL)
            throw CommandError(message: "can't follow a process: \(error)")
        }
    }

    /// Writes a line to its standard input; does nothing if the process has ended.
    func send(_ line: [UInt8]) {
        _ = inputEnd?.write(line + [0x0a])
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
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return hasEnded.withLock { hasEnded in
            var status: Int32 = 0
            _ = unsafe waitpid(id, &status, 0)
            hasEnded = true
            let signal = status & 0x7f
            return signal == 0 ? status >> 8 & 0xff : 128 + signal
        }
    }

    private static func spawn(
        _ launch: Launch, input: FileDescriptor, output: FileDescriptor
    ) throws(CommandError) -> pid_t {
        try unsafe launch.process.start { actions in
            unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
            unsafe posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
            unsafe posix_spawn_file_actions_addopen(
                &actions, STDERR_FILENO, launch.log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            if let lifeline = launch.lifeline {
                unsafe posix_spawn_file_actions_adddup2(&actions, lifeline.number, 3)
            }
        }
    }
}
