internal import NavigationSync

extension Quotas {
    /// The settings of the section `limits`, in the order of the reference.
    static let settings: [Setting] = [
        .one(
            "limits.changeRate", \.quotas.changeRate,
            .number(of: "changes a second", in: 1...1_000_000), isLive: true,
            "The rate limit of changes of one device; beyond it and the burst it has to retry later."
        ),
        .one(
            "limits.changeBurst", \.quotas.changeBurst,
            .number(of: "changes", in: 1...1_000_000), isLive: true,
            "The burst of changes of one device, as after a long time offline."),
        .one(
            "limits.requestRate", \.quotas.requestRate,
            .number(of: "requests a second", in: 1...1_000_000), isLive: true,
            "The rate limit of requests of one device, changes included."),
        .one(
            "limits.requestBurst", \.quotas.requestBurst,
            .number(of: "requests", in: 1...1_000_000), isLive: true,
            "The burst of requests of one device, changes included."),
        .one(
            "limits.connections", \.quotas.connections,
            .number(of: "connections", in: 16...1_000_000), isLive: false,
            "The maximum number of connections; a device that follows a scene has two. Never more "
                + "than 80 % of the system's limit of open files."),
        .one(
            "limits.memory", \.quotas.memory, .bytes(in: 16 << 20...1 << 40), isLive: true,
            "The memory of cached scenes; beyond it old commits, then scenes are evicted."),
        .one(
            "limits.sceneMemory", \.quotas.sceneMemory, .bytes(in: 16 << 20...1 << 34),
            isLive: true,
            "The memory quota of one scene; beyond it changes that add to it are refused."),
        .one(
            "limits.userStorage", \.quotas.userStorage, .bytes(in: 64 << 20...1 << 42),
            isLive: true,
            "The disk quota of one user's commits and snapshots. Beyond half of it the log is "
                + "compacted earlier; beyond it changes stay pending until space is freed."),
        .one(
            "limits.storage", \.quotas.storage, .bytes(in: 64 << 20...1 << 50), isLive: true,
            "The quota of the whole database. Beyond it changes stay pending until space is freed; "
                + "revoking, erasing and compacting continue."),
    ]
}
