internal import NavigationMetrics
internal import NavigationServer
internal import NavigationStore
internal import NavigationSync
internal import NavigationWire

/// The server's figures as they are published. None of them tells one user or device from another.
enum Exposition {
    /// All families but the process' own, in the order of the reference.
    static func families(
        _ figures: ServerMetrics, _ reloads: ReloadRecord.State
    ) -> [MetricFamily] {
        changes(figures) + latencies(figures) + requests(figures) + feed(figures)
            + store(figures) + presence(figures) + daemon(figures, reloads)
    }

    private static func changes(_ figures: ServerMetrics) -> [MetricFamily] {
        [
            counter("navsync_commits", "Commits that became durable.", figures.core.commits),
            counters(
                "navsync_changes", "Changes whose outcome became durable, each once, by outcome.",
                OutcomeLabel.allCases.map { ("\($0)", figures.core.outcomes[$0]) }, by: "outcome"),
            gauges(
                "navsync_changes_pending",
                "Changes being written, gathered for the next batch, or waiting for a turn.",
                [
                    ("writing", figures.load.writing), ("gathering", figures.load.gathering),
                    ("backlog", figures.load.backlog),
                ], by: "state"),
            MetricFamily(
                "navsync_batch_changes", .histogram,
                "Changes and rows of the registry written together.",
                [distribution(figures.batches, scale: 1)]),
        ]
    }

    private static func latencies(_ figures: ServerMetrics) -> [MetricFamily] {
        [
            times(
                "navsync_change_durable_seconds",
                "From when a change came in until it was on disk.", figures.durable),
            times(
                "navsync_change_published_seconds",
                "From when a change was on disk until receipt and publication were sent.",
                figures.published),
            times(
                "navsync_change_seconds",
                "From when a change came in until receipt and publication were sent.",
                figures.whole),
            times(
                "navsync_store_sync_seconds",
                "How long a commit of the database took, which is the disk's sync.",
                figures.store.syncs),
        ]
    }

    private static func requests(_ figures: ServerMetrics) -> [MetricFamily] {
        [
            counters(
                "navsync_requests", "Requests that could be read and were within the rate.",
                RequestKind.allCases.map { ("\($0)", figures.core.requests[$0]) }, by: "kind"),
            counters(
                "navsync_requests_refused",
                "Requests refused, by the code that the client was told.",
                figures.refusals.map { ($0.code, $0.count) }, by: "reason"),
            counters(
                "navsync_over_rate", "Of those, changes and requests beyond the rate.",
                [
                    ("changes", figures.core.changesOverRate),
                    ("requests", figures.core.requestsOverRate),
                ], by: "limit"),
            counters(
                "navsync_over_quota",
                "Changes for which a quota of bytes left no room, by the setting.",
                StorageQuotas.Kind.allCases.map {
                    ("\($0)".snakeCased, figures.core.overQuota[$0])
                }, by: "limit"),
            gauge(
                "navsync_requests_waiting", "Requests that wait for the store to read something.",
                figures.load.waiting),
            counter(
                "navsync_replies_dropped", "Replies dropped because the client did not read.",
                figures.lostReplies),
            MetricFamily(
                "navsync_connections_refused", .counter,
                "Connections not let in, shed or cut, by service and reason.",
                figures.connectionRefusals.map { refusal in
                    .init(
                        .number(Double(refusal.count)),
                        [("service", refusal.service), ("reason", refusal.reason.snakeCased)])
                }),
        ]
    }

    private static func feed(_ figures: ServerMetrics) -> [MetricFamily] {
        [
            counter(
                "navsync_feed_publications", "Messages published on the feed.",
                figures.publications),
            counter(
                "navsync_feed_published_bytes", unit: "bytes",
                "Bytes published on the feed, sealed.",
                figures.publishedBytes),
            counter(
                "navsync_feed_drops",
                "Times that a subscriber that did not read began to miss messages.",
                figures.feedDrops),
            counters(
                "navsync_syncs",
                "Devices that asked for what they missed, by what they were given.",
                SyncResult.allCases.map { ("\($0)", figures.core.syncs[$0]) }, by: "answer"),
            gauge(
                "navsync_snapshots", "Snapshots that are being fetched.", figures.load.snapshots),
        ]
    }

    private static func store(_ figures: ServerMetrics) -> [MetricFamily] {
        [
            gauge("navsync_cache_scenes", "Scenes in memory.", figures.load.scenes),
            gauge("navsync_cache_users", "Users in memory.", figures.load.knownUsers),
            counters(
                "navsync_cache_requests", "Requests whose scene was in memory, or had to be read.",
                [("hit", figures.core.cacheHits), ("miss", figures.core.cacheMisses)], by: "result"),
            counter(
                "navsync_cache_evictions", "Scenes let go of to make room.",
                figures.core.cacheEvictions),
            bytes("navsync_store_database_bytes", "The database.", figures.store.databaseLength),
            bytes(
                "navsync_store_used_bytes",
                "What of the database is in use, when it was last looked.",
                UInt64(clamping: figures.load.storageUsed)),
            bytes(
                "navsync_store_log_bytes", "The log that is written before the database.",
                figures.store.logLength),
            bytes(
                "navsync_store_free_bytes", "What the file system of the database has free.",
                figures.store.freeLength),
            bytes(
                "navsync_store_reserve_bytes",
                "What is held of it for shutting out and for making room.",
                figures.store.reserveLength),
            gauge(
                "navsync_store_full", "Whether changes are refused since the disk is full.",
                figures.store.lacksRoom ? 1 : 0),
            counters(
                "navsync_store_failures", "What the store was asked for and did not do.",
                [("read", figures.failedReads), ("write", figures.failedWrites)], by: "access"),
            counter(
                "navsync_store_passing_faults",
                "Reads that failed and, looked at again, did not.", figures.store.passingFaults),
            gauge(
                "navsync_store_damaged",
                "Whether the database was found damaged, so that no change is taken.",
                figures.load.isStoreDamaged ? 1 : 0),
            gauge(
                "navsync_store_damaged_scenes", "Scenes found damaged, which are not served.",
                figures.load.damagedScenes),
            gauge(
                "navsync_store_scenes_behind",
                "Scenes of which a device had seen more than there is.", figures.load.scenesBehind),
            counter(
                "navsync_devices_ahead",
                "Times that a device had seen more of a scene than there is.",
                figures.core.devicesAhead),
        ]
    }

    private static func presence(_ figures: ServerMetrics) -> [MetricFamily] {
        [
            gauge("navsync_connections", "Connections that stand.", figures.connections),
            gauge(
                "navsync_connections_limit", "Connections beyond which new ones are shed.",
                figures.connectionLimit),
            gauge("navsync_sessions", "Connections that have said hello.", figures.load.sessions),
            gauge("navsync_devices", "Devices heard of lately.", figures.load.devices),
            gauge("navsync_users", "Users of those devices.", figures.load.users),
        ]
    }

    private static func daemon(
        _ figures: ServerMetrics, _ reloads: ReloadRecord.State
    ) -> [MetricFamily] {
        [
            MetricFamily(
                "navsync_build", .info, "The daemon's version.",
                [.init(.number(1), [("version", NavsyncVersion.current)])]),
            MetricFamily(
                "navsync_loop_lag_seconds", .gauge, unit: "seconds",
                "How long the loop took to turn to the question for these figures.",
                [.init(.number(figures.loopLag / .seconds(1)))]),
            gauge(
                "navsync_ready", "Whether it serves and its store takes changes.",
                figures.isReady ? 1 : 0),
            MetricFamily(
                "navsync_time_seconds", .gauge, unit: "seconds",
                "What time the daemon's machine has, since 1970.",
                [.init(.number(figures.time))]),
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
