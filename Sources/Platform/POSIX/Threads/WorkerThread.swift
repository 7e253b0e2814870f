internal import Dispatch
internal import Glibc

/// Pieces of work for one thread, which runs them in their order and sleeps without any.
private final class PieceQueue: Sendable {
    private struct State {
        var pieces: ArraySlice<@Sendable () -> Void> = []
        /// A Boolean value indicating whether the thread sleeps, or is about to, and nothing has
        /// woken it yet.
        var isAsleep = false
        var isFinished = false

        /// Marks the thread as awake; returns whether the caller has to signal it.
        mutating func wake() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
    }

    /// The next step of the thread.
    private enum Step {
        case run(@Sendable () -> Void)
        case sleep
        case end
    }

    private let state = Locked(State())
    private let wakeup = DispatchSemaphore(value: 0)
    /// The maximum of pieces that wait.
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a piece; returns `false`, without keeping it, at the limit or after the end.
    func add(_ piece: @escaping @Sendable () -> Void) -> Bool {
        let (isAdded, mustWake) = state.withLock { state in
            guard !state.isFinished, state.pieces.count < limit else { return (false, false) }
            state.pieces.append(piece)
            return (true, state.wake())
        }
        if mustWake { wakeup.signal() }
        return isAdded
    }

    /// Adds the last piece, at the limit too; returns `false` after the end.
    func finish(_ last: (@Sendable () -> Void)?) -> Bool {
        let (isFirst, mustWake) = state.withLock { state in
            guard !state.isFinished else { return (false, false) }
            state.isFinished = true
            if let last { state.pieces.append(last) }
            return (true, state.wake())
        }
        if mustWake { wakeup.signal() }
        return isFirst
    }

    /// Runs all pieces, until the last.
    func run() {
        while true {
            let step: Step = state.withLock { state in
                if let piece = state.pieces.popFirst() { return .run(piece) }
                guard !state.isFinished else { return .end }
                state.isAsleep = true
                return .sleep
            }
            switch step {
            case .run(let piece): piece()
            case .sleep: wakeup.wait()
            case .end: return
            }
        }
    }
}

/// A thread of its own for short work that blocks: pieces in their order, without a task or a queue
/// of the system in between. Waking it costs one system call, and nothing while it is awake.
///
/// It ends after ``finish(_:)``, or when nobody holds it any more and all pieces are done.
package final class WorkerThread: Sendable {
    private let pieces: PieceQueue

    /// Starts it.
    ///
    /// - Parameters:
    ///   - name: the thread's name, as in ``startThread(named:_:)``.
    ///   - limit: the maximum of pieces that wait.
    package init(named name: String, limit: Int) throws(ThreadError) {
        let pieces = PieceQueue(limit: limit)
        self.pieces = pieces
        try startThread(named: name) { pieces.run() }
    }

    deinit {
        _ = pieces.finish(nil)
    }

    /// Runs `piece` in its turn; returns `false`, and does not, if too many wait or the thread is
    /// finished. From any thread, its own included; never waits.
    package func run(_ piece: @escaping @Sendable () -> Void) -> Bool {
        pieces.add(piece)
    }

    /// Runs `last` after all that waits, and ends the thread; returns `false`, and does not, if it
    /// was finished before. From any thread; never waits.
    package func finish(_ last: @escaping @Sendable () -> Void) -> Bool {
        pieces.finish(last)
    }
}

/// A thread for long work, one piece after the other. It has none of the real-time priorities that
/// the process may have been given, and a low one where no caller is in a hurry.
package final class BackgroundThread: Sendable {
    private let pieces = PieceQueue(limit: .max)

    /// The niceness of work that no caller is in a hurry for: half of the way down, so that it
    /// makes progress on a busy machine, too.
    private static let niceness: CInt = 10

    /// Starts it; it never ends.
    ///
    /// - Parameter isAwaited: whether somebody waits for its results.
    package init(named name: String, isAwaited: Bool = false) {
        // A thread can't have its priority back, so this one never goes back to those that queues
        // share.
        DispatchQueue(label: name).async { [self] in
            Self.giveWay(by: isAwaited ? 0 : Self.niceness)
            pieces.run()
        }
    }

    private static func giveWay(by niceness: CInt) {
        var parameter = sched_param(sched_priority: 0)
        // Both concern the calling thread alone, and can't fail: they lower its priority.
        _ = unsafe sched_setscheduler(0, SCHED_OTHER, &parameter)
        guard niceness > 0 else { return }
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    }

    /// Runs `body` in its turn.
    package func run<Result: Sendable>(
        _ body: @escaping @Sendable () -> Result
    ) async -> Result {
        await withCheckedContinuation { continuation in
            _ = pieces.add { continuation.resume(returning: body()) }
        }
    }
}
