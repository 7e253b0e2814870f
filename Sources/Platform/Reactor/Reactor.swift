internal import POSIX
internal import Synchronization
package import ZeroMQ

/// A thread that runs actors, polls sockets and keeps timers: the executor of what owns sockets.
///
/// An actor is put on it by its `unownedExecutor`, and is then on one thread with its sockets,
/// without locks. The loop (``ReactorLoop``) goes round in turns: queued jobs, ready sockets and
/// descriptors, due timers; each of the three is bounded, so that none starves the others.
///
/// Everything that takes a handler is called on the reactor itself, from an actor on it or from a
/// handler; a precondition checks it. Handlers run on the reactor between two jobs, never inside
/// one, so an actor on it may use `assumeIsolated` in its handlers.
///
/// Its thread keeps it alive until ``shutdown()``.
///
/// After shutdown nothing is polled and no timer fires, but jobs still run, since an actor may have
/// to finish: the first ones on the same thread, later ones on a short-lived thread of their own,
/// one at a time. For them `register` and `schedule` do nothing.
package final class Reactor: SerialExecutor, @unchecked Sendable {
    // Sendable, as `queue` and the atomics are, and `loop` is touched by one thread alone: the one
    // that `isCurrent` recognises.

    /// The name of the thread, as `ps -L` shows it: 15 bytes of it.
    package let name: String
    /// The jobs, and the reactor's phase; from any thread.
    let queue: JobQueue
    /// The loop: it belongs to the reactor's thread alone.
    private let loop: ReactorLoop
    /// The thread that runs jobs now; 0 for none. Only that thread can read its own id here.
    private let owner = Atomic<UInt>(0)
    private let turnTime = Atomic<Int64>(0)
    private let origin = SuspendingClock.now

    /// Starts the thread.
    ///
    /// Throws `ZeroMQError.Code.tooManyOpen` without file descriptors, and
    /// `ZeroMQError.Code.tryAgain` where the system refuses a thread.
    package init(name: String = "reactor") throws(ZeroMQError) {
        self.name = name
        let wakeup = try WakeupFD()
        queue = JobQueue(wakeup: wakeup)
        loop = ReactorLoop(queue: queue, wakeup: wakeup)
        do throws(ThreadError) {
            try startThread(named: name) { [self] in run() }
        } catch {
            throw ZeroMQError(error)
        }
    }

    /// Runs the loop, and then the late jobs, on the reactor's thread.
    private func run() {
        enter()
        loop.run(on: self)
        leave()
        runLateJobs(queue.stopped())
    }

    /// Schedules the end of the loop, and returns at once. Idempotent; from any thread.
    ///
    /// The jobs that are queued by now run first, then the sockets and descriptors are
    /// unregistered, timers and handlers are dropped, and the thread ends. Sockets are not closed:
    /// their owners do that, in one of these jobs or later.
    package func shutdown() {
        queue.shutdown()
    }

    /// Waits until the loop has ended: no handler and no timer is called any more.
    package func waitUntilStopped() async {
        await withCheckedContinuation { queue.whenStopped($0) }
    }

    /// A Boolean value indicating whether this thread runs the reactor's jobs and handlers now.
    package var isCurrent: Bool { owner.load(ordering: .relaxed) == currentThread() }

    /// The time when the loop last began a turn; readable from any thread.
    ///
    /// It begins one every ``longestSleep`` even when nothing happens, so a time that is several
    /// times as old means that a job or a handler holds it up. The clock stands still while the
    /// machine is suspended, so that waking up does not look like that.
    package var lastTurn: SuspendingClock.Instant {
        origin.advanced(by: .nanoseconds(turnTime.load(ordering: .relaxed)))
    }

    /// The longest time that the loop sleeps.
    package static let longestSleep = Duration.seconds(1)

    /// Records that a turn begins.
    func markTurn() {
        let (seconds, attoseconds) = origin.duration(to: .now).components
        turnTime.store(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
    }

    /// Returns the loop, for callers on its thread; `nil` on the thread of late jobs.
    func currentLoop(_ caller: StaticString = #function) -> ReactorLoop? {
        precondition(isCurrent, "Reactor.\(caller) is called from another thread than its own")
        return loop.isEnded ? nil : loop
    }

    private func enter() {
        owner.store(currentThread(), ordering: .relaxed)
    }

    private func leave() {
        owner.store(0, ordering: .relaxed)
    }
}

// MARK: - Executor

extension Reactor {
    /// Takes a job of an actor: called by the runtime, from any thread.
    ///
    /// The first job for a sleeping loop wakes it by one system call; others just join the queue.
    package func enqueue(_ job: consuming ExecutorJob) {
        add(.ofActor(UnownedJob(job)))
    }

    /// Calls `body` on this reactor in its turn among the jobs: from any thread, and without a task.
    ///
    /// It is for threads that bring results to an actor on the reactor, which takes them by
    /// `assumeIsolated`. It is called exactly once, after ``shutdown()`` too, as jobs are.
    package func enqueue(_ body: @escaping @Sendable () -> Void) {
        add(.call(body))
    }

    private func add(_ job: Job) {
        guard let late = queue.enqueue(job, byLoop: isCurrent) else { return }
        do throws(ThreadError) {
            try startThread(named: name) { [self] in runLateJobs(late) }
        } catch {
            // No thread to be had: run here rather than never.
            runLateJobs(late)
        }
    }

    /// Returns the executor for an actor's `unownedExecutor`.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the process unless it is on this reactor: `assumeIsolated` in a handler relies on it.
    package func checkIsolated() {
        precondition(isCurrent, "not on the reactor “\(name)”")
    }

    /// Returns whether the calling code is on this reactor.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs one job; on the thread that is the owner.
    func run(_ job: Job) {
        switch job {
        case .ofActor(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        case .call(let body): body()
        }
    }

    /// Runs the jobs after the end of the loop, until there is none; one thread at a time.
    private func runLateJobs(_ first: [Job]) {
        var jobs = first
        while !jobs.isEmpty {
            enter()
            for job in jobs { run(job) }
            leave()
            jobs = queue.takeLate()
        }
    }
}

extension Reactor: SocketPoller {
    /// Polls `socket` from the next turn on, and calls `handler` on this reactor in each turn in
    /// which it is ready for one of `events`.
    ///
    /// Level-triggered: what a handler leaves unread, it is called for again, after all others had
    /// theirs. So it may, and should, bound its work. A second call replaces events and handler.
    /// The socket and the handler, and so the actor that it captures, are kept until the socket is
    /// unregistered or closed, or the reactor has ended.
    /// On a reactor that has ended: nothing.
    package func register(
        _ socket: Socket, for events: PollEvents, _ handler: @escaping (PollEvents) -> Void
    ) {
        guard let loop = currentLoop() else { return }
        precondition(!socket.isClosed, "a closed socket can't be registered")
        precondition(
            socket.poller == nil || socket.poller === self, "the socket is on another reactor")
        loop.polled.insert(Registration(.socket(socket), events: events, handler: handler))
        socket.poller = self
    }

    /// Changes what a registered socket is polled for, as from readable to readable and writable.
    /// Without a registration: nothing.
    package func update(_ socket: Socket, for events: PollEvents) {
        currentLoop()?.polled.update(.socket(socket), events: events)
    }

    /// Stops polling `socket`; its handler is not called again, also not in this turn. Idempotent.
    package func unregister(_ socket: Socket) {
        currentLoop()?.polled.remove(.socket(socket))
    }

    /// Polls a file descriptor in the same way.
    ///
    /// It stays the caller's: unregister it before it is closed. `PollEvents.failed` is reported
    /// again and again, so the handler unregisters it then.
    package func register(
        fileDescriptor: Int32, for events: PollEvents, _ handler: @escaping (PollEvents) -> Void
    ) {
        guard let loop = currentLoop() else { return }
        loop.polled.insert(
            Registration(.fileDescriptor(fileDescriptor), events: events, handler: handler))
    }

    /// Changes what a registered file descriptor is polled for. Without a registration: nothing.
    package func update(fileDescriptor: Int32, for events: PollEvents) {
        currentLoop()?.polled.update(.fileDescriptor(fileDescriptor), events: events)
    }

    /// Stops polling a file descriptor; its handler is not called again. Idempotent.
    package func unregister(fileDescriptor: Int32) {
        currentLoop()?.polled.remove(.fileDescriptor(fileDescriptor))
    }
}
