import Foundation
import Synchronization

/// A real process under test. Its output is read as it comes; releasing the object kills it.
package final class RunningProcess: Sendable {
    /// The command line, for messages.
    package let command: String
    private let record: ProcessRecord

    /// The process' number, until it has ended.
    package var pid: Int32 { record.spawned.pid }

    /// Starts `executable`, with this environment and no other.
    package init(
        _ executable: String, _ arguments: [String], environment: [String: String],
        input: String? = nil, terminal: String? = nil
    ) throws {
        let name = executable.split(separator: "/").last.map(String.init) ?? executable
        command = ([name] + arguments).joined(separator: " ")
        record = ProcessRecord(
            try Spawned(
                executable, arguments, environment: environment, input: input, terminal: terminal))
        record.follow()
    }

    deinit {
        record.signal(SIGKILL)
    }

    /// The output until now.
    package var transcript: Transcript { record.transcript }

    /// Sends a signal, unless the process has ended.
    package func signal(_ signal: Int32) {
        record.signal(signal)
    }

    /// The first value that `find` returns, called again whenever the process prints something or
    /// ends. `find` is called under a lock: it only looks.
    ///
    /// Throws at the deadline, and as soon as nothing more can come; with all that was printed.
    @discardableResult
    package func wait<Answer: Sendable>(
        for what: String, within time: Duration = timeout,
        _ find: @escaping @Sendable (Transcript) -> Answer?
    ) async throws -> Answer {
        let answer = await record.answer(within: time, find)
        guard let answer else {
            let transcript = transcript
            let reason = transcript.isComplete ? "ended" : "not within \(time)"
            throw NeverCame(
                """
                \(command): waited for \(what): \(reason)
                ending: \(transcript.ending.map { "\($0)" } ?? "runs")
                output: \(transcript.output.text.suffix(4_000))
                errors: \(transcript.errors.text.suffix(4_000))
                """)
        }
        return answer
    }

    /// Waits for the end, and returns the exit status and all output.
    @discardableResult
    package func end(within time: Duration = timeout) async throws -> Finished {
        try await wait(for: "its end", within: time) { transcript in
            guard let ending = transcript.ending, transcript.isComplete else { return nil }
            return Finished(
                ending: ending, output: transcript.output, errors: transcript.errors)
        }
    }

    /// Kills it as a crash would, and waits until it has ended.
    package func kill() async throws {
        signal(SIGKILL)
        try await end()
    }
}

/// A process that has ended.
package struct Finished: Sendable, CustomStringConvertible {
    package let ending: Ending
    package let output: Printed
    package let errors: Printed

    /// The exit code; that of a process ended by a signal is as a shell has it.
    package var code: Int32 {
        switch ending {
        case .exit(let code): code
        case .signal(let signal): 128 + signal
        }
    }

    package var description: String {
        "\(ending)\noutput: \(output.text.suffix(4_000))\nerrors: \(errors.text.suffix(4_000))"
    }
}

/// State shared by the threads that follow a process and its owner.
private final class ProcessRecord: Sendable {
    let spawned: Spawned
    private let state = Mutex(State())

    private struct State {
        var transcript = Transcript()
        /// Called with every output; one that returns `true` is done. The flag is set for the last
        /// call.
        var waiters: [Int: @Sendable (Transcript, _ isLast: Bool) -> Bool] = [:]
        var lastWaiter = 0
    }

    init(_ spawned: Spawned) {
        self.spawned = spawned
    }

    var transcript: Transcript { state.withLock { $0.transcript } }

    /// Starts to read what the process prints, and to wait for its end.
    func follow() {
        Thread.detachNewThread { self.read(self.spawned.output) { $0.output.add($1) } }
        Thread.detachNewThread { self.read(self.spawned.errors) { $0.errors.add($1) } }
        Thread.detachNewThread {
            self.spawned.awaitEnd()
            self.update { $0.ending = self.spawned.reap() }
        }
    }

    func signal(_ signal: Int32) {
        state.withLock { state in
            guard state.transcript.ending == nil else { return }
            kill(spawned.pid, signal)
        }
    }

    func answer<Answer: Sendable>(
        within time: Duration, _ find: @escaping @Sendable (Transcript) -> Answer?
    ) async -> Answer? {
        await withCheckedContinuation { continuation in
            let waiter: @Sendable (Transcript, Bool) -> Bool = { transcript, isLast in
                let answer = find(transcript)
                guard answer != nil || isLast else { return false }
                continuation.resume(returning: answer)
                return true
            }
            let number: Int? = state.withLock { state in
                if waiter(state.transcript, state.transcript.isComplete) { return nil }
                state.lastWaiter += 1
                state.waiters[state.lastWaiter] = waiter
                return state.lastWaiter
            }
            guard let number else { return }
            let seconds = Double(time.components.seconds)
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
                self?.giveUp(number)
            }
        }
    }

    private func giveUp(_ number: Int) {
        state.withLock { state in
            _ = state.waiters.removeValue(forKey: number)?(state.transcript, true)
        }
    }

    private func read(_ descriptor: Int32, _ add: (inout Transcript, ArraySlice<UInt8>) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isAtEnd = false
        while !isAtEnd {
            let chunk = Spawned.read(descriptor, into: &buffer)
            isAtEnd = chunk.isEmpty
            update { add(&$0, chunk) }
        }
        close(descriptor)
    }

    private func update(_ change: (inout Transcript) -> Void) {
        state.withLock { state in
            change(&state.transcript)
            let (transcript, isLast) = (state.transcript, state.transcript.isComplete)
            state.waiters = state.waiters.filter { !$0.value(transcript, isLast) }
        }
    }
}
