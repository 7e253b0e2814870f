/// A device's atomic list of operations, applied or rejected whole.
package struct Change: Hashable, Sendable {
    /// The device that made it.
    package let device: DeviceID
    /// The device's number for it.
    package let sequence: SequenceNumber
    /// The base on which the device made it.
    package let base: Base
    /// The only revision at which the change may be applied, if its author insists on one.
    package let requiredRevision: Revision?
    /// A Boolean value indicating whether its author showed it with an animation, so that others
    /// may, too.
    package let animated: Bool
    /// The steps, in order; at least one.
    package let operations: [Operation]
    /// A Boolean value indicating whether ``operations`` is the whole change: a newer version may
    /// have encoded more, and to leave that out could turn its meaning around.
    package let isUnderstood: Bool

    /// A device's view when it made a change.
    package struct Base: Hashable, Sendable {
        /// The last revision.
        package let revision: Revision
        /// The greatest time of any stamp up to it.
        package let latest: Timestamp

        /// Joins the parts.
        package init(revision: Revision, latest: Timestamp) {
            self.revision = revision
            self.latest = latest
        }
    }

    /// Joins the parts.
    package init(
        device: DeviceID, sequence: SequenceNumber, base: Base, requiredRevision: Revision? = nil,
        animated: Bool = false, operations: [Operation], isUnderstood: Bool = true
    ) {
        self.device = device
        self.sequence = sequence
        self.base = base
        self.requiredRevision = requiredRevision
        self.animated = animated
        self.operations = operations
        self.isUnderstood = isUnderstood
    }

    /// The steps for a retry; ``Operation/unknown`` alone for a change of which a part is not
    /// understood.
    package var repeatableOperations: [Operation] { isUnderstood ? operations : [.unknown] }

    /// Returns the stamp of the change as a whole when it takes effect at `time`.
    package func stamp(at time: Timestamp) -> Stamp {
        Stamp(time: time, device: device, sequence: sequence)
    }
}

/// A change that the daemon accepted, with its outcomes and its writes.
public struct Commit: Hashable, Sendable {
    /// Its number in the scene.
    public let revision: Revision
    /// The author, and the time at which it took effect.
    public let stamp: Stamp
    /// The name of the device at that time.
    public let author: DeviceName
    /// A Boolean value indicating whether its author showed it with an animation, so that others
    /// may, too.
    public let animated: Bool
    /// The operations that its device requested.
    public let operations: [Operation]
    /// The outcome of each operation, in their order.
    public let outcomes: [Outcome]
    /// The writes.
    public let effects: [RegisterWrite]
    /// The records that a prune drops, after its writes.
    public let prunedRecords: [RecordID]

    /// Joins the parts.
    public init(
        revision: Revision, stamp: Stamp, author: DeviceName, animated: Bool = false,
        operations: [Operation], outcomes: [Outcome], effects: [RegisterWrite],
        prunedRecords: [RecordID] = []
    ) {
        self.revision = revision
        self.stamp = stamp
        self.author = author
        self.animated = animated
        self.operations = operations
        self.outcomes = outcomes
        self.effects = effects
        self.prunedRecords = prunedRecords
    }

    /// The outcome of the change as a whole.
    public var outcome: Outcome { outcomes.mostSevere }
}

extension [Outcome] {
    /// The most severe of the outcomes, the first of its kind; `noop` if there are none.
    package var mostSevere: Outcome {
        var gravest = first ?? .noop()
        for outcome in self where outcome.kind > gravest.kind { gravest = outcome }
        return gravest
    }
}

extension SceneState {
    /// Applies a commit, at its own cost: joins its effects, and drops the records that it prunes.
    package mutating func apply(_ commit: Commit) { apply(CollectionOfOne(commit)) }
}

/// The time at which a change takes effect: the one rule for the daemon and, with an estimated
/// clock, for mirrors.
package enum EffectiveTime {
    /// Returns the time at which a change happened, never before what its device had observed or
    /// done, and never in the future; where the two clash the lower bound wins.
    ///
    /// - Parameters:
    ///   - received: daemon time of arrival.
    ///   - age: the time from the change to its arrival, in microseconds; `nil` if the device does
    ///     not know it, which puts the change directly after what the device had observed.
    ///   - seen: the greatest time that the device had observed. The claim of a change has to be
    ///     bounded by what there is to observe, or a faulty device would win over everything for
    ///     ever.
    ///   - done: the time of the device's change before, `.zero` if there is none.
    package static func of(
        received: Timestamp, age: Int64?, seen: Timestamp, done: Timestamp
    ) -> Timestamp {
        let lower = max(seen.next, done)
        guard let age, age >= 0 else { return lower }
        return max(lower, received.advanced(byMicroseconds: -age))
    }
}
