internal import CPOSIX
internal import Glibc
internal import POSIX
internal import ZeroMQ

/// One piece of work on a ``Reactor``.
enum Job {
    /// A job of an actor, from the runtime.
    case ofActor(UnownedJob)
    /// A call.
    case call(@Sendable () -> Void)
}

/// The jobs of a ``Reactor``, and its phase. Safe from any thread.
final class JobQueue: Sendable {
    /// The result of taking a batch.
    enum Taken {
        /// Jobs, now in the batch that was handed in.
        case jobs
        /// Nothing; the next job to come signals the descriptor.
        case nothing
        /// The last batch: it is time to end.
        case last
    }

    private enum Phase {
        case running
        /// The loop has to end at its next turn.
        case stopping
        /// The loop has ended. `isServed`: a thread runs late jobs.
        case stopped(isServed: Bool)
    }

    private struct State {
        var pending: [Job] = []
        var phase = Phase.running
        /// A Boolean value indicating whether the loop sleeps, or is about to, and nothing has
        /// woken it yet.
        var isAsleep = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Marks the loop as awake; returns whether the caller has to signal the descriptor: once
        /// for each sleep.
        mutating func wake() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }

        /// Takes all that is pending.
        mutating func takeAll() -> [Job] {
            defer { pending = [] }
            return pending
        }
    }

    private let state = Locked(State())
    private let wakeup: WakeupFD

    /// An empty queue of a running loop that polls `wakeup`.
    init(wakeup: WakeupFD) {
        self.wakeup = wakeup
    }

    /// Adds a job. Returns late jobs that the caller has to find a thread for, as the loop has
    /// ended and none is there.
    ///
    /// `byLoop` says that the loop's own thread adds it: that is awake, and checks before it
    /// sleeps.
    func enqueue(_ job: Job, byLoop: Bool) -> [Job]? {
        let (mustWake, late): (Bool, [Job]?) = state.withLock { state in
            state.pending.append(job)
            switch state.phase {
            case .running, .stopping:
                return (byLoop ? false : state.wake(), nil)
            case .stopped(isServed: true):
                return (false, nil)
            case .stopped(isServed: false):
                state.phase = .stopped(isServed: true)
                return (false, state.takeAll())
            }
        }
        if mustWake { wakeup.signal() }
        return late
    }

    /// Takes the loop's next batch into `batch`, which is empty.
    func take(into batch: inout [Job]) -> Taken {
        // The two arrays are swapped, so that neither is allocated anew.
        let spare = batch
        batch = []
        let (taken, jobs): (Taken, [Job]) = state.withLock { state in
            if case .running = state.phase, state.pending.isEmpty {
                state.isAsleep = true
                return (.nothing, spare)
            }
            state.isAsleep = false
            let jobs = state.pending
            state.pending = spare
            if case .running = state.phase { return (.jobs, jobs) }
            return (.last, jobs)
        }
        batch = jobs
        return taken
    }

    /// Makes the loop end at its next turn.
    func shutdown() {
        let mustWake = state.withLock { state in
            guard case .running = state.phase else { return false }
            state.phase = .stopping
            return state.wake()
        }
        if mustWake { wakeup.signal() }
    }

    /// Records that the loop has ended, and resumes its waiters. Returns the first late jobs, for
    /// the caller to run.
    func stopped() -> [Job] {
        let (jobs, waiters) = state.withLock { state in
            let jobs = state.takeAll()
            state.phase = .stopped(isServed: !jobs.isEmpty)
            defer { state.waiters = [] }
            return (jobs, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return jobs
    }

    /// Returns more late jobs for the thread that serves them; if there are none, it serves no
    /// longer.
    func takeLate() -> [Job] {
        state.withLock { state in
            let jobs = state.takeAll()
            if jobs.isEmpty { state.phase = .stopped(isServed: false) }
            return jobs
        }
    }

    /// Resumes `waiter` when the loop has ended, or at once.
    func whenStopped(_ waiter: CheckedContinuation<Void, Never>) {
        let isStopped = state.withLock { state in
            if case .stopped = state.phase { return true }
            state.waiters.append(waiter)
            return false
        }
        if isStopped { waiter.resume() }
    }
}

/// An eventfd that any thread signals and `poll` sees.
final class WakeupFD: Sendable {
    /// The descriptor: readable after a signal, until it is drained.
    var fileDescriptor: Int32 { file.number }

    private let file: FileDescriptor

    /// Throws `ZeroMQError.Code.tooManyOpen` without file descriptors.
    init() throws(ZeroMQError) {
        let number = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if number < 0 { throw .last("create an eventfd") }
        file = FileDescriptor(number, named: "an eventfd")
    }

    /// Makes it readable; any number of signals counts as one. Any thread, a system call.
    func signal() {
        while eventfd_write(fileDescriptor, 1) != 0, errno == EINTR {}
    }

    /// Makes it unreadable again.
    func drain() {
        var count: UInt64 = 0
        while unsafe eventfd_read(fileDescriptor, &count) != 0, errno == EINTR {}
    }
}
