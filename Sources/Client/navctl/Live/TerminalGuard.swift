internal import Glibc
internal import NavigationText
internal import POSIX

/// A caretaker that restores the terminal of a process that can't: one that was killed, or has
/// crashed.
///
/// It is a few lines of shell that wait at a pipe, whose other end closes with the process. It
/// leaves the settings of the terminal alone if another program has changed them meanwhile.
struct TerminalGuard: Sendable {
    private let pipe: FileDescriptor

    private static let script = """
        trap '' HUP INT QUIT TERM TSTP TTIN TTOU
        saved=$(stty -g <&3)
        taken=
        echo ready
        while read -r word; do
          case $word in
            taken) taken=$(stty -g <&3);;
            returned) taken=;;
          esac
        done
        [ -n "$taken" ] || exit 0
        [ "$(stty -g <&3)" != "$taken" ] || stty "$saved" <&3
        printf '%s' "$0" >&3
        """

    /// Starts it, before the terminal is taken; blocks until it knows the settings to restore.
    ///
    /// - Parameter ending: the text that ends what is written on the terminal.
    init(ending: TerminalText) throws(FileError) {
        let ready = try Self.start(ending)
        pipe = ready.pipe
        _ = try ready.sign.read(atMost: 8)
    }

    /// Returns the end of the pipe that it waits at, and one that is readable once it is ready.
    private static func start(
        _ ending: TerminalText
    ) throws(FileError) -> (pipe: FileDescriptor, sign: FileDescriptor) {
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let terminal = try FileDescriptor(duplicating: STDIN_FILENO, named: "the terminal")
        let nothing = try FileDescriptor(opening: "/dev/null", O_WRONLY)
        let launch = ProcessLaunch(
            path: "/bin/sh",
            arguments: ["-c", script, ending.description],
            environment: ProcessLaunch.ownEnvironment)
        _ = try launch.start([
            STDIN_FILENO: input.reading, STDOUT_FILENO: output.writing, STDERR_FILENO: nothing,
            3: terminal,
        ])
        return (input.writing, output.reading)
    }

    /// Notes that the terminal is taken: from now on it is to be restored.
    func noteTaken() { note("taken\n") }

    /// Notes that the terminal is restored.
    func noteReturned() { note("returned\n") }

    /// Ignores errors: without a caretaker there is none to tell.
    private func note(_ line: String) {
        try? pipe.write(Array(line.utf8))
    }
}
