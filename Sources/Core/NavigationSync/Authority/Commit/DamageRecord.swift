internal import NavigationModel
internal import NavigationWire

/// The damage found since the start. It stays until a person has handled it and the daemon
/// restarts: what could be read in between is no proof of the rest.
struct DamageRecord: Sendable {
    /// The damage of the store as a whole: from then on nothing is written.
    private(set) var store: Damage?
    /// The damage of single scenes, which are not served any more.
    private(set) var scenes: [SceneKey: Damage] = [:]

    /// Records damage; returns whether it is new.
    mutating func add(_ damage: Damage) -> Bool {
        guard let key = damage.scene else {
            defer { store = store ?? damage }
            return store == nil
        }
        guard scenes[key] == nil, scenes.count < DaemonLimits.damagedScenes else { return false }
        scenes[key] = damage
        return true
    }

    /// Drops the damage of scenes that a registry change has erased.
    mutating func remove(_ change: RegistryChange) {
        switch change {
        case .erase(let user): scenes = scenes.filter { $0.key.user != user }
        case .eraseScene(let key, _, _), .heal(let key, _, _): scenes[key] = nil
        default: break
        }
    }

    /// The damage that prevents reading a scene.
    func blockingReads(_ key: SceneKey) -> Damage? { scenes[key] }

    /// The damage that prevents writing a scene.
    func blockingWrites(_ key: SceneKey) -> Damage? { store ?? scenes[key] }
}

extension DaemonCore {
    /// Records the damage that an event reports, before anything follows from it.
    mutating func noteDamage(in event: Event, _ effects: inout [Effect]) {
        let found: [Damage]
        switch event {
        case .loaded(_, .failure(.damaged(let damage))),
            .persisted(.failure(.damaged(let damage))),
            .fetched(_, .failure(.damaged(let damage))),
            .compacted(_, .failure(.damaged(let damage))):
            found = [damage]
        case .fetched(let id, .success(.audit(let audit, _))):
            found = audit.damage(of: scene(askedBy: id))
        case .loaded, .persisted, .fetched, .compacted, .serverKey, .fleet, .encoded, .pruned,
            .request, .requestWithoutLease, .subscribed, .unsubscribed, .unreachable, .measured,
            .room, .proceed, .placed, .tick:
            found = []
        }
        for damage in found where pipeline.damages.add(damage) { effects.append(.damaged(damage)) }
    }

    private func scene(askedBy id: ReadID) -> SceneKey? {
        guard let inbound = reads[id] else { return nil }
        return access.sessions[inbound.peer]?.key(inbound.rules.scene)
    }
}

extension StoredAudit {
    fileprivate func damage(of key: SceneKey?) -> [Damage] {
        var found = fault.map { [Damage(of: nil, $0)] } ?? []
        for finding in [replay, snapshot] {
            if case .unreadable(let why) = finding, let key { found.append(Damage(of: key, why)) }
        }
        return found
    }
}
