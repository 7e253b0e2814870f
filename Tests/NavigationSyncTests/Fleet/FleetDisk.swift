import NavigationModel
import NavigationSync

/// The daemon's disk in a fleet: what was written survives a crash, what was not does not.
struct FleetDisk {
    private var scenes: [SceneKey: StoredScene] = [:]
    private(set) var logs: [SceneKey: [Commit]] = [:]
    private(set) var settlements: [SceneKey: [DeviceID: [Settlement]]] = [:]

    func load(_ key: SceneKey) -> StoredScene? { scenes[key] }

    mutating func commit(_ writes: [SceneWrite]) {
        for write in writes {
            let old = scenes[write.key]
            precondition(
                (old?.revision ?? .zero) == write.expected, "writes build on what is there")
            var state = old?.state ?? SceneState()
            for commit in write.commits { state.apply(commit) }
            var last = old?.last ?? [:]
            for settlement in write.settlements {
                last[settlement.device] = settlement
                settlements[write.key, default: [:]][settlement.device, default: []].append(
                    settlement)
            }
            logs[write.key, default: []] += write.commits
            scenes[write.key] = StoredScene(
                epoch: write.epoch, revision: write.commits.last?.revision ?? write.expected,
                state: state, snapshotRevision: .zero, last: last)
        }
    }

    func population(of user: UserID) -> Population {
        let keys = scenes.keys.filter { $0.user == user }
        return Population(
            scenes: Set(keys.map(\.scene)),
            devices: Set(keys.flatMap { settlements[$0, default: [:]].keys }))
    }

    func settlement(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) -> Settlement? {
        settlements[key]?[device]?.last { $0.sequence == sequence }
    }
}
