internal import HeapModule
internal import NavigationModel

/// The deadlines of many subjects, the earliest first; of equal ones the least subject.
///
/// Moving one later, as most are, costs one access by its subject: it keeps its entry in the heap,
/// which is moved when it comes first. Setting, cancelling and taking one cost the logarithm of
/// their number besides. One that is moved earlier or cancelled leaves an old entry, which is
/// dropped when it comes first, or when most are old.
struct Deadlines<Subject: Hashable & Comparable & Sendable>: Sendable {
    private struct Entry: Comparable, Sendable {
        let due: Duration
        let subject: Subject

        static func < (left: Entry, right: Entry) -> Bool {
            left.due == right.due ? left.subject < right.subject : left.due < right.due
        }
    }

    private struct Deadline: Sendable {
        var due: Duration
        /// The time of its entry in the heap, which is no later.
        var entry: Duration

        /// Moves it, unless it gets earlier than its entry; then it returns `false`.
        mutating func move(to time: Duration) -> Bool {
            guard time >= entry else { return false }
            due = time
            return true
        }
    }

    private var heap = Heap<Entry>()
    /// The valid deadlines, each with an entry in the heap.
    private var deadlines: [Subject: Deadline] = [:]

    /// The entries for each deadline beyond which old ones are dropped at once.
    private static var entriesForEach: Int { 2 }
    /// The entries that are never too many.
    private static var fewEntries: Int { 64 }

    /// The number of deadlines.
    var count: Int { deadlines.count }

    /// The entries in the heap, old ones included.
    var entries: Int { heap.count }

    /// A time no later than the earliest deadline, at which to take what is due; `nil` if there is
    /// no deadline. If nothing is due then, taking has made it later.
    var next: Duration? { deadlines.isEmpty ? nil : heap.min?.due }

    /// Returns the deadline of a subject.
    subscript(subject: Subject) -> Duration? { deadlines[subject]?.due }

    /// Sets the deadline of a subject, in place of the one that it has; `nil` for none.
    mutating func set(_ subject: Subject, at time: Duration?) {
        guard let time else { return cancel(subject) }
        guard deadlines[subject]?.move(to: time) != true else { return }
        deadlines[subject] = Deadline(due: time, entry: time)
        heap.insert(Entry(due: time, subject: subject))
        dropOldEntriesIfMany()
    }

    /// Cancels the deadline of a subject.
    mutating func cancel(_ subject: Subject) {
        guard deadlines.removeValue(forKey: subject) != nil else { return }
        dropOldEntriesIfMany()
    }

    /// Removes and returns the subject that is due first; `nil` if none is due.
    mutating func take(at now: Duration) -> Subject? {
        while let first = heap.min, first.due <= now {
            guard let deadline = deadlines[first.subject], deadline.entry == first.due else {
                heap.removeMin()
                continue
            }
            if deadline.due > first.due {
                heap.replaceMin(with: Entry(due: deadline.due, subject: first.subject))
                deadlines[first.subject]?.entry = deadline.due
            } else {
                heap.removeMin()
                deadlines[first.subject] = nil
                return first.subject
            }
        }
        return nil
    }

    private mutating func dropOldEntriesIfMany() {
        guard heap.count > Self.fewEntries, heap.count > Self.entriesForEach * deadlines.count
        else { return }
        deadlines = deadlines.mapValues { Deadline(due: $0.due, entry: $0.due) }
        heap = Heap(deadlines.map { Entry(due: $0.value.due, subject: $0.key) })
    }
}

/// A subject of the daemon's deadlines.
enum DueSubject: Hashable, Sendable {
    /// The subscriptions to a topic that are answered together.
    case subscriptions([UInt8])
    /// A scene's head that is repeated.
    case head(SceneKey)
    /// A served snapshot that may not have been fetched for its lifetime.
    case snapshot(UInt64)
    /// A connection that may not have reported its place for ``DaemonLimits/placeLifetime``.
    case presence(Peer)
    /// The accumulated uptime that is recorded.
    case uptimeRecord
    /// The scenes that are maintained.
    case maintenance
}

extension DueSubject: Comparable {
    /// The order of what is due at the same time.
    private var rank: Int {
        switch self {
        case .subscriptions: 0
        case .head: 1
        case .snapshot: 2
        case .presence: 3
        case .uptimeRecord: 4
        case .maintenance: 5
        }
    }

    static func < (left: DueSubject, right: DueSubject) -> Bool {
        switch (left, right) {
        case (.subscriptions(let left), .subscriptions(let right)):
            left.lexicographicallyPrecedes(right)
        case (.head(let left), .head(let right)): left < right
        case (.snapshot(let left), .snapshot(let right)): left < right
        case (.presence(let left), .presence(let right)): left.connection < right.connection
        default: left.rank < right.rank
        }
    }
}
