package import NavigationModel
internal import NavigationWire

/// The devices ahead of the store, and the states that devices have uploaded for healing.
struct HealingSources: Sendable {
    /// The devices ahead of the store.
    var ahead = AheadRecord()
    /// The uploaded states.
    var remembered = RememberedStates()
}

/// A device ahead of the store: it has a revision that the store has lost, by damage or by an
/// unnoticed restore of an earlier copy.
package struct DeviceAhead: Hashable, Sendable {
    /// The scene.
    package let scene: SceneKey
    /// The device.
    package let device: DeviceID
    /// The revision that the device has.
    package let revision: Revision
    /// The revision that the daemon has.
    package let head: Revision
}

/// The devices ahead of the store, since the start. An entry stays until the daemon restarts: a
/// device that has resynced since brings nothing back.
struct AheadRecord: Sendable {
    private struct Case: Hashable {
        let scene: SceneKey
        let device: DeviceID
    }

    private var found: Set<Case> = []

    /// The number of scenes with a device ahead.
    var scenes: Int { Set(found.map(\.scene)).count }

    /// Records one; returns whether it is new.
    mutating func add(_ ahead: DeviceAhead) -> Bool {
        let place = Case(scene: ahead.scene, device: ahead.device)
        guard !found.contains(place), found.count < DaemonLimits.devicesAhead else { return false }
        found.insert(place)
        return true
    }
}

extension DaemonCore {
    /// Compares the revision that a device reports with the scene's: no device has one that was
    /// never acknowledged.
    mutating func compare(
        _ position: MirrorPosition, of session: Session, with scene: SceneAuthority,
        _ effects: inout [Effect]
    ) {
        let end: Revision?
        if position.epoch == scene.epoch {
            end = position.revision > scene.revision ? scene.durableHead.revision : nil
        } else {
            end = access.former(scene.key).end(of: position.epoch)
        }
        guard let end, position.revision > end else { return }
        let found = DeviceAhead(
            scene: scene.key, device: session.device, revision: position.revision, head: end)
        guard healing.ahead.add(found) else { return }
        metrics.devicesAhead += 1
        effects.append(.ahead(found))
    }
}
