internal import NavigationModel
internal import NavigationWire

/// The upkeep that is due by age. Age is time that daemons have run on the store, told by the
/// monotonic clock and kept in the store: a system clock that is wrong makes nothing old.
extension DaemonCore {
    /// Returns the time for which daemons have run on the store, this one included.
    public func accumulatedUptime(at now: ClockReading) -> Duration {
        maintenance.uptimeBefore + max(.zero, now.uptime - identity.started)
    }

    /// Looks through the scenes for which it is time, some at a time.
    mutating func runMaintenance(at now: ClockReading, _ effects: inout [Effect]) {
        if maintenance.noteDue <= now.uptime {
            maintenance.noteDue = now.uptime + DaemonLimits.maintenanceInterval
            if damages.store == nil {
                effects.append(.note(accumulatedUptime: accumulatedUptime(at: now)))
            }
        }
        guard maintenance.due <= now.uptime else { return }
        let before = now.uptime - DaemonLimits.maintenanceInterval
        // In their order: the same events always have the same effects.
        let keys = scenes.values.lazy.filter { $0.lookedThrough <= before }.map(\.key).sorted()
        for key in keys.prefix(DaemonLimits.maintenanceScenes) {
            maintain(key, at: now, &effects)
        }
        let hasMore =
            keys.count > DaemonLimits.maintenanceScenes
            || keys.contains { scenes[$0].map { $0.lookedThrough <= before } ?? false }
        maintenance.due =
            now.uptime
            + (hasMore ? DaemonLimits.maintenancePause : DaemonLimits.maintenanceInterval)
    }

    /// Does what is due for one scene.
    mutating func maintain(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        compactIfDue(key, at: now, &effects)
        // Without room it would be in vain, again and again.
        guard lacking == nil, damages.keepingFromWriting(key) == nil,
            maintenance.resumption <= now.uptime, batches.open.entries.count < DaemonLimits.batch
        else { return }
        scenes[key]?.lookedThrough = now.uptime
        if prune(key, at: now, &effects) { lookThroughSoon(key, at: now) }
    }

    /// Has a scene looked through again: there may be more.
    private mutating func lookThroughSoon(_ key: SceneKey, at now: ClockReading) {
        scenes[key]?.lookedThrough = now.uptime - DaemonLimits.maintenanceInterval
        maintenance.due = min(maintenance.due, now.uptime + DaemonLimits.maintenancePause)
    }

    // MARK: Forgetting

    /// Begins to forget what is past the horizon, and what can be forgotten before. Costs nothing worth
    /// mentioning: it is done elsewhere, unless it is short, and the changes of the scene wait meanwhile.
    /// Says whether there is more to forget.
    @discardableResult
    mutating func prune(
        _ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]
    ) -> Bool {
        guard !maintenance.pruning.contains(key) else { return false }
        guard let scene = scenes[key],
            let pruning = scene.pruning(
                aged: scene.age.horizon(at: accumulatedUptime(at: now), maintenance.retention),
                confirmed: { confirmedByAll(scene) }, maintenance.retention, at: now.wall)
        else { return false }
        guard !pruning.isShort else { return adopt(pruning.run()) }
        maintenance.pruning.insert(key)
        effects.append(.prune(pruning))
        return false
    }

    /// A scene has been pruned: the changes that waited for it go on.
    mutating func finishPruning(
        _ pruned: Pruning.Result, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let key = pruned.key
        maintenance.pruning.remove(key)
        if lacking == nil, damages.keepingFromWriting(key) == nil, adopt(pruned) {
            lookThroughSoon(key, at: now)
        }
        // Those that wait until it is read as well go on then.
        guard !loading.contains(key) else { return }
        for inbound in awaitingScene.takeAll(at: key) { handle(inbound, at: now, &effects) }
    }

    /// Takes over what was forgotten of a scene, unless that has changed since; says whether there may be
    /// more to forget.
    private mutating func adopt(_ pruned: Pruning.Result) -> Bool {
        // Taken out while it changes: with one owner the state is changed in place, not copied.
        guard var scene = scenes.removeValue(forKey: pruned.key) else { return false }
        defer { scenes[pruned.key] = scene }
        let expected = scene.revision
        guard scene.adopt(pruned, maintenance.retention) else { return true }
        for (commit, _) in pruned.commits { batches.add(commit, to: scene, expected: expected) }
        return pruned.exhausted == nil
    }

    /// Notes how far a device is in a scene.
    mutating func note(
        _ session: Session, _ scene: SceneAuthority, _ position: MirrorPosition,
        at now: ClockReading
    ) {
        progress.note(session, scene, position, at: now.uptime)
        guard scene.isHeldBack else { return }
        let confirmed = confirmedByAll(scene)
        scenes[scene.key]?.confirm(confirmed)
    }

    /// The revision that no change is based on less than, of whichever device of the scene's user: the
    /// least that any of them has said. Zero where one that has been in the scene does not say.
    private func confirmedByAll(_ scene: SceneAuthority) -> Revision {
        guard let devices = registry[scene.key.user]?.account?.devices else { return .zero }
        let known = progress.devices(in: scene.key).filter { $0.value.epoch == scene.epoch }
        let hasAccess = { (id: DeviceID) in devices[id].map { $0.revoked == nil } }
        // One that is not registered brings its first change just now, or gave its place up: then nothing
        // is known of it.
        let authors = scene.settled.authors.filter { hasAccess($0) ?? (known[$0] != nil) }
        // A device that was never in the scene begins at its head.
        let needing = Set(authors).union(known.keys.filter { hasAccess($0) ?? false })
        return needing.map { known[$0]?.oldestBase ?? .zero }.min() ?? .zero
    }

    // MARK: Snapshots

    /// Has the state that a write ends at encoded elsewhere: that costs what the scene holds. One at a
    /// time; where another is in the way it is still due with the scene's next batch.
    mutating func takeSnapshot(
        of key: SceneKey, _ write: SceneWrite, _ effects: inout [Effect]
    ) {
        guard maintenance.encoding == nil, let scene = scenes[key] else { return }
        let mark = LogPosition(
            revision: scene.revision, accumulatedUptime: write.accumulatedUptime,
            position: write.position)
        let sample = SceneCapture(scene)
        maintenance.encoding = (sample, mark)
        effects.append(.encode(sample))
    }

    /// Adds an encoded state to what is written next.
    mutating func store(_ bytes: [UInt8], of sample: SceneCapture) {
        // Of what was taken back nothing is kept.
        guard let (encoded, mark) = maintenance.encoding, encoded == sample else { return }
        maintenance.encoding = nil
        guard lacking == nil, damages.keepingFromWriting(sample.key) == nil else { return }
        guard let scene = scenes[sample.key], scene.epoch == sample.head.epoch else { return }
        let snapshot = SceneSnapshot(mark: mark, bytes: bytes)
        batches.add(snapshot, to: scene)
        scenes[sample.key]?.age.add(snapshot)
        registry.add(bytes.count, to: sample.key)
    }

    /// Forgets that a scene's state is being encoded, which has been taken back.
    mutating func abandonSnapshot(of key: SceneKey) {
        if maintenance.encoding?.sample.key == key { maintenance.encoding = nil }
    }

    // MARK: Compaction

    /// Has the store compact a scene's log if a part of it need not be kept; one scene at a time.
    mutating func compactIfDue(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        guard damages.keepingFromWriting(key) == nil, maintenance.compacting != key,
            let scene = scenes[key],
            let point = scene.age.compactionPoint(
                at: accumulatedUptime(at: now), head: scene.durableHead.revision,
                retention(of: key.user))
        else { return }
        guard maintenance.compacting == nil else {
            maintenance.waiting.insert(key)
            return
        }
        maintenance.compacting = key
        effects.append(.compact(key, upTo: point))
    }

    /// One step is done: on with the next, of this scene or of another. A step that failed is tried
    /// again when the scene is looked through.
    mutating func finishCompacting(
        _ key: SceneKey, _ result: Result<Compaction, PersistenceFailure>, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        maintenance.compacting = nil
        switch result {
        case .success(let compaction):
            scenes[key]?.age.compacted(to: compaction.oldestRevision)
            registry.measure(compaction.length, of: key)
            guard compaction.isComplete else {
                maintenance.compacting = key
                effects.append(.compact(key, upTo: compaction.oldestRevision))
                return
            }
        case .failure(let failure):
            if failure.isFinal { return effects.append(.stop(failure)) }
        }
        while maintenance.compacting == nil, let next = maintenance.waiting.min() {
            maintenance.waiting.remove(next)
            compactIfDue(next, at: now, &effects)
        }
    }
}
