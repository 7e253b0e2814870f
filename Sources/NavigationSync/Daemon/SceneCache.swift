internal import NavigationModel

/// The scenes in memory, and what they take there, kept up to date at the cost of each access.
struct SceneCache: Sendable {
    private var kept: [SceneKey: SceneAuthority] = [:]
    /// Bytes that all of them take, as ``SceneAuthority/cost`` has it.
    private(set) var cost = 0

    /// How many there are.
    var count: Int { kept.count }
    /// All of them, in no order.
    var values: some Collection<SceneAuthority> { kept.values }
    /// Which ones there are, in no order.
    var keys: some Collection<SceneKey> { kept.keys }

    /// A scene, which is changed in place.
    subscript(key: SceneKey) -> SceneAuthority? {
        get { kept[key] }
        _modify {
            cost -= kept[key]?.cost ?? 0
            defer { cost += kept[key]?.cost ?? 0 }
            yield &kept[key]
        }
    }

    /// Takes a scene out: with one owner it is changed in place, not copied.
    mutating func removeValue(forKey key: SceneKey) -> SceneAuthority? {
        let scene = kept.removeValue(forKey: key)
        cost -= scene?.cost ?? 0
        return scene
    }
}

extension DaemonCore {
    /// Lets go of scenes, those used longest ago first, if they take more memory than they may: then
    /// down to 15/16 of it, so that the next is not looked for at once.
    ///
    /// Those of which something is not on disk yet stay, a snapshot among it, those that are being pruned,
    /// and those of users for whom somebody waits until all their scenes are there, and one in any case.
    mutating func evict() {
        let limit = DaemonLimits.scenes
        guard scenes.cost > cacheBudget || scenes.count > limit else { return }
        let awaited = blockedRequests.usersOfScenes
        let idle = scenes.values.lazy
            .filter { [batches, maintenance] in
                !batches.isWriting($0.key) && $0.key != maintenance.encoding?.sample.key
                    && !maintenance.pruning.contains($0.key) && !awaited.contains($0.key.user)
            }
            .map { (used: $0.used, key: $0.key) }
            // In their order: the same events always have the same effects.
            .sorted { ($0.used, $0.key) < ($1.used, $1.key) }
        for (_, key) in idle.dropLast() {
            guard scenes.cost > cacheBudget / 16 * 15 || scenes.count > limit / 16 * 15 else {
                return
            }
            scenes[key] = nil
            metrics.cacheEvictions += 1
            announcements.forget(key)
        }
    }
}
