extension SceneState {
    /// Gives tabs with long position keys shorter ones where they stand, as a commit of the
    /// daemon's own; `nil` if all keys are short. The projection does not change.
    ///
    /// A key is rewritten directly after its own write, so a move that happened later but arrives
    /// only now still wins.
    package mutating func rekey(
        at time: Timestamp, as revision: Revision, by author: DeviceName
    ) -> Commit? {
        let keys = shorterPositions()
        guard !keys.isEmpty else { return nil }
        let effects = keys.sorted { $0.key < $1.key }.map { id, key in
            RegisterWrite(
                record: .tab(id), field: TabField.position,
                stamp: stamp(.tab(id), TabField.position).rewritten, value: key.value)
        }
        let commit = Commit(
            revision: revision,
            stamp: Stamp(
                time: time, device: .daemon,
                sequence: SequenceNumber(rawValue: revision.rawValue)),
            author: author, operations: [.rekey], outcomes: [.applied], effects: effects)
        apply(commit)
        return commit
    }

    /// A Boolean value indicating whether ``rekey(at:as:by:)`` has something to do. Costs the tabs.
    package var needsRekeying: Bool {
        visibleTabs.contains { (position(of: $0)?.bytes.count ?? 0) > PositionKey.keptLength }
    }
}

extension SceneState {
    /// Announces that devices were revoked, as a commit of the daemon's own. The projection does
    /// not change, and the devices' earlier changes stay, except that they return to the shared
    /// selection: so do those that follow them, and the selections are as many as the devices.
    ///
    /// - Parameter devices: the devices with the names that they had.
    package mutating func revoke(
        _ devices: [(id: DeviceID, name: DeviceName)], at time: Timestamp, as revision: Revision,
        by author: DeviceName
    ) -> Commit {
        announce(
            devices.map { (.deviceRevoked($0.id, $0.name), $0.id) }, in: DeviceField.revoked,
            clearing: devices.map(\.id).filter { selection(of: $0) != .shared },
            at: time, as: revision, by: author)
    }

    /// Announces that a device was paired, as a commit of the daemon's own. The projection does not
    /// change; to a mirror that does not know the operation it is a register more.
    ///
    /// - Parameter device: the device with its name.
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
        clearing selections: [DeviceID] = [], at time: Timestamp, as revision: Revision,
        by author: DeviceName
    ) -> Commit {
        let stamp = Stamp(
            time: time, device: .daemon, sequence: SequenceNumber(rawValue: revision.rawValue))
        let commit = Commit(
            revision: revision, stamp: stamp, author: author,
            operations: events.map(\.operation), outcomes: events.map { _ in .applied },
            effects: events.map { event in
                RegisterWrite(record: .device(event.device), field: field, stamp: stamp)
            }
                + selections.map {
                    RegisterWrite(
                        record: .device($0), field: DeviceField.selection, stamp: stamp,
                        value: DeviceSelection.shared.value)
                })
        apply(commit)
        return commit
    }
}
