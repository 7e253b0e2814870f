internal import Glibc
package import NavigationText
package import POSIX
internal import ZeroMQ

/// One run of a hook: the event on its standard input, its output captured, its time limited.
package struct HookRun: Sendable {
    /// The ways in which a run ends.
    package enum Ending: Hashable, Sendable {
        /// Its process ended by itself, or by a signal of another's.
        case process(ProcessEnding)
        /// It timed out: it was killed, with all processes that it had started.
        case tooLate
        /// It could not be started, for this reason.
        case notStarted(String)
    }

    /// The failure in words that follow on the name of what ran; `nil` of a success.
    package var failure: TerminalText? {
        switch ending {
        case .process(.exit(0)): nil
        case .process(.exit(let status)): "exited with status \(status)"
        case .process(.signal(let signal)): "was killed by signal \(signal)"
        case .tooLate: "timed out after \(Timeout(duration: Self.timeLimit)) and was killed"
        case .notStarted(let reason): "did not start: \(reason)"
        }
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
        do throws(ThreadError) {
            return try await onThread(named: "navctl-hook") {
                wait(for: command, input: input, variables: variables)
            }
        } catch {
            return HookRun(ending: .notStarted("\(error)"), words: "")
        }
    }

    private static func wait(
        for command: [String], input: [UInt8], variables: [String]
    ) -> HookRun {
        do throws(FileError) {
            var talk = try start(command, input: input, variables: variables)
            return talk.finish(by: .now + timeLimit)
        } catch {
            return HookRun(ending: .notStarted(error.description), words: "")
        }
    }

    /// Starts the program; its own ends of the pipes are not held here, or they would never close.
    private static func start(
        _ command: [String], input: [UInt8], variables: [String]
    ) throws(FileError) -> HookProcess {
        let inlet = try FileDescriptor.pipe()
        let outlet = try FileDescriptor.pipe()
        let launch = ProcessLaunch(
            path: command.first ?? "", arguments: Array(command.dropFirst()),
            environment: ProcessLaunch.ownEnvironment + variables)
        // The output of a hook is for people: it must not get among the results of a command.
        let id = try launch.start([
            STDIN_FILENO: inlet.reading, STDOUT_FILENO: outlet.writing,
            STDERR_FILENO: outlet.writing,
        ])
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
        inlet.makeNonBlocking()
        outlet.makeNonBlocking()
    }

    mutating func finish(by deadline: ContinuousClock.Instant) -> HookRun {
        while ContinuousClock.now < deadline {
            step()
            if let ending = ProcessEnding.wait(for: id, blocking: false) {
                listen()
                return HookRun(ending: .process(ending), words: text)
            }
        }
        // With all processes that it has started: it has a process group of its own.
        _ = kill(-id, SIGKILL)
        _ = ProcessEnding.wait(for: id, blocking: true)
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
        do throws(FileError) {
            while !input.isEmpty { input = try inlet.write(some: input) }
        } catch  where error.code == EAGAIN {
            return
        } catch {
            // The hook has closed its standard input: it does not want the rest.
        }
        self.inlet = nil
    }

    /// Reads the available output; returns a Boolean value indicating whether no more can follow.
    @discardableResult
    private mutating func listen() -> Bool {
        do throws(FileError) {
            while true {
                let bytes = try outlet.read(atMost: HookRun.wordLimit)
                if bytes.isEmpty { return true }
                words += bytes.prefix(HookRun.wordLimit - words.count)
            }
        } catch {
            return false
        }
    }

    private var text: String { String(decoding: words, as: UTF8.self) }
}
