internal import DatabaseFiles
internal import SQLite
package import NavigationModel
package import NavigationSync

/// A person's operations on the outbox.
extension DeviceDatabase {
    /// The result of dropping a pending change.
    package enum DropResult: Hashable, Sendable {
        /// The change was dropped: the daemon never gets it.
        case dropped
        /// The change may have been submitted: only the daemon knows, so it stays.
        case submitted
        /// The change is not pending (any more).
        case notWaiting
    }

    /// Returns the id of the newest change of this device, whatever has become of it; `nil` if it has
    /// never made one.
    package func newestEntry() throws(DeviceDatabaseError) -> OutboxEntry.ID? {
        try transact(.reading) { db in
            try db.row("SELECT seq FROM sqlite_sequence WHERE name = 'entry'", [])
                .map { OutboxEntry.ID(rawValue: try $0.integer(0)) }
        }
    }

    /// Removes a pending change from the outbox, unless it may have been submitted. The next one
    /// then follows the one before it, under the number it has: numbers form a chain, not a count.
    package func drop(
        _ id: OutboxEntry.ID, of key: SceneKey, as sender: SenderLock
    ) throws(DeviceDatabaseError) -> DropResult {
        try transact(.durable) { db in
            guard let scene = try DeviceScene(of: key, db),
                let entry = try OutboxEntry.rows(
                    in: key, where: "scene = ? AND id = ? AND state = 0", [scene.id, id.rawValue],
                    db
                ).first
            else { return .notWaiting }
            guard !entry.isSubmitted else { return .submitted }
            try OutboxEntry.drop(entry, of: scene.id, db)
            return .dropped
        }
    }

    /// Records, beforehand, that pending changes are being submitted. Idempotent.
    package func noteSubmission(
        of ids: [OutboxEntry.ID]
    ) throws(DeviceDatabaseError) {
        try transact(.durable) { db in
            for id in ids {
                try db.run(
                    "UPDATE entry SET submitted = 1 WHERE id = ? AND state = 0", [id.rawValue])
            }
        }
    }
}

/// A change to be appended to the outbox. A list of operations is one that can't be undone.
package struct OutboxDraft: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The operations; nothing is appended for none.
    package let operations: [Operation]
    /// The inverse change; `nil` if the change is not to be recorded in the undo journal.
    package let reversal: InverseChange?

    /// Joins the parts.
    package init(_ operations: [Operation], reversal: InverseChange? = nil) {
        self.operations = operations
        self.reversal = reversal
    }

    /// Creates a draft that can't be undone.
    package init(arrayLiteral operations: Operation...) {
        self.init(operations)
    }
}

/// A device's view of a scene while it makes a change: the confirmed state, and its own changes
/// that this does not contain yet.
package struct OutboxView: Sendable {
    /// The device that made `entries`.
    package let device: DeviceID
    /// The last confirmed state; `nil` before the first sync.
    package let confirmed: ConfirmedScene?
    /// The device's own changes on top of it, oldest first: pending, or settled at a later
    /// revision.
    package let entries: [OutboxEntry]
    /// The number that the change will have.
    package let sequence: SequenceNumber

    /// Joins the parts.
    package init(
        device: DeviceID, confirmed: ConfirmedScene?, entries: [OutboxEntry],
        sequence: SequenceNumber
    ) {
        self.device = device
        self.confirmed = confirmed
        self.entries = entries
        self.sequence = sequence
    }
}

extension Change {
    /// Returns the same change under another number and on another base.
    package func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], on base: Base
    ) -> Change {
        Change(
            device: device, sequence: numbers[sequence] ?? sequence, base: base,
            requiredRevision: requiredRevision, animated: animated,
            operations: operations.map { $0.renumbered(numbers, by: device) })
    }
}

extension [Operation] {
    /// Returns the same operations, with references to the device's earlier changes by their new
    /// numbers.
    func renumbered(
        _ numbers: [SequenceNumber: SequenceNumber], by device: DeviceID
    ) -> [Operation] {
        map { $0.renumbered(numbers, by: device) }
    }
}
