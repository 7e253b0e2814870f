internal import POSIX
internal import ZeroMQ

/// The identity of one timer of one ``Reactor``; never used twice.
package struct TimerID: Hashable, Sendable {
    /// The number, counted up from 1.
    let rawValue: UInt64
}

/// Scheduled work in the order of its deadlines; equal ones in the order they were added.
struct TimerQueue {
    private struct Entry {
        let deadline: ContinuousClock.Instant
        let id: UInt64

        static func < (left: Entry, right: Entry) -> Bool {
            (left.deadline, left.id) < (right.deadline, right.id)
        }
    }

    /// A binary heap. An entry without work was cancelled, and is ignored.
    private var heap: [Entry] = []
    private var work: [UInt64: () -> Void] = [:]
    private var count: UInt64 = 0

    /// The number of cancelled entries that are tolerated beside as many live ones.
    private static let toleratedGarbage = 64

    /// The first deadline; may be that of a cancelled entry. `nil` when there is none.
    var nextDeadline: ContinuousClock.Instant? { heap.first?.deadline }

    /// Adds work; costs the logarithm of the number of timers.
    mutating func add(
        at deadline: ContinuousClock.Instant, _ body: @escaping () -> Void
    ) -> TimerID {
        count += 1
        work[count] = body
        heap.append(Entry(deadline: deadline, id: count))
        siftUp(heap.count - 1)
        return TimerID(rawValue: count)
    }

    /// Cancels work; returns whether it was still scheduled. Amortized cost: next to nothing.
    mutating func cancel(_ id: TimerID) -> Bool {
        guard work.removeValue(forKey: id.rawValue) != nil else { return false }
        if heap.count > 2 * work.count + Self.toleratedGarbage {
            // A sorted array is a heap.
            heap = heap.filter { work[$0.id] != nil }.sorted(by: <)
        }
        return true
    }

    /// Removes and returns the first work that is due; `nil` when there is none.
    mutating func popDue(at now: ContinuousClock.Instant) -> (() -> Void)? {
        while let first = heap.first, first.deadline <= now {
            removeFirst()
            if let body = work.removeValue(forKey: first.id) { return body }
        }
        return nil
    }

    private mutating func removeFirst() {
        let last = heap.removeLast()
        if heap.isEmpty { return }
        heap[0] = last
        siftDown(0)
    }

    private mutating func siftUp(_ start: Int) {
        var index = start
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if heap[child] < heap[least] { least = child }
            }
            if least == index { return }
            heap.swapAt(index, least)
            index = least
        }
    }
}

extension Reactor {
    /// Calls `work` once on this reactor, as soon as `deadline` has passed: not before it, and as a
    /// rule within a millisecond after it. After the machine was suspended, up to ``longestSleep``.
    ///
    /// Timers fire in the order of their deadlines, equal ones in the order of these calls. `work`
    /// is kept until it is called or cancelled. On a reactor that has ended: it never fires.
    @discardableResult
    package func schedule(
        at deadline: ContinuousClock.Instant, _ work: @escaping () -> Void
    ) -> TimerID {
        currentLoop()?.timers.add(at: deadline, work) ?? TimerID(rawValue: 0)
    }

    /// Calls `work` once on this reactor, as soon as `delay` has passed.
    @discardableResult
    package func schedule(after delay: Duration, _ work: @escaping () -> Void) -> TimerID {
        schedule(at: .now.advanced(by: delay), work)
    }

    /// Drops a timer; returns `false` if it had fired or was dropped already. Idempotent.
    @discardableResult
    package func cancel(_ timer: TimerID) -> Bool {
        currentLoop()?.timers.cancel(timer) ?? false
    }
}
