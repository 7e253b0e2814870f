internal import NavigationModel
internal import NavigationWire

/// Removal of a scene: its log is deleted with it, and its mirrors are notified.
extension DaemonCore {
    /// Removes a scene of a user. Nothing is announced until that is durable.
    mutating func remove(
        _ scene: SceneID, of user: UserID, by actor: Attribution
    ) throws(RequestError) -> ProposedReply {
        let key = SceneKey(user: user, scene: scene)
        let scenes = try known(user).usage.scenes
        guard scenes.contains(scene) else {
            throw .refused(.noScene(scene, among: scenes), showing: user)
        }
        // A read under way would bring the scene back; and a readable scene has its epoch recorded.
        guard self.scenes[key] != nil || damages.scenes[key] != nil, !loading.contains(key) else {
            throw .needs(.scene(key))
        }
        change(.eraseScene(key, epoch: self.scenes[key]?.epoch, by: actor), of: user)
        batches.add(.erased(key))
        hasRemovedScenes = true
        letGo(of: key)
        return ProposedReply(.done, showing: user)
    }

    /// Returns a user's scenes, for a registry change that a commit in each of them announces. A
    /// damaged one is left out: it can't take a commit, and must not prevent a revocation.
    func scenesInMemory(of user: UserID) throws(RequestError) -> [SceneKey] {
        let keys = try known(user).usage.scenes.sorted()
            .map { SceneKey(user: user, scene: $0) }
        try checkAreInMemory(keys)
        return keys.filter { damages.scenes[$0] == nil }
    }

    /// Throws if one of the scenes has to be read first; a damaged one can't be.
    func checkAreInMemory(_ keys: [SceneKey]) throws(RequestError) {
        for key in keys where scenes[key] == nil && damages.scenes[key] == nil {
            throw .needs(.scene(key))
        }
    }

    /// Evicts a scene that is about to be replaced from memory.
    mutating func letGo(of key: SceneKey) {
        drop(key)
        progress.forget(key)
        snapshots.forget(key, &deadlines)
        abandonSnapshot(of: key)
    }

    /// Drops a scene from memory, with its deadlines.
    mutating func drop(_ key: SceneKey) {
        scenes[key] = nil
        announcements.forget(key, &deadlines)
        maintenance.schedule(key, at: nil, &deadlines)
    }

    /// Begins a new epoch of an erased scene, and announces it to its mirrors.
    mutating func beginAnew(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        guard scenes[key] == nil else { return }
        var scene = SceneAuthority(key: key, stored: nil, freshEpoch: freshEpoch(of: key))
        scene.used = now.uptime
        scenes[key] = scene
        maintenance.schedule(key, at: now.uptime + DaemonLimits.maintenanceInterval, &deadlines)
        announceHead(of: key, at: now, &effects)
    }
}
