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
            + store(metrics) + fleet(metrics) + presence(metrics) + daemon(metrics, reloads)
    }

    private static func changes(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            counter("navsync_commits", "Durable commits.", metrics.core.commits),
            counters(
                "navsync_changes", "Changes with a durable outcome, counted once each, by outcome.",
                OutcomeLabel.allCases.map { ("\($0)", metrics.core.outcomes[$0]) }, by: "outcome"),
            gauges(
                "navsync_changes_pending",
                "Pending changes: being written, in the next batch, or in the backlog.",
                [
                    ("writing", metrics.load.writing), ("gathering", metrics.load.gathering),
                    ("backlog", metrics.load.backlog),
                ], by: "state"),
            MetricFamily(
                "navsync_batch_changes", .histogram,
                "Changes and registry rows per batch.",
                [distribution(metrics.batches, scale: 1)]),
        ]
    }

    private static func latencies(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            times(
                "navsync_change_durable_seconds",
                "Time from receiving a change until it is durable.", metrics.durable),
            times(
                "navsync_change_published_seconds",
                "Time from a change being durable until its receipt and publication are sent.",
                metrics.published),
            times(
                "navsync_change_seconds",
                "Time from receiving a change until its receipt and publication are sent.",
                metrics.whole),
            times(
                "navsync_store_sync_seconds",
                "Duration of a database commit, that is, of the disk sync.",
                metrics.store.syncs),
        ]
    }

    private static func requests(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            counters(
                "navsync_requests", "Valid requests within the rate limit, by kind.",
                RequestKind.allCases.map { ("\($0)", metrics.core.requests[$0]) }, by: "kind"),
            counters(
                "navsync_requests_refused",
                "Refused requests, by the code in the reply.",
                metrics.refusals.map { ($0.code, $0.count) }, by: "reason"),
            counters(
                "navsync_over_rate", "Changes and requests refused for exceeding a rate limit.",
                [
                    ("changes", metrics.core.changesOverRate),
                    ("requests", metrics.core.requestsOverRate),
                ], by: "limit"),
            counters(
                "navsync_over_quota",
                "Changes over a byte quota, by setting.",
                StorageQuotas.Kind.allCases.map {
                    ("\($0)".snakeCased, metrics.core.overQuota[$0])
                }, by: "limit"),
            gauge(
                "navsync_requests_waiting", "Requests waiting for a store read.",
                metrics.load.waiting),
            counter(
                "navsync_replies_dropped", "Replies dropped because the client was not reading.",
                metrics.lostReplies),
            MetricFamily(
                "navsync_connections_refused", .counter,
                "Connections refused, shed or closed, by service and reason.",
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
                "Times a slow subscriber started to lose messages.",
                metrics.feedDrops),
            counters(
                "navsync_syncs",
                "Catch-up requests, by kind of reply.",
                SyncResult.allCases.map { ("\($0)", metrics.core.syncs[$0]) }, by: "answer"),
            gauge(
                "navsync_snapshots", "Snapshot downloads in progress.", metrics.load.snapshots),
        ]
    }

    private static func store(_ metrics: ServerMetrics) -> [MetricFamily] {
        // A database server does not tell.
        let free = metrics.store.freeLength.map { length in
            [
                bytes(
                    "navsync_store_free_bytes", "Free space on the database's file system.",
                    length)
            ]
        }
        return [
            gauge("navsync_cache_scenes", "Scenes in memory.", metrics.load.scenes),
            gauge("navsync_cache_users", "Users in memory.", metrics.load.cachedUsers),
            counters(
                "navsync_cache_requests", "Scene cache lookups, by result.",
                [("hit", metrics.core.cacheHits), ("miss", metrics.core.cacheMisses)], by: "result"),
            counter(
                "navsync_cache_evictions", "Scenes evicted from the cache.",
                metrics.core.cacheEvictions),
            bytes(
                "navsync_store_database_bytes", "Size of the database.",
                metrics.store.databaseLength),
            bytes(
                "navsync_store_used_bytes",
                "Used part of the database, as of the last check.",
                UInt64(clamping: metrics.load.storageUsed)),
            bytes(
                "navsync_store_log_bytes", "Size of the write-ahead log.",
                metrics.store.logLength),
        ] + (free ?? []) + [
            bytes(
                "navsync_store_reserve_bytes",
                "Disk space reserved for revoking, removing and erasing.",
                metrics.store.reserveLength),
            gauge(
                "navsync_store_full", "1 if changes are refused because the disk is full, else 0.",
                metrics.store.lacksRoom ? 1 : 0),
            counters(
                "navsync_store_failures", "Failed store operations.",
                [("read", metrics.failedReads), ("write", metrics.failedWrites)], by: "access"),
            counter(
                "navsync_store_passing_faults",
                "Failed reads that succeeded on retry.", metrics.store.passingFaults),
            gauge(
                "navsync_store_damaged",
                "1 if the database is damaged and all changes are refused, else 0.",
                metrics.load.isStoreDamaged ? 1 : 0),
            gauge(
                "navsync_store_damaged_scenes", "Damaged scenes, not served.",
                metrics.load.damagedScenes),
            gauge(
                "navsync_store_scenes_behind",
                "Scenes with a device ahead of the store.", metrics.load.scenesBehind),
            counter(
                "navsync_devices_ahead",
                "Times a device was ahead of the store.",
                metrics.core.devicesAhead),
        ]
    }

    private static func presence(_ metrics: ServerMetrics) -> [MetricFamily] {
        [
            gauge("navsync_connections", "Open connections.", metrics.connections),
            gauge(
                "navsync_connections_limit",
                "Connection limit; new connections beyond it are shed.",
                metrics.connectionLimit),
            gauge("navsync_sessions", "Connections after hello.", metrics.load.sessions),
            gauge("navsync_devices", "Devices seen recently.", metrics.load.devices),
            gauge("navsync_users", "Users of recently seen devices.", metrics.load.users),
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
                "Delay of the event loop in handling this metrics request.",
                [.init(.number(metrics.loopLag / .seconds(1)))]),
            gauge(
                "navsync_ready", "1 if the daemon serves and its store accepts changes, else 0.",
                metrics.isReady ? 1 : 0),
            MetricFamily(
                "navsync_time_seconds", .gauge, unit: "seconds",
                "Current time of the daemon's machine, since 1970.",
                [.init(.number(metrics.time))]),
            gauge(
                "navsync_config_reload_successful",
                "1 if the last configuration load succeeded, else 0.",
                reloads.isGood ? 1 : 0),
            MetricFamily(
                "navsync_config_reload_success_timestamp_seconds", .gauge, unit: "seconds",
                "Time of the last successful configuration load, since 1970.",
                [.init(.number(reloads.taken))]),
        ]
    }
}
