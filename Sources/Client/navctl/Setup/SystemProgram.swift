internal import CommandLine
internal import Glibc
internal import NavigationText
internal import POSIX

/// A program of the machine with its arguments, run to its end for its output.
struct SystemProgram: Hashable, Sendable {
    /// The result of a run.
    struct Run: Sendable {
        let ending: ProcessEnding
        /// The text on standard output and standard error, up to a limit.
        let output: String

        var isSuccess: Bool { ending == .exit(0) }

        /// The end of a sentence about a failure: the status, and the last line of the output,
        /// where programs of systemd put the reason.
        var failure: TerminalText {
            let line = output.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
            return switch ending {
            case .exit(let status): "exited with status \(status)\(line)"
            case .signal(let signal): "was killed by signal \(signal)\(line)"
            }
        }
    }

    /// The program's name, and its arguments.
    let words: [String]

    /// The program and its arguments as a person would type them; none of them needs quotes.
    var text: String { words.joined(separator: " ") }

    private static let outputLimit = 65_536

    /// Runs the program on a thread of its own, without a terminal to ask on.
    ///
    /// - Parameter debianPackage: the Debian package to install if the program is missing.
    func run(from debianPackage: String) async throws(CommandError) -> Run {
        let name = words.first ?? ""
        guard let path = ProgramPath.find(name) else {
            throw CommandError(
                message: "no program '\(name)' in PATH",
                advice: "install the package '\(debianPackage)'")
        }
        let launch = ProcessLaunch(
            path: path, arguments: Array(words.dropFirst()),
            environment: ProcessLaunch.ownEnvironment)
        let result: Result<Run, CommandError>
        do throws(ThreadError) {
            result = try await onThread(named: "navctl-setup") { Self.wait(for: launch) }
        } catch {
            throw CommandError(message: "\(error.description)")
        }
        return try result.get()
    }

    private static func wait(for launch: ProcessLaunch) -> Result<Run, CommandError> {
        do throws(FileError) {
            let (id, outlet) = try start(launch)
            let bytes = try outlet.readAll(atMost: outputLimit)
            let ending = ProcessEnding.wait(for: id, blocking: true) ?? .exit(0)
            return .success(Run(ending: ending, output: String(decoding: bytes, as: UTF8.self)))
        } catch {
            return .failure(CommandError(error))
        }
    }

    /// Starts the program; the writing end of the pipe is not held here, or it would never close.
    private static func start(
        _ launch: ProcessLaunch
    ) throws(FileError) -> (id: Int32, outlet: FileDescriptor) {
        let inlet = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        let outlet = try FileDescriptor.pipe()
        let id = try launch.start([
            STDIN_FILENO: inlet, STDOUT_FILENO: outlet.writing, STDERR_FILENO: outlet.writing,
        ])
        return (id, outlet.reading)
    }
}
