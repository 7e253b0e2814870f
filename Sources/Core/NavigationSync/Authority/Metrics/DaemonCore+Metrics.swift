internal import NavigationModel
internal import NavigationWire

/// The daemon's metrics, and their export.
extension DaemonCore {
    /// Returns the current gauges. Scans each session and all queues.
    package func load(at moment: ClockReading) -> DaemonGauges {
        let presenceCounts = presenceCounts(at: moment)
        return DaemonGauges(
            sessions: access.sessions.count, users: presenceCounts.users,
            devices: presenceCounts.devices,
            scenes: pipeline.scenes.count, cachedUsers: access.registry.count,
            writing: pipeline.batches.inFlight?.entries.count ?? 0,
            gathering: pipeline.batches.open.entries.count,
            backlog: fairness.backlog.count,
            waiting: pipeline.awaiting.count + access.blocked.count + reads.count,
            snapshots: feed.snapshots.count, storageUsed: fairness.storageUsed,
            isStoreDamaged: pipeline.damages.store != nil,
            damagedScenes: pipeline.damages.scenes.count,
            scenesBehind: healing.ahead.scenes)
    }

    /// Returns the metrics that a status reply has for administrators, by name.
    func metricsByName(at moment: ClockReading) -> [String: UInt64] {
        let load = load(at: moment)
        var named: [String: UInt64] = [
            "devices": UInt64(load.devices), "users": UInt64(load.users),
            "cacheHits": metrics.cacheHits, "cacheMisses": metrics.cacheMisses,
            "cacheEvictions": metrics.cacheEvictions, "snapshots": metrics.syncs[.snapshot],
            "usedBytes": UInt64(clamping: fairness.storageUsed),
            "databaseDamaged": load.isStoreDamaged ? 1 : 0,
            "scenesDamaged": UInt64(load.damagedScenes),
            "scenesBehind": UInt64(load.scenesBehind), "devicesAhead": metrics.devicesAhead,
        ]
        for kind in StorageQuotas.Kind.allCases {
            named["overQuota.\(kind)"] = metrics.overQuota[kind]
        }
        for outcome in OutcomeLabel.allCases {
            named["outcome.\(outcome)"] = metrics.outcomes[outcome]
        }
        return named
    }

    /// Returns the status of the daemon and of a scene; the metrics over all users are for
    /// administrators.
    func status(at head: Head, for peer: Peer, _ now: ClockReading) -> DaemonStatus {
        let key = access.sessions[peer]?.key(head.scene)
        let isAdministrator = access.isAdministrator(peer.principal)
        return DaemonStatus(
            daemonVersion: identity.version, instance: identity.instance,
            uptime: UInt64(clamping: (now.uptime - identity.started).components.seconds),
            head: head, connections: isAdministrator ? access.sessions.count : 0,
            scenesLoaded: isAdministrator ? pipeline.scenes.count : 0,
            commits: isAdministrator ? metrics.commits : 0,
            metrics: isAdministrator ? metricsByName(at: now) : [:],
            sceneMemory: UInt64(clamping: key.flatMap { pipeline.scenes[$0]?.stateCost } ?? 0),
            userStorage: UInt64(
                clamping: key.flatMap { access.registry[$0.user]?.usage.length } ?? 0))
    }

    // MARK: Presence

    /// The counts of present users and devices, and of commits.
    package struct PresenceCounts: Hashable, Sendable {
        /// Users of the devices.
        package let users: Int
        /// Devices seen within ``DaemonLimits/presence``; one with several connections is one.
        package let devices: Int
        /// Commits made durable since the start.
        package let commits: UInt64
    }

    /// Returns the counts of devices seen within ``DaemonLimits/presence``. Scans each session.
    package func presenceCounts(at moment: ClockReading) -> PresenceCounts {
        let devices = access.sessions.devices(seenSince: moment.uptime - DaemonLimits.presence)
        return PresenceCounts(
            users: Set(devices.map(\.user)).count, devices: devices.count, commits: metrics.commits)
    }

    /// Returns the batch that became durable in the last step, once; `nil` if none did.
    package mutating func takeCompletedBatch() -> CompletedBatch? { pipeline.takeCompletedBatch() }
}
