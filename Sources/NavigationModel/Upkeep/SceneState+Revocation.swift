extension SceneState {
    /// Says that devices have lost their access, as a commit of the daemon's own. Nothing that is
    /// shown changes, and what they did before stays.
    ///
    /// - Parameter devices: with the names that they had.
    package mutating func revoke(
        _ devices: [(id: DeviceID, name: DeviceName)], at time: Timestamp, as revision: Revision,
        by author: DeviceName
    ) -> Commit {
        let stamp = Stamp(
            time: time, device: .daemon, sequence: SequenceNumber(rawValue: revision.rawValue))
        let commit = Commit(
            revision: revision, stamp: stamp, author: author,
            operations: devices.map { .deviceRevoked($0.id, $0.name) },
            outcomes: devices.map { _ in .applied },
            effects: devices.map { device in
                Effect(record: .device(device.id), field: DeviceField.revoked, stamp: stamp)
            })
        apply(commit)
        return commit
    }
}
