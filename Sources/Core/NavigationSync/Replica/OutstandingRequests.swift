internal import NavigationModel

/// The requests of a mirror's present connection that have no reply yet.
struct OutstandingRequests: Sendable {
    /// The purpose of a request.
    enum Purpose: Hashable, Sendable {
        case welcome
        case synced
        case snapshotPart
        case heads
        case receipt(SequenceNumber)
    }

    /// The time that a reply may take.
    var timeout = MirrorLimits.replyTimeout
    /// The last id given; ids go on over connections, so that a late reply finds no request.
    private(set) var lastID: UInt64 = 0
    private var sent: [UInt64: (purpose: Purpose, since: Duration)] = [:]

    /// A Boolean value indicating whether each request has its reply.
    var isEmpty: Bool { sent.isEmpty }

    /// Adds a request; returns its id.
    mutating func add(_ purpose: Purpose, at now: Duration) -> UInt64 {
        lastID += 1
        sent[lastID] = (purpose, now)
        return lastID
    }

    /// Removes the request that a reply belongs to, with the time when it was sent; `nil` if it is
    /// not outstanding.
    mutating func remove(_ id: UInt64) -> (purpose: Purpose, since: Duration)? {
        sent.removeValue(forKey: id)
    }

    /// Removes all, since their replies will not come any more.
    mutating func removeAll() { sent = [:] }

    /// Counts the time of each from now on.
    mutating func restart(at now: Duration) {
        for id in sent.keys { sent[id]?.since = now }
    }

    /// The time when the first of them is overdue; `nil` if each has its reply.
    var due: Duration? {
        sent.values.map(\.since).min().map { $0 + timeout }
    }

    /// Returns a Boolean value indicating whether a reply has taken ``timeout``.
    func isOverdue(at now: Duration) -> Bool {
        due.map { $0 <= now } ?? false
    }

    /// Returns a Boolean value indicating whether a request for this purpose is outstanding.
    func contains(_ purpose: Purpose) -> Bool {
        sent.values.contains { $0.purpose == purpose }
    }

    /// The numbers of the submitted changes without a receipt.
    var submitted: Set<SequenceNumber> {
        Set(
            sent.values.compactMap {
                if case .receipt(let number) = $0.purpose { number } else { nil }
            })
    }
}
