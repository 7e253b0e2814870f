internal import Glibc
internal import NavigationText
internal import POSIX
internal import ZeroMQ

/// One run of a hook: the event on its standard input, its output captured, its time limited.
package struct HookRun: Sendable {
    /// The ways in which a run ends.
    package enum Ending: Hashable, Sendable {
        /// The hook exited, with this status.
        case status(Int32)
        /// A signal ended it.
        case signal(Int32)
        /// It timed out: it was killed, with all processes that it had started.
        case tooLate
        /// It could not be started, for this reason.
        case notStarted(String)
    }

    /// The way in which the run ended.
    package let ending: Ending
    /// Its output on standard output and standard error, up to a limit.
    package let words: String

    /// The timeout of a hook.
    package static let timeLimit = Duration.seconds(10)
    /// The maximum of captured output, in bytes.
    package static let wordLimit = 4_096

    /// Runs a command and waits for its end, on a thread of its own.
    ///
    /// - Parameters:
    ///   - command: the program's path and its arguments.
    ///   - variables: `NAME=value`, beside the environment of this process.
    package static func run(
        _ command: [String], input: [UInt8], variables: [String]
    ) async -> HookRun {
        await withCheckedContinuation { continuation in
            do {
                try startThread(named: "navctl-hook") {
                    continuation.resume(
                        returning: wait(for: command, input: input, variables: variables))
                }
            } catch {
                continuation.resume(
                    returning: HookRun(ending: .notStarted("\(error)"), words: ""))
            }
        }
    }

    private static func wait(
        for command: [String], input: [UInt8], variables: [String]
    ) -> HookRun {
        do throws(CommandError) {
            var talk = try start(command, input: input, variables: variables)
            return talk.finish(by: .now + timeLimit)
        } catch {
            return HookRun(ending: .notStarted(error.message.description), words: "")
        }
    }

    /// Starts the program; its own ends of the pipes are not held here, or they would never close.
    private static func start(
        _ command: [String], input: [UInt8], variables: [String]
    ) throws(CommandError) -> HookProcess {
        let inlet = try FileDescriptor.pipe()
        let outlet = try FileDescriptor.pipe()
        let launch = ProcessLaunch(
            path: command.first ?? "", arguments: Array(command.dropFirst()),
            environment: ProcessLaunch.ownEnvironment + variables)
        let id = try unsafe launch.start { actions in
            unsafe posix_spawn_file_actions_adddup2(
                &actions, inlet.reading.number, STDIN_FILENO)
            // The output of a hook is for people: it must not get among the results of a command.
            unsafe posix_spawn_file_actions_adddup2(
                &actions, outlet.writing.number, STDOUT_FILENO)
            unsafe posix_spawn_file_actions_adddup2(
                &actions, outlet.writing.number, STDERR_FILENO)
        }
        return HookProcess(id: id, input: input, inlet: inlet.writing, outlet: outlet.reading)
    }
}

/// Writes to a hook and reads from it, without blocking on either, until it has ended.
private struct HookProcess {
    let id: pid_t
    var input: ArraySlice<UInt8>
    var inlet: FileDescriptor?
    let outlet: FileDescriptor
    var words: [UInt8] = []

    init(id: pid_t, input: [UInt8], inlet: FileDescriptor, outlet: FileDescriptor) {
        self.id = id
        self.input = input[...]
        self.inlet = inlet
        self.outlet = outlet
        // A hook that does not read must not block the writer.
        _ = fcntl(inlet.number, F_SETFL, O_NONBLOCK)
        _ = fcntl(outlet.number, F_SETFL, O_NONBLOCK)
    }

    mutating func finish(by deadline: ContinuousClock.Instant) -> HookRun {
        while ContinuousClock.now < deadline {
            step()
            if let ending = ending(WNOHANG) {
                listen()
                return HookRun(ending: ending, words: text)
            }
        }
        // With all processes that it has started: it has a process group of its own.
        _ = kill(-id, SIGKILL)
        _ = ending(0)
        return HookRun(ending: .tooLate, words: text)
    }

    /// Polls either side for a moment: the end of a hook whose pipes another process holds open is
    /// found by polling only.
    private mutating func step() {
        var ends = [pollfd(fd: outlet.number, events: Int16(POLLIN), revents: 0)]
        if let inlet { ends.append(pollfd(fd: inlet.number, events: Int16(POLLOUT), revents: 0)) }
        _ = unsafe poll(&ends, nfds_t(ends.count), Self.pause)
        speak()
        let isOver = listen()
        // No output follows any more; only its end remains.
        if isOver { usleep(1_000) }
    }

    /// The interval of polling a silent hook, in milliseconds.
    private static let pause: Int32 = 10

    private mutating func speak() {
        guard let inlet else { return }
        while !input.isEmpty {
            let count = unsafe input.withUnsafeBytes { bytes in
                unsafe Glibc.write(inlet.number, bytes.baseAddress, bytes.count)
            }
            guard count > 0 else {
                if errno == EAGAIN || errno == EINTR { return }
                break
            }
            input = input.dropFirst(count)
        }
        self.inlet = nil
    }

    /// Reads the available output; returns a Boolean value indicating whether no more can follow.
    @discardableResult
    private mutating func listen() -> Bool {
        while true {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe Glibc.read(outlet.number, &buffer, buffer.count)
            guard count > 0 else { return count == 0 }
            words += buffer.prefix(count).prefix(HookRun.wordLimit - words.count)
        }
    }

    private var text: String { String(decoding: words, as: UTF8.self) }

    private func ending(_ options: Int32) -> HookRun.Ending? {
        var status: Int32 = 0
        var result = unsafe waitpid(id, &status, options)
        while result < 0, errno == EINTR { result = unsafe waitpid(id, &status, options) }
        guard result != 0 else { return nil }
        let signal = status & 0x7f
        return signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
    }
}
