internal import CPOSIX
import Glibc

/// A child process and our ends of its two output streams.
struct Spawned: Sendable {
    let pid: pid_t
    let output: Int32
    let errors: Int32

    /// Starts `executable` with every signal as it is by default, in a process group of its own: what
    /// it signals to its group, as a job that stops itself, does not stop the tests.
    ///
    /// - Parameters:
    ///   - input: the file on its standard input; `nil` for nothing.
    ///   - terminal: a terminal for its three standard streams instead; then it has nothing else.
    ///
    /// Not Foundation's `Process`: processes that are started at once inherit the descriptors it
    /// watches the others by, and the end of one is then noticed with the end of another.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String],
        input: String? = nil, terminal: String? = nil
    ) throws {
        let output = try Channel()
        let errors = try Channel()
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let source = terminal ?? input ?? "/dev/null"
        let mode = (terminal == nil ? O_RDONLY : O_RDWR) | O_NOCTTY
        unsafe posix_spawn_file_actions_addopen(&actions, 0, source, mode, 0)
        let ends = terminal == nil ? [output.writeEnd, errors.writeEnd] : [0, 0]
        for (end, number) in zip(ends, [Int32(1), 2]) {
            unsafe posix_spawn_file_actions_adddup2(&actions, end, number)
        }
        // Connections of other tests would stay open as long as the process runs.
        unsafe cposix_close_from(&actions, 3)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        var pid: pid_t = 0
        let variables = environment.map { "\($0)=\($1)" }
        let error = unsafe withCStrings([executable] + arguments) { words in
            unsafe withCStrings(variables) { variables in
                unsafe posix_spawn(&pid, executable, &actions, &attributes, words, variables)
            }
        }
        output.closeWriteEnd()
        errors.closeWriteEnd()
        guard error == 0 else {
            close(output.readEnd)
            close(errors.readEnd)
            throw NeverCame("can't start \(executable): \(unsafe String(cString: strerror(error)))")
        }
        self.pid = pid
        self.output = output.readEnd
        self.errors = errors.readEnd
    }

    /// Blocks until the process has ended, and leaves it to be waited for.
    func awaitEnd() {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { return }
        }
    }

    /// Takes note of the end that ``awaitEnd()`` saw; from then on the number is another's.
    func reap() -> Ending {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
    }

    /// The next bytes from one of the streams; none at its end. Blocks.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> ArraySlice<UInt8> {
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            return buffer[..<max(0, count)]
        }
    }
}

/// A stream that no other child inherits.
///
/// A pair of sockets, because the standard library has no call that makes a pipe so in one step.
private struct Channel {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw NeverCame("can't make a channel: \(unsafe String(cString: strerror(errno)))")
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    func closeWriteEnd() {
        close(writeEnd)
    }
}

/// Hands `body` the strings as C has them.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return try unsafe body(pointers)
}
