package import NavigationModel

/// A change of the mirror's own device that the confirmed state may not contain yet.
package struct PendingChange: Hashable, Sendable {
    /// The history it was made in.
    package let epoch: Epoch
    /// The sequence number of the device's change before it.
    package let after: SequenceNumber
    /// The change.
    package let change: Change
    /// The change's bytes, exactly as they are submitted every time.
    package let bytes: [UInt8]
    /// The time when it was made, by the mirror's monotonic clock; `nil` if that clock has been
    /// reset.
    package let made: Duration?
    /// The revision of its commit, once the daemon has acknowledged it: it is shown until the
    /// mirror has that commit.
    package let revision: Revision?

    /// Joins the parts.
    package init(
        epoch: Epoch, after: SequenceNumber, change: Change, bytes: [UInt8], made: Duration?,
        revision: Revision?
    ) {
        self.epoch = epoch
        self.after = after
        self.change = change
        self.bytes = bytes
        self.made = made
        self.revision = revision
    }

    /// A Boolean value indicating whether the daemon has not acknowledged the change yet.
    package var isWaiting: Bool { revision == nil }
}

/// The lower bound of the base revisions of a device's future changes, in one history of a scene.
package struct OldestBase: Hashable, Sendable {
    /// The history.
    package let epoch: Epoch
    /// The revision.
    package let revision: Revision

    /// Joins the parts.
    package init(epoch: Epoch, revision: Revision) {
        self.epoch = epoch
        self.revision = revision
    }
}
