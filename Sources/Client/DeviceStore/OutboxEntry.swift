package import NavigationModel
package import NavigationWire

/// One change of this device, from its making until long after it is settled.
package struct OutboxEntry: Hashable, Sendable {
    /// A permanent id: unchanged by renumbering, and never reused in a database.
    package struct ID: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number, in the order in which changes were made.
        package let rawValue: Int64

        /// Wraps a number.
        package init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// Orders changes by their making.
        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The state of a change.
    package enum State: Hashable, Sendable {
        /// The change has not been submitted, or its outcome is not known yet.
        case waiting
        /// The daemon has accepted the change, with this receipt.
        case settled(Receipt)
        /// The daemon has refused the change permanently, for this reason.
        case refused(Failure)
        /// A person dropped the change before it was submitted.
        case dropped
    }

    /// The permanent id of the change.
    package let id: ID
    /// The scene that is changed.
    package let key: SceneKey
    /// The history that the change belongs to; `Epoch.none` before the first sync.
    package let epoch: Epoch
    /// The device's number for the change in the scene.
    package let sequence: SequenceNumber
    /// The number of the change before it in the chain that the daemon follows.
    package let after: SequenceNumber
    /// The encoded `Change`: its exact bytes, because their hash identifies it. Empty if it is
    /// corrupt on the device's disk: then it is not pending.
    package let change: [UInt8]
    /// The instant when it was made.
    package let madeAt: BootTimeInstant
    /// The time when it was made, by this machine's clock: for people alone. `nil` if it was not
    /// recorded.
    package let date: Timestamp?
    /// A Boolean value indicating whether it may have been submitted, by any process of the device.
    package let isSubmitted: Bool
    /// A Boolean value indicating whether it left a history and is in none now, so that its number
    /// may be another change's.
    package let hasLeftHistory: Bool
    /// The state of the change.
    package let state: State

    /// Joins the parts.
    package init(
        id: ID, key: SceneKey, epoch: Epoch, sequence: SequenceNumber, after: SequenceNumber,
        change: [UInt8], madeAt: BootTimeInstant, date: Timestamp? = nil,
        isSubmitted: Bool = false, hasLeftHistory: Bool = false, state: State
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
        self.hasLeftHistory = hasLeftHistory
        self.state = state
    }

    /// A Boolean value indicating whether it was made before the first sync, and is in no history.
    package var isFirst: Bool { epoch == .none && !hasLeftHistory }

    /// The operations; none if they are corrupt. Throws `WireError` if they are malformed.
    package var operations: [Operation] {
        get throws { change.isEmpty ? [] : try Change(encoded: change).operations }
    }
}
