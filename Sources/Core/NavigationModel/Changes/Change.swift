/// A device's atomic list of operations, applied or rejected whole.
public struct Change: Hashable, Sendable {
    /// The device that made it.
    public let device: DeviceID
    /// The device's number for it.
    public let sequence: SequenceNumber
    /// The base on which the device made it.
    public let base: Base
    /// The only revision at which the change may be applied, if its author insists on one.
    public let requiredRevision: Revision?
    /// A Boolean value indicating whether its author showed it with an animation, so that others
    /// may, too.
    public let animated: Bool
    /// The steps, in order; at least one.
    public let operations: [Operation]
    /// A Boolean value indicating whether ``operations`` is the whole change: a newer version may
    /// have encoded more, and to leave that out could turn its meaning around.
    public let isUnderstood: Bool

    /// A device's view when it made a change.
    public struct Base: Hashable, Sendable {
        /// The last revision.
        public let revision: Revision
        /// The greatest time of any stamp up to it.
        public let latest: Timestamp

        /// Joins the parts.
        public init(revision: Revision, latest: Timestamp) {
            self.revision = revision
            self.latest = latest
        }
    }

    /// Joins the parts.
    public init(
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
    public var repeatableOperations: [Operation] { isUnderstood ? operations : [.unknown] }

    /// Returns the stamp of the change as a whole when it takes effect at `time`.
    public func stamp(at time: Timestamp) -> Stamp {
        Stamp(time: time, device: device, sequence: sequence)
    }
}
