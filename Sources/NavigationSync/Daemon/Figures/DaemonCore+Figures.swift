internal import NavigationModel
internal import NavigationWire

/// The daemon's figures, and those of them that are handed out.
extension DaemonCore {
    /// Returns the load of the moment. Costs a look at each session and at all that waits.
    public func load(at moment: Moment) -> DaemonLoad {
        let census = census(at: moment)
        return DaemonLoad(
            sessions: sessions.count, users: census.users, devices: census.devices,
            scenes: scenes.count, knownUsers: registry.count,
            writing: batches.flying?.entries.count ?? 0, gathering: batches.gathering.entries.count,
            backlog: backlog.count,
            waiting: waiting.count + stalls.count + tickets.count,
            snapshots: snapshots.count, storageUsed: storageUsed,
            isStoreDamaged: damages.store != nil, damagedScenes: damages.scenes.count,
            scenesBehind: ahead.scenes)
    }

    /// Returns the figures that `navctl status` shows to administrators, by name.
    func figuresByName(at moment: Moment) -> [String: UInt64] {
        let load = load(at: moment)
        var named: [String: UInt64] = [
            "devices": UInt64(load.devices), "users": UInt64(load.users),
            "cacheHits": figures.cacheHits, "cacheMisses": figures.cacheMisses,
            "cacheEvictions": figures.cacheEvictions, "snapshots": figures.syncs[.snapshot],
            "usedBytes": UInt64(clamping: storageUsed),
            "databaseDamaged": load.isStoreDamaged ? 1 : 0,
            "scenesDamaged": UInt64(load.damagedScenes),
            "scenesBehind": UInt64(load.scenesBehind), "devicesAhead": figures.devicesAhead,
        ]
        for kind in StorageQuotas.Kind.allCases {
            named["overQuota.\(kind)"] = figures.overQuota[kind]
        }
        for outcome in ChangeOutcome.allCases {
            named["outcome.\(outcome)"] = figures.outcomes[outcome]
        }
        return named
    }

    /// The batch that became durable in the last step, once; `nil` if none did.
    public mutating func takeLanding() -> Landing? {
        defer { landing = nil }
        return landing
    }

    /// Counts a batch that is durable.
    mutating func count(_ batch: Batches.Batch) {
        var landing = Landing()
        landing.size = batch.entries.count
        landing.received.reserveCapacity(batch.replies.count)
        for write in batch.writes.values {
            landing.commits += write.commits.count
            for settlement in write.settlements {
                figures.outcomes[ChangeOutcome(settlement.outcomes.gravest)] += 1
            }
        }
        figures.commits += UInt64(landing.commits)
        self.landing = landing
    }

    /// Notes a reply of a batch that is durable.
    mutating func land(_ held: HeldReply) {
        guard case .receipt = held.reply.result else { return }
        landing?.received.append(held.received)
    }
}
