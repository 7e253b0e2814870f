internal import NavigationModel
internal import NavigationWire

/// The daemon's metrics, and their export.
extension DaemonCore {
    /// Returns the current gauges. Scans each session and all queues.
    public func load(at moment: ClockReading) -> DaemonGauges {
        let presenceCounts = presenceCounts(at: moment)
        return DaemonGauges(
            sessions: sessions.count, users: presenceCounts.users, devices: presenceCounts.devices,
            scenes: scenes.count, knownUsers: registry.count,
            writing: batches.inFlight?.entries.count ?? 0, gathering: batches.open.entries.count,
            backlog: backlog.count,
            waiting: awaitingScene.count + blockedRequests.count + tickets.count,
            snapshots: snapshots.count, storageUsed: storageUsed,
            isStoreDamaged: damages.store != nil, damagedScenes: damages.scenes.count,
            scenesBehind: ahead.scenes)
    }

    /// Returns the metrics that a status reply has for administrators, by name.
    func metricsByName(at moment: ClockReading) -> [String: UInt64] {
        let load = load(at: moment)
        var named: [String: UInt64] = [
            "devices": UInt64(load.devices), "users": UInt64(load.users),
            "cacheHits": metrics.cacheHits, "cacheMisses": metrics.cacheMisses,
            "cacheEvictions": metrics.cacheEvictions, "snapshots": metrics.syncs[.snapshot],
            "usedBytes": UInt64(clamping: storageUsed),
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

    /// Returns the batch that became durable in the last step, once; `nil` if none did.
    public mutating func takeCompletedBatch() -> CompletedBatch? {
        defer { completedBatch = nil }
        return completedBatch
    }

    /// Counts a durable batch.
    mutating func count(_ batch: GroupCommit.Batch) {
        var completedBatch = CompletedBatch()
        completedBatch.size = batch.entries.count
        completedBatch.received.reserveCapacity(batch.replies.count)
        for write in batch.writes.values {
            completedBatch.commits += write.commits.count
            for storedReceipt in write.storedReceipts {
                metrics.outcomes[OutcomeLabel(storedReceipt.outcomes.mostSevere)] += 1
            }
        }
        metrics.commits += UInt64(completedBatch.commits)
        self.completedBatch = completedBatch
    }

    /// Records a reply of a durable batch.
    mutating func land(_ held: DeferredReply) {
        guard case .receipt = held.reply.result else { return }
        completedBatch?.received.append(held.received)
    }
}
