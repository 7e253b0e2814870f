public import NavigationModel
public import NavigationWire

/// A device on disk: its identity, its last confirmed scenes and its outbox.
///
/// All processes of a device share the directory, each through an instance of its own, and so may
/// all threads of a process. Every call is one transaction: it blocks its thread, for at most
/// ``DeviceLimits/patience`` when others write, and is durable when it returns.
public final class DeviceDirectory: Sendable {
    /// The directory.
    public let path: String
    /// Which device it is: made at first use, the same ever after.
    public let device: DeviceID
    /// What people call the device.
    public let name: DeviceName

    /// Opens the directory, which the first use creates (mode 0700). Any number of processes may do
    /// so at once.
    ///
    /// - Parameters:
    ///   - name: the device's name; it renames a device that has another. `nil` leaves the name as
    ///     it is, and is an error at first use.
    ///   - makingID: called at first use only.
    public init(
        opening path: String, name: DeviceName?, makingID: () -> DeviceID
    ) throws(DeviceDirectoryError) {
        throw DeviceDirectoryError(.unavailable, path)
    }

    /// What the daemon last told of a scene; `nil` before the first contact.
    public func confirmed(_ key: SceneKey) throws(DeviceDirectoryError) -> ConfirmedScene? { nil }

    /// Takes over a scene as the daemon tells it. Within an epoch only a later revision is taken;
    /// another epoch replaces whatever is there. Says whether it was taken.
    @discardableResult
    public func replaceConfirmed(
        _ key: SceneKey, with scene: ConfirmedScene
    ) throws(DeviceDirectoryError) -> Bool { false }

    /// Takes those of `commits` (in revision order) that follow gaplessly; returns the confirmed
    /// revision then, or `nil` if the confirmed epoch is another.
    ///
    /// A commit of this device settles its change in the same transaction, so that the change is
    /// never both in the confirmed state and above it.
    @discardableResult
    public func appendConfirmed(
        _ key: SceneKey, epoch: Epoch, commits: [Commit]
    ) throws(DeviceDirectoryError) -> Revision? { nil }

    /// Makes a change out of what the device sees, and appends it to the outbox.
    ///
    /// `build` gets that view under the lock of the outbox: whatever any process appended before
    /// is in it. It returns the operations; for none, nothing is appended. What it throws is thrown
    /// on; else the errors are ``DeviceDirectoryError``.
    public func appendChange(
        to key: SceneKey, madeAt: LocalInstant, requiredRevision: Revision? = nil,
        build: (OutboxView) throws -> [Operation]
    ) throws -> OutboxEntry? { nil }

    /// The changes that have no outcome yet, oldest first.
    public func waiting(in key: SceneKey) throws(DeviceDirectoryError) -> [OutboxEntry] { [] }

    /// The changes that a state at `revision` does not contain, oldest first: those that wait, and
    /// those settled at a later revision.
    public func overlay(
        in key: SceneKey, above revision: Revision
    ) throws(DeviceDirectoryError) -> [OutboxEntry] { [] }

    /// A change by its lasting id; `nil` if it is not kept any more.
    public func entry(_ id: OutboxEntry.ID) throws(DeviceDirectoryError) -> OutboxEntry? { nil }

    /// The newest change that has this number; `nil` if none is kept.
    public func entry(
        _ key: SceneKey, _ sequence: SequenceNumber
    ) throws(DeviceDirectoryError) -> OutboxEntry? { nil }

    /// Notes what the daemon made of a waiting change. Idempotent.
    public func settle(
        _ key: SceneKey, _ sequence: SequenceNumber, with receipt: Receipt
    ) throws(DeviceDirectoryError) {}

    /// Notes that the daemon will never take a waiting change. The next one then follows the one
    /// before it, under the number it has. Idempotent.
    public func refuse(
        _ key: SceneKey, _ sequence: SequenceNumber, because failure: Failure
    ) throws(DeviceDirectoryError) {}

    /// Gives all waiting changes, in order, new numbers after `after` in `epoch`, and the confirmed
    /// state as their base: in a new epoch, or when their numbers turn out to be in use.
    public func renumber(
        _ key: SceneKey, epoch: Epoch, after: SequenceNumber
    ) throws(DeviceDirectoryError) {}

    /// Becomes the device's sender if nobody is.
    public func trySenderLock() throws(DeviceDirectoryError) -> SenderLock? { nil }

    /// Waits to become the device's sender; `nil` if `patience` ends first. Blocks its thread.
    public func senderLock(within patience: Duration) throws(DeviceDirectoryError) -> SenderLock? {
        nil
    }
}
