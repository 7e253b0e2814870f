internal import NavigationModel
internal import NavigationWire

/// The end of a scene: its history is gone with it, and whoever has a mirror of it learns so.
extension DaemonCore {
    /// Takes a scene from a user. As long as that is being written, nobody is told anything of it.
    mutating func remove(
        _ scene: SceneID, of user: UserID, by actor: Attribution
    ) throws(RequestError) -> ProposedReply {
        let key = SceneKey(user: user, scene: scene)
        let scenes = try known(user).usage.scenes
        guard scenes.contains(scene) else {
            throw .refused(.noScene(scene, among: scenes), showing: user)
        }
        // A read that is under way would bring it back as if it were still there; and of one that can be
        // read it is told which history ends.
        guard self.scenes[key] != nil || damages.scenes[key] != nil, !loading.contains(key) else {
            throw .needs(.scene(key))
        }
        change(.eraseScene(key, epoch: self.scenes[key]?.epoch, by: actor), of: user)
        batches.add(.erased(key))
        hasRemovedScenes = true
        letGo(of: key)
        return ProposedReply(.done, showing: user)
    }

    /// Returns a user's scenes, for a change to the registry that each of them is to tell of. A damaged one
    /// is left out: it can be told nothing, and must not keep anybody from being shut out.
    func scenesInMemory(of user: UserID) throws(RequestError) -> [SceneKey] {
        let keys = try known(user).usage.scenes.sorted()
            .map { SceneKey(user: user, scene: $0) }
        try checkAreInMemory(keys)
        return keys.filter { damages.scenes[$0] == nil }
    }

    /// Throws if one of the scenes has to be read first; one that is damaged can't be.
    func checkAreInMemory(_ keys: [SceneKey]) throws(RequestError) {
        for key in keys where scenes[key] == nil && damages.scenes[key] == nil {
            throw .needs(.scene(key))
        }
    }

    /// Forgets what memory has of a scene that something else is about to take the place of.
    mutating func letGo(of key: SceneKey) {
        scenes[key] = nil
        progress.forget(key)
        snapshots.forget(key)
        announcements.forget(key)
        abandonSnapshot(of: key)
    }

    /// Begins another history of a scene that is erased, and says so to its mirrors.
    mutating func beginAnew(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        guard scenes[key] == nil else { return }
        var scene = SceneAuthority(key: key, stored: nil, freshEpoch: freshEpoch(of: key))
        scene.used = now.uptime
        scenes[key] = scene
        announceHead(of: key, at: now, &effects)
    }
}
