internal import NavigationModel
internal import NavigationWire

/// The end of a scene: its history is gone with it, and whoever has a mirror of it learns so.
extension DaemonCore {
    /// Takes a scene from a user. As long as that is being written, nobody is told anything of it.
    mutating func remove(
        _ scene: SceneID, of user: UserID, by actor: Attribution
    ) throws(Obstacle) -> Answer {
        let key = SceneKey(user: user, scene: scene)
        let scenes = try known(user).population.scenes
        guard scenes.contains(scene) else {
            throw .refused(.noScene(scene, among: scenes), showing: user)
        }
        // A read that is under way would bring it back as if it were still there.
        guard !loading.contains(key) else { throw .lacks(.scene(key)) }
        change(.eraseScene(key, by: actor), of: user)
        batches.add(.erased(key))
        hasRemovedScenes = true
        self.scenes[key] = nil
        standings.forget(key)
        snapshots.forget(key)
        announcements.forget(key)
        abandonSnapshot(of: key)
        return Answer(.done, showing: user)
    }

    /// Begins another history of a scene that is erased, and says so to its mirrors.
    mutating func beginAnew(_ key: SceneKey, at now: Moment, _ effects: inout [Effect]) {
        guard scenes[key] == nil else { return }
        var scene = SceneAuthority(key: key, stored: nil, freshEpoch: freshEpoch(of: key))
        scene.used = now.uptime
        scenes[key] = scene
        announceHead(of: key, at: now, &effects)
    }
}
