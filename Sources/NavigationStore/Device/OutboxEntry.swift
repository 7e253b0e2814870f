public import NavigationModel
public import NavigationWire

/// One change of this device, from the moment it is made until long after it is settled.
public struct OutboxEntry: Hashable, Sendable {
    /// Stays the same when the change gets another number; never used twice in a directory.
    public struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number, in the order in which changes were made.
        public let rawValue: Int64

        /// Wraps a number.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// Changes made earlier come first.
        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// What became of the change.
    public enum State: Hashable, Sendable {
        /// It has not been submitted, or its outcome is not known yet.
        case waiting
        /// The daemon has taken it and said what it came to.
        case settled(Receipt)
        /// The daemon will never take it, for this reason.
        case refused(Failure)
        /// A person took it out of the outbox before it was handed over.
        case dropped
    }

    /// Which change of the directory it is, whatever number it has.
    public let id: ID
    /// The scene that is changed.
    public let key: SceneKey
    /// The history that the change belongs to; `Epoch.none` before the first contact.
    public let epoch: Epoch
    /// The device's number for the change in the scene.
    public let sequence: SequenceNumber
    /// The number of the change before it in the chain that the daemon follows.
    public let after: SequenceNumber
    /// The encoded `Change`: the very bytes to submit, because their hash identifies it. Empty if it has
    /// rotted on the device's disk: then it does not wait.
    public let change: [UInt8]
    /// When it was made.
    public let madeAt: BootTimeInstant
    /// When it was made, by this machine's clock: for people alone. `nil` if that was not kept.
    public let date: Timestamp?
    /// Whether it may have been handed over, by whatever process of the device.
    public let isSubmitted: Bool
    /// What became of it.
    public let state: State

    /// Joins the parts.
    public init(
        id: ID, key: SceneKey, epoch: Epoch, sequence: SequenceNumber, after: SequenceNumber,
        change: [UInt8], madeAt: BootTimeInstant, date: Timestamp? = nil,
        isSubmitted: Bool = false, state: State
    ) {
        self.id = id
        self.key = key
        self.epoch = epoch
        self.sequence = sequence
        self.after = after
        self.change = change
        self.madeAt = madeAt
        self.date = date
        self.isSubmitted = isSubmitted
        self.state = state
    }

    /// The steps; none if they have rotted. Throws `WireError` if they are of no known form.
    public var operations: [Operation] {
        get throws { change.isEmpty ? [] : try Change(encoded: change).operations }
    }
}
