internal import NavigationMetrics
internal import NavigationServer
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

/// The server's metrics as they are published. None of them identifies a user or a device.
enum Exposition {
    /// Returns all families but the process' own, in the order of the reference.
    static func families(
        _ metrics: ServerMetrics, _ reloads: ReloadRecord.State
    ) -> [MetricFamily] {
        changes(metrics) + latencies(metrics) + requests(metrics) + feed(metrics)
            + store(metrics) + presence(metrics) + daemon(metrics, reloads)
    }

    private static func changes(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            counter("navsync_commits", "Commits that became durable.", metrics.core.commits),
            counters(
                "navsync_changes", "Changes whose outcome became durable, each once, by outcome.",
                OutcomeLabel.allCases.map { ("\($0)", metrics.core.outcomes[$0]) }, by: "outcome"),
            gauges(
                "navsync_changes_pending",
                "Changes being written, gathered for the next batch, or waiting for a turn.",
                [
                    ("writing", metrics.load.writing), ("gathering", metrics.load.gathering),
                    ("backlog", metrics.load.backlog),
                ], by: "state"),
            MetricFamily(
                "navsync_batch_changes", .histogram,
                "Changes and rows of the registry written together.",
                [distribution(metrics.batches, scale: 1)]),
        ]
    }

    private static func latencies(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            times(
                "navsync_change_durable_seconds",
                "From when a change came in until it was on disk.", metrics.durable),
            times(
                "navsync_change_published_seconds",
                "From when a change was on disk until receipt and publication were sent.",
                metrics.published),
            times(
                "navsync_change_seconds",
                "From when a change came in until receipt and publication were sent.",
                metrics.whole),
            times(
                "navsync_store_sync_seconds",
                "How long a commit of the database took, which is the disk's sync.",
                metrics.store.syncs),
        ]
    }

    private static func requests(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            counters(
                "navsync_requests", "Requests that could be read and were within the rate.",
                RequestKind.allCases.map { ("\($0)", metrics.core.requests[$0]) }, by: "kind"),
            counters(
                "navsync_requests_refused",
                "Requests refused, by the code that the client was told.",
                metrics.refusals.map { ($0.code, $0.count) }, by: "reason"),
            counters(
                "navsync_over_rate", "Of those, changes and requests beyond the rate.",
                [
                    ("changes", metrics.core.changesOverRate),
                    ("requests", metrics.core.requestsOverRate),
                ], by: "limit"),
            counters(
                "navsync_over_quota",
                "Changes for which a quota of bytes left no room, by the setting.",
                StorageQuotas.Kind.allCases.map {
                    ("\($0)".snakeCased, metrics.core.overQuota[$0])
                }, by: "limit"),
            gauge(
                "navsync_requests_waiting", "Requests that wait for the store to read something.",
                metrics.load.waiting),
            counter(
                "navsync_replies_dropped", "Replies dropped because the client did not read.",
                metrics.lostReplies),
            MetricFamily(
                "navsync_connections_refused", .counter,
                "Connections not let in, shed or cut, by service and reason.",
                metrics.connectionRefusals.map { refusal in
                    .init(
                        .number(Double(refusal.count)),
                        [("service", refusal.service), ("reason", refusal.reason.snakeCased)])
                }),
        ]
    }

    private static func feed(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            counter(
                "navsync_feed_publications", "Messages published on the feed.",
                metrics.publications),
            counter(
                "navsync_feed_published_bytes", unit: "bytes",
                "Bytes published on the feed, sealed.",
                metrics.publishedBytes),
            counter(
                "navsync_feed_drops",
                "Times that a subscriber that did not read began to miss messages.",
                metrics.feedDrops),
            counters(
                "navsync_syncs",
                "Devices that asked for what they missed, by what they were given.",
                SyncResult.allCases.map { ("\($0)", metrics.core.syncs[$0]) }, by: "answer"),
            gauge(
                "navsync_snapshots", "Snapshots that are being fetched.", metrics.load.snapshots),
        ]
    }

    private static func store(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            gauge("navsync_cache_scenes", "Scenes in memory.", metrics.load.scenes),
            gauge("navsync_cache_users", "Users in memory.", metrics.load.knownUsers),
            counters(
                "navsync_cache_requests", "Requests whose scene was in memory, or had to be read.",
                [("hit", metrics.core.cacheHits), ("miss", metrics.core.cacheMisses)], by: "result"),
            counter(
                "navsync_cache_evictions", "Scenes let go of to make room.",
                metrics.core.cacheEvictions),
            bytes("navsync_store_database_bytes", "The database.", metrics.store.databaseLength),
            bytes(
                "navsync_store_used_bytes",
                "What of the database is in use, when it was last looked.",
                UInt64(clamping: metrics.load.storageUsed)),
            bytes(
                "navsync_store_log_bytes", "The log that is written before the database.",
                metrics.store.logLength),
            bytes(
                "navsync_store_free_bytes", "What the file system of the database has free.",
                metrics.store.freeLength),
            bytes(
                "navsync_store_reserve_bytes",
                "What is held of it for shutting out and for making room.",
                metrics.store.reserveLength),
            gauge(
                "navsync_store_full", "Whether changes are refused since the disk is full.",
                metrics.store.lacksRoom ? 1 : 0),
            counters(
                "navsync_store_failures", "What the store was asked for and did not do.",
                [("read", metrics.failedReads), ("write", metrics.failedWrites)], by: "access"),
            counter(
                "navsync_store_passing_faults",
                "Reads that failed and, looked at again, did not.", metrics.store.passingFaults),
            gauge(
                "navsync_store_damaged",
                "Whether the database was found damaged, so that no change is taken.",
                metrics.load.isStoreDamaged ? 1 : 0),
            gauge(
                "navsync_store_damaged_scenes", "Scenes found damaged, which are not served.",
                metrics.load.damagedScenes),
            gauge(
                "navsync_store_scenes_behind",
                "Scenes of which a device had seen more than there is.", metrics.load.scenesBehind),
            counter(
                "navsync_devices_ahead",
                "Times that a device had seen more of a scene than there is.",
                metrics.core.devicesAhead),
        ]
    }

    private static func presence(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            gauge("navsync_connections", "Connections that stand.", metrics.connections),
            gauge(
                "navsync_connections_limit", "Connections beyond which new ones are shed.",
                metrics.connectionLimit),
            gauge("navsync_sessions", "Connections that have said hello.", metrics.load.sessions),
            gauge("navsync_devices", "Devices heard of lately.", metrics.load.devices),
            gauge("navsync_users", "Users of those devices.", metrics.load.users),
        ]
    }

    private static func daemon(
        _ metrics: ServerMetrics, _ reloads: ReloadRecord.State
    ) -> [MetricFamily] {
        [
            MetricFamily(
                "navsync_build", .info, "The daemon's version.",
                [.init(.number(1), [("version", NavsyncVersion.current)])]),
            MetricFamily(
                "navsync_loop_lag_seconds", .gauge, unit: "seconds",
                "How long the loop took to turn to the question for these figures.",
                [.init(.number(metrics.loopLag / .seconds(1)))]),
            gauge(
                "navsync_ready", "Whether it serves and its store takes changes.",
                metrics.isReady ? 1 : 0),
            MetricFamily(
                "navsync_time_seconds", .gauge, unit: "seconds",
                "What time the daemon's machine has, since 1970.",
                [.init(.number(metrics.time))]),
            gauge(
                "navsync_config_reload_successful",
                "Whether the configuration was taken the last time.",
                reloads.isGood ? 1 : 0),
            MetricFamily(
                "navsync_config_reload_success_timestamp_seconds", .gauge, unit: "seconds",
                "When the configuration was taken last, since 1970.",
                [.init(.number(reloads.taken))]),
        ]
    }
}
