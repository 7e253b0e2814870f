internal import POSIX
internal import ZeroMQ
internal import Glibc

/// The loop of a ``Reactor``: runs queued jobs, polls, calls the ready handlers, fires due timers.
///
/// All of it belongs to the reactor's thread.
final class ReactorLoop {
    /// The maximum of jobs in a turn, before sockets and timers are served.
    static let jobsPerTurn = 256
    /// The time after which a turn begins no further job: jobs that add one another would delay
    /// sockets by the sum of their times.
    static let timePerTurn = Duration.milliseconds(1)
    /// The maximum of timers that fire in a turn.
    static let timersPerTurn = 256
    /// The backoff after polling failed for a reason that the loop can't remove, in milliseconds.
    static let pauseAfterFailure: Int32 = 10

    /// The registered sockets and descriptors.
    let polled: PollSet
    /// The scheduled work.
    var timers = TimerQueue()
    /// A Boolean value indicating whether the loop has ended; then nothing can be registered or
    /// scheduled.
    private(set) var isEnded = false

    private let queue: JobQueue
    private let wakeup: WakeupFD
    private var batch: [Job] = []
    private var next = 0

    /// A loop that sleeps by `wakeup`.
    init(queue: JobQueue, wakeup: WakeupFD) {
        self.queue = queue
        self.wakeup = wakeup
        polled = PollSet(wakeup: wakeup)
    }

    /// The outcome of running a turn's jobs.
    private enum Jobs {
        case all, some, last
    }

    /// Runs turns until the queue returns the last batch.
    func run(on reactor: Reactor) {
        while true {
            reactor.markTurn()
            let jobs = runJobs(on: reactor)
            if jobs == .last { break }
            poll(timeout: jobs == .all ? sleepTime() : 0)
            polled.dispatch()
            fireTimers()
        }
        isEnded = true
        polled.removeAll()
        timers = TimerQueue()
    }

    private func runJobs(on reactor: Reactor) -> Jobs {
        var budget = Self.jobsPerTurn
        let end = ContinuousClock.now + Self.timePerTurn
        while budget > 0 {
            if next == batch.count {
                batch.removeAll(keepingCapacity: true)
                next = 0
                switch queue.take(into: &batch) {
                case .jobs: break
                case .nothing: return .all
                case .last:
                    for job in batch { reactor.run(job) }
                    batch = []
                    return .last
                }
            }
            budget -= 1
            next += 1
            reactor.run(batch[next - 1])
            guard ContinuousClock.now < end else { return .some }
        }
        return .some
    }

    /// Milliseconds until the next timer, or until a turn is due anyway.
    private func sleepTime() -> Int {
        guard let deadline = timers.nextDeadline else { return Reactor.longestSleep.pollTimeout }
        return min(ContinuousClock.now.duration(to: deadline), Reactor.longestSleep).pollTimeout
    }

    private func poll(timeout: Int) {
        switch polled.poll(timeout: timeout) {
        case .ready: break
        // A signal is as good a reason for a turn as any.
        case .interrupted: break
        case .failed:
            if polled.dropFailed() { return }
            var item = pollfd(fd: wakeup.fileDescriptor, events: Int16(POLLIN), revents: 0)
            unsafe Glibc.poll(&item, 1, Self.pauseAfterFailure)
        }
    }

    private func fireTimers() {
        guard timers.nextDeadline != nil else { return }
        let now = ContinuousClock.now
        for _ in 0..<Self.timersPerTurn {
            guard let work = timers.popDue(at: now) else { return }
            work()
        }
    }
}
