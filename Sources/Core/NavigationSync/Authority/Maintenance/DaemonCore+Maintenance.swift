internal import NavigationModel
internal import NavigationWire

/// Maintenance that is due by age. Age is accumulated uptime: the time that daemons have run on the
/// store, measured by the monotonic clock and kept in the store. A wrong system clock makes nothing
/// old.
extension DaemonCore {
    /// Returns the time for which daemons have run on the store, this one included.
    package func accumulatedUptime(at now: ClockReading) -> Duration {
        maintenance.accumulatedUptime(at: now.uptime)
    }

    /// Records the accumulated uptime, now and after each interval.
    mutating func recordUptime(at now: ClockReading, _ effects: inout [Effect]) {
        deadlines.set(.uptimeRecord, at: now.uptime + DaemonLimits.maintenanceInterval)
        guard pipeline.damages.store == nil else { return }
        effects.append(.recordUptime(accumulatedUptime(at: now)))
    }

    /// Runs the maintenance of one scene.
    mutating func maintain(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        compactIfDue(key, at: now, &effects)
        // On a full disk it would fail again and again.
        guard pipeline.lacking == nil, pipeline.damages.blockingWrites(key) == nil,
            maintenance.resumption <= now.uptime,
            pipeline.batches.open.entries.count < DaemonLimits.batch
        else {
            return schedule(key, after: DaemonLimits.maintenanceRest, at: now)
        }
        let hasMore = prune(key, at: now, &effects)
        let wait = hasMore ? DaemonLimits.maintenancePause : DaemonLimits.maintenanceInterval
        schedule(key, after: wait, at: now)
    }

    private mutating func schedule(_ key: SceneKey, after wait: Duration, at now: ClockReading) {
        guard pipeline.scenes.slot(of: key) != nil else { return }
        maintenance.schedule(key, at: now.uptime + wait, &deadlines)
    }

    // MARK: Forgetting

    /// Starts to prune what is past the horizon, and what can be pruned before. Takes negligible
    /// time: the work is done on another thread, unless it is short, and the changes of the scene
    /// are queued meanwhile. Returns whether there is more to prune.
    @discardableResult
    mutating func prune(
        _ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]
    ) -> Bool {
        guard !maintenance.pruning.contains(key) else { return false }
        guard let scene = pipeline.scenes[key],
            let pruning = scene.pruning(
                aged: scene.age.horizon(at: accumulatedUptime(at: now), maintenance.retention),
                confirmed: { confirmedByAll(scene) }, maintenance.retention, at: now.wall)
        else { return false }
        guard !pruning.isShort else { return apply(pruning.run()) }
        maintenance.beginPruning(key)
        effects.append(.prune(pruning))
        return false
    }

    /// Handles a finished prune: the scene's queued changes proceed.
    mutating func finishPruning(
        _ pruned: Pruning.Result, at now: ClockReading, _ effects: inout [Effect]
    ) {
        let key = pruned.key
        maintenance.endPruning(key)
        if pipeline.lacking == nil, pipeline.damages.blockingWrites(key) == nil, apply(pruned) {
            schedule(key, after: DaemonLimits.maintenancePause, at: now)
        }
        // Changes that also wait for the scene to be read proceed then.
        guard !pipeline.loading.contains(key) else { return }
        for inbound in pipeline.awaiting.takeAll(at: key) { handle(inbound, at: now, &effects) }
    }

    /// Applies a prune to its scene, unless that has changed since; returns whether there may be
    /// more to prune.
    private mutating func apply(_ pruned: Pruning.Result) -> Bool {
        guard let slot = pipeline.scenes.slot(of: pruned.key) else { return false }
        let expected = pipeline.scenes[slot].revision
        guard pipeline.scenes[slot].apply(pruned, maintenance.retention) else { return true }
        for (_, commit) in pruned.commits {
            pipeline.batches.add(commit, to: pipeline.scenes[slot], expected: expected)
        }
        return pruned.exhausted == nil
    }

    /// Records a device's progress in a scene.
    mutating func note(
        _ session: Session, _ scene: SceneAuthority, _ position: MirrorPosition,
        at now: ClockReading
    ) {
        feed.progress.note(session, scene, position, at: now.uptime)
        guard scene.isHeldBack else { return }
        let confirmed = confirmedByAll(scene)
        pipeline.scenes.update(scene.key) { $0.confirm(confirmed) }
    }

    /// Returns the lower bound of all future bases of the scene's user's devices: the least that
    /// any of them reported. Zero if a device that has been in the scene does not report it.
    private func confirmedByAll(_ scene: SceneAuthority) -> Revision {
        guard let devices = access.registry[scene.key.user]?.account?.devices else { return .zero }
        let progress = feed.progress.devices(in: scene.key).filter { $0.value.epoch == scene.epoch }
        let hasAccess = { (id: DeviceID) in devices[id].map { $0.revoked == nil } }
        // An unregistered author is sending its first change now, or was evicted: then its access
        // is not known.
        let authors = scene.settled.authors.filter { hasAccess($0) ?? (progress[$0] != nil) }
        // A device that was never in the scene begins at its head.
        let needing = Set(authors).union(progress.keys.filter { hasAccess($0) ?? false })
        return needing.map { progress[$0]?.oldestBase ?? .zero }.min() ?? .zero
    }

    // MARK: Snapshots

    /// Starts the encoding of the state that a write ends at on another thread: its cost grows with
    /// the scene. One at a time; while another is under way it stays due with the scene's next
    /// batch.
    mutating func takeSnapshot(
        of key: SceneKey, _ write: SceneWrite, _ effects: inout [Effect]
    ) {
        guard maintenance.encoding == nil, let scene = pipeline.scenes[key] else { return }
        let mark = LogPosition(
            revision: scene.revision, accumulatedUptime: write.accumulatedUptime,
            byteOffset: write.position)
        let capture = SceneCapture(scene)
        maintenance.beginEncoding(capture, at: mark)
        effects.append(.encode(capture))
    }

    /// Adds an encoded state to the next batch.
    mutating func store(_ bytes: [UInt8], of capture: SceneCapture) {
        // Nothing is kept of a state that was rolled back.
        guard let mark = maintenance.endEncoding(capture) else { return }
        guard pipeline.lacking == nil, pipeline.damages.blockingWrites(capture.key) == nil
        else {
            return
        }
        guard let scene = pipeline.scenes[capture.key], scene.epoch == capture.head.epoch else {
            return
        }
        let snapshot = SceneSnapshot(mark: mark, bytes: bytes)
        pipeline.batches.add(snapshot, to: scene)
        pipeline.scenes.update(capture.key) { $0.age.add(snapshot) }
        access.registry.add(bytes.count, to: capture.key)
    }

    // MARK: Compaction

    /// Starts to compact a scene's log if a part of it need not be kept; one scene at a time.
    mutating func compactIfDue(_ key: SceneKey, at now: ClockReading, _ effects: inout [Effect]) {
        guard pipeline.damages.blockingWrites(key) == nil, maintenance.compacting != key,
            let slot = pipeline.scenes.slot(of: key)
        else { return }
        let usage = access.registry.slot(of: key.user).map { access.registry[$0].usage }
        let point = pipeline.scenes[slot].age.compactionPoint(
            at: accumulatedUptime(at: now), head: pipeline.scenes[slot].durableHead.revision,
            fairness.shortened(maintenance.retention, usage))
        guard let point else { return }
        guard maintenance.beginCompacting(key) else { return }
        effects.append(.compact(key, upTo: point))
    }

    /// Handles a finished step: starts the next, of this scene or of another. A failed step is
    /// retried at the scene's next maintenance.
    mutating func finishCompacting(
        _ key: SceneKey, _ result: Result<Compaction, PersistenceFailure>, at now: ClockReading,
        _ effects: inout [Effect]
    ) {
        maintenance.endCompacting()
        switch result {
        case .success(let compaction):
            pipeline.scenes.update(key) { $0.age.compacted(to: compaction.oldestRevision) }
            access.registry.measure(compaction.length, of: key)
            guard compaction.isComplete else {
                if maintenance.beginCompacting(key) {
                    effects.append(.compact(key, upTo: compaction.oldestRevision))
                }
                return
            }
        case .failure(let failure):
            if failure.isFinal { return effects.append(.stop(failure)) }
        }
        while let next = maintenance.takeNextToCompact() {
            compactIfDue(next, at: now, &effects)
        }
    }
}
