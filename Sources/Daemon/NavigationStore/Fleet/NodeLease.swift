package import NavigationSync

/// The right of a node to answer, as the node counts it: a pure state machine, to which the store's
/// shell reports its renewals.
///
/// The server counts a lease from when it executes a renewal, by its own clock. The node counts it
/// from when it sent the renewal, on its monotonic clock, and ends it a margin earlier: so it has
/// stopped to answer before another one begins, whatever either's wall clock says.
package struct NodeLease<Instant: InstantProtocol>: Sendable
where Instant: Sendable, Instant.Duration == Duration {
    /// The time for which the server keeps it after a renewal.
    private let length: Duration
    /// The present right to answer; `nil` before the first renewal.
    private var standing: LeaseState?
    /// The end of the lease, as the node counts it.
    private var end: Instant
    /// The reason why the last renewal failed.
    private var failure = "the server did not reply in time"
    /// A Boolean value indicating whether shards were lost that may still be answered for.
    private var hasUnseenLoss = false

    /// The part of a lease by which the node ends it earlier: a sixth of it, a second of six.
    private static var margin: Int { 6 }

    /// Begins without the right: the first renewal gives it.
    package init(lasting length: Duration, at now: Instant) {
        self.length = length
        end = now
    }

    /// A Boolean value indicating whether a renewal has succeeded yet.
    package var hasBegun: Bool { standing != nil }

    /// Returns the rest of the lease, as the node counts it; zero without the right to answer.
    package func rest(at now: Instant) -> Duration {
        standing == .held ? max(.zero, now.duration(to: end)) : .zero
    }

    /// Returns a Boolean value indicating whether no other node can have claimed shards that this one
    /// still answers for.
    package func mayAnswer(at now: Instant) -> Bool {
        standing == .held && end > now && !hasUnseenLoss
    }

    /// Records a renewal that was sent at `sent`, and has succeeded since; returns the new right if it
    /// is not the one before.
    ///
    /// - Parameter goesOn: `true` if the node goes on with the shards that the server has left it.
    package mutating func renew(sentAt sent: Instant, goesOn: Bool) -> LeaseState? {
        let next: LeaseState = goesOn ? .held : .lost
        end = sent.advanced(by: length - length / Self.margin)
        defer { standing = next }
        return standing == nil || standing == next ? nil : next
    }

    /// Records that a renewal has failed: the lease runs out unless a further one succeeds.
    package mutating func fail(because failure: String) {
        self.failure = failure
    }

    /// Ends the lease at once; returns the new right if that is a change.
    package mutating func end(at now: Instant, because failure: String) -> LeaseState? {
        self.failure = failure
        end = now
        return lapse(at: now)
    }

    /// Ends the lease if its time is over; returns the new right if that is a change.
    package mutating func lapse(at now: Instant) -> LeaseState? {
        guard standing == .held, end <= now else { return nil }
        standing = .lapsed(failure)
        return standing
    }

    /// Records that shards are lost: nothing is answered until that is acknowledged.
    package mutating func noteLoss() { hasUnseenLoss = true }

    /// Goes on after a loss: the shards that were lost are answered for no longer.
    package mutating func acknowledgeLoss() { hasUnseenLoss = false }
}

extension [Shard: Term] {
    /// Returns the shards of a node that have another owner by now, or have had one: given back, they
    /// have another term.
    ///
    /// - Parameter found: The shards that the server has as the node's.
    package func lost(finding found: [Shard: Term]) -> [Shard: Term] {
        filter { found[$0.key] != $0.value }
    }
}
