internal import NavigationModel

/// The core's counters since its start. None of them distinguishes users or devices.
package struct DaemonMetrics: Hashable, Sendable {
    /// Commits that became durable.
    package internal(set) var commits: UInt64 = 0
    /// Changes whose outcome became durable, once each.
    package internal(set) var outcomes = CounterSet<OutcomeLabel>()
    /// Requests that could be decoded and were within the rate.
    package internal(set) var requests = CounterSet<RequestKind>()
    /// Requests refused over their client's rate limit.
    package internal(set) var requestsOverRate: UInt64 = 0
    /// Changes refused over their device's rate limit.
    package internal(set) var changesOverRate: UInt64 = 0
    /// Changes refused over a quota.
    package internal(set) var overQuota = CounterSet<StorageQuotas.Kind>()
    /// Replies to sync, by their content.
    package internal(set) var syncs = CounterSet<SyncResult>()
    /// Requests whose scene was in memory.
    package internal(set) var cacheHits: UInt64 = 0
    /// Requests queued for their scene to be read.
    package internal(set) var cacheMisses: UInt64 = 0
    /// Findings of a device ahead of a scene.
    package internal(set) var devicesAhead: UInt64 = 0
    /// Scenes evicted from memory.
    package internal(set) var cacheEvictions: UInt64 = 0
}

/// The core's current load.
package struct DaemonGauges: Hashable, Sendable {
    /// Connections that have said hello.
    package let sessions: Int
    /// Users with a present device.
    package let users: Int
    /// Devices seen within ``DaemonLimits/presence``.
    package let devices: Int
    /// Scenes in memory.
    package let scenes: Int
    /// Users in memory.
    package let cachedUsers: Int
    /// Changes and registry rows in flight.
    package let writing: Int
    /// Changes and registry rows in the open batch.
    package let gathering: Int
    /// Changes in the backlog.
    package let backlog: Int
    /// Requests queued for a store read.
    package let waiting: Int
    /// Snapshots being served.
    package let snapshots: Int
    /// Bytes of the database in use, as last measured.
    package let storageUsed: Int
    /// A Boolean value indicating whether the store as a whole was found damaged, so that nothing
    /// is written.
    package let isStoreDamaged: Bool
    /// Scenes that were found damaged, and are not served.
    package let damagedScenes: Int
    /// Scenes with a device ahead of the store.
    package let scenesBehind: Int
}

/// The outcome of a whole change.
package enum OutcomeLabel: Int, Hashable, Sendable, CaseIterable {
    /// The projection changed.
    case applied
    /// The state was as requested already.
    case noop
    /// A newer change of the same thing has won.
    case superseded
    /// Its tab or modal is not shown.
    case hidden
    /// The change is not allowed.
    case rejected

    init(_ outcome: Outcome) {
        self =
            switch outcome.kind {
            case .applied: .applied
            case .noop: .noop
            case .superseded: .superseded
            case .hidden: .hidden
            // The daemon knows all outcomes that it makes.
            case .rejected, .unknown: .rejected
            }
    }
}

/// The content of a reply to sync.
package enum SyncResult: Int, Hashable, Sendable, CaseIterable {
    /// Nothing: the mirror is current.
    case current
    /// The missing commits, from memory or from the log.
    case commits
    /// A snapshot, because it is shorter than the commits, or the mirror is of another epoch.
    case snapshot
}

/// A batch that has become durable, with the data for latency metrics.
package struct CompletedBatch: Hashable, Sendable {
    /// The arrival times of the changes whose receipts were sent with it.
    package internal(set) var received: [Duration] = []
    /// Changes and registry rows in it.
    package internal(set) var size = 0
    /// Commits in it.
    package internal(set) var commits = 0
}
