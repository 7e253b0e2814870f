internal import NavigationModel

/// The scenes in memory and their total cost, updated with each access.
struct SceneCache: Sendable {
    private var kept: [SceneKey: SceneAuthority] = [:]
    /// Bytes that all of them take, by ``SceneAuthority/cost``.
    private(set) var cost = 0

    /// The number of scenes.
    var count: Int { kept.count }
    /// All scenes, unordered.
    var values: some Collection<SceneAuthority> { kept.values }
    /// The keys of all scenes, unordered.
    var keys: some Collection<SceneKey> { kept.keys }

    /// A scene, changed in place.
    subscript(key: SceneKey) -> SceneAuthority? {
        get { kept[key] }
        _modify {
            cost -= kept[key]?.cost ?? 0
            defer { cost += kept[key]?.cost ?? 0 }
            yield &kept[key]
        }
    }

    /// Removes and returns a scene: with one owner it is changed in place, not copied.
    mutating func removeValue(forKey key: SceneKey) -> SceneAuthority? {
        let scene = kept.removeValue(forKey: key)
        cost -= scene?.cost ?? 0
        return scene
    }
}

extension DaemonCore {
    /// Evicts least recently used scenes while over the memory limit: then down to 15/16 of it, so
    /// that the next eviction is not due at once.
    ///
    /// Scenes with undurable writes stay, snapshots included, and those being pruned, those of
    /// users with a request that awaits all their scenes, and one in any case.
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
            // Sorted: the same events always have the same effects.
            .sorted { ($0.used, $0.key) < ($1.used, $1.key) }
        for (_, key) in idle.dropLast() {
            guard scenes.cost > cacheBudget / 16 * 15 || scenes.count > limit / 16 * 15 else {
                return
            }
            drop(key)
            metrics.cacheEvictions += 1
        }
    }
}
