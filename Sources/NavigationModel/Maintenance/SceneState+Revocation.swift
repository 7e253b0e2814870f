extension SceneState {
    /// Says that devices have lost their access, as a commit of the daemon's own. Nothing that is
    /// shown changes, and what they did before stays.
    ///
    /// - Parameter devices: with the names that they had.
    package mutating func revoke(
        _ devices: [(id: DeviceID, name: DeviceName)], at time: Timestamp, as revision: Revision,
        by author: DeviceName
    ) -> Commit {
        announce(
            devices.map { (.deviceRevoked($0.id, $0.name), $0.id) }, in: DeviceField.revoked,
            at: time, as: revision, by: author)
    }

    /// Announces that a device was paired, as a commit of the daemon's own. Nothing that is shown
    /// changes; to a mirror that does not know the operation it is a register more.
    ///
    /// - Parameter device: with the name that it has.
    package mutating func pair(
        _ device: (id: DeviceID, name: DeviceName), at time: Timestamp, as revision: Revision,
        by author: DeviceName
    ) -> Commit {
        announce(
            [(.devicePaired(device.id, device.name), device.id)], in: DeviceField.paired,
            at: time, as: revision, by: author)
    }

    private mutating func announce(
        _ events: [(operation: Operation, device: DeviceID)], in field: Field,
        at time: Timestamp, as revision: Revision, by author: DeviceName
    ) -> Commit {
        let stamp = Stamp(
            time: time, device: .daemon, sequence: SequenceNumber(rawValue: revision.rawValue))
        let commit = Commit(
            revision: revision, stamp: stamp, author: author,
            operations: events.map(\.operation), outcomes: events.map { _ in .applied },
            effects: events.map { event in
                RegisterWrite(record: .device(event.device), field: field, stamp: stamp)
            })
        apply(commit)
        return commit
    }
}
