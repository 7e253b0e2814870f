internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread for long work, one piece after the other. It has none of the real-time priorities that
/// the process may have been given, and a low one where no caller is in a hurry.
package final class BackgroundThread: Sendable {
    private let pieces = Mutex<ArraySlice<@Sendable () -> Void>>([])
    private let count = DispatchSemaphore(value: 0)

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
            while true {
                count.wait()
                let piece = pieces.withLock { $0.popFirst() }
                piece?()
            }
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
            pieces.withLock { $0.append { continuation.resume(returning: body()) } }
            count.signal()
        }
    }
}
