public import NavigationModel
internal import NavigationWire

/// A device that has seen more of a scene's history than there is: the store has lost it, or is an
/// earlier one that was put back unnoticed.
public struct DeviceAhead: Hashable, Sendable {
    /// The scene.
    public let scene: SceneKey
    /// The device.
    public let device: DeviceID
    /// The revision that the device has.
    public let revision: Revision
    /// The revision that there is.
    public let head: Revision
}

/// The devices that were ahead of the store, since the start. That they took over since what there is
/// brings nothing back: it stays until the daemon starts again.
struct AheadRecord: Sendable {
    private struct Case: Hashable {
        let scene: SceneKey
        let device: DeviceID
    }

    private var found: Set<Case> = []

    /// The number of scenes of which devices had more.
    var scenes: Int { Set(found.map(\.scene)).count }

    /// Notes one; says whether it is news.
    mutating func add(_ ahead: DeviceAhead) -> Bool {
        let place = Case(scene: ahead.scene, device: ahead.device)
        guard !found.contains(place), found.count < DaemonLimits.devicesAhead else { return false }
        found.insert(place)
        return true
    }
}

extension DaemonCore {
    /// Looks at the revision that a device says it has: nobody has what was never acknowledged.
    mutating func compare(
        _ position: MirrorPosition, of session: Session, with scene: SceneAuthority,
        _ effects: inout [Effect]
    ) {
        let end: Revision?
        if position.epoch == scene.epoch {
            end = position.revision > scene.revision ? scene.durableHead.revision : nil
        } else {
            end = former(scene.key).end(of: position.epoch)
        }
        guard let end, position.revision > end else { return }
        let found = DeviceAhead(
            scene: scene.key, device: session.device, revision: position.revision, head: end)
        guard ahead.add(found) else { return }
        metrics.devicesAhead += 1
        effects.append(.ahead(found))
    }
}
