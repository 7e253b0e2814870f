internal import NavigationSync

extension Quotas {
    /// The settings of the section `limits`, in the order of the reference.
    static let settings: [Setting] = [
        .one(
            "limits.changeRate", \.quotas.changeRate,
            .number(of: "changes a second", in: 1...1_000_000), isLive: true,
            "What one device may change on and on; beyond it and the burst it is told to wait."),
        .one(
            "limits.changeBurst", \.quotas.changeBurst,
            .number(of: "changes", in: 1...1_000_000), isLive: true,
            "What one device may change at once, as it does when it comes back after a long time."),
        .one(
            "limits.requestRate", \.quotas.requestRate,
            .number(of: "requests a second", in: 1...1_000_000), isLive: true,
            "What one device may ask on and on, changes included."),
        .one(
            "limits.requestBurst", \.quotas.requestBurst,
            .number(of: "requests", in: 1...1_000_000), isLive: true,
            "What one device may ask at once, changes included."),
        .one(
            "limits.connections", \.quotas.connections,
            .number(of: "connections", in: 16...1_000_000), isLive: false,
            "Connections at once; a device that follows a scene has two. It is never more than 80 % "
                + "of the open files that the system allows."),
        .one(
            "limits.memory", \.quotas.memory, .bytes(in: 16 << 20...1 << 40), isLive: true,
            "What scenes take in memory; those used longest ago are let go beyond it."),
        .one(
            "limits.sceneMemory", \.quotas.sceneMemory, .bytes(in: 16 << 20...1 << 34),
            isLive: true,
            "What one scene may take in memory; beyond it a change that adds to it is refused."),
        .one(
            "limits.userStorage", \.quotas.userStorage, .bytes(in: 64 << 20...1 << 42),
            isLive: true,
            "What the commits and snapshots of one user may take on disk. Beyond half of it less of "
                + "the history is kept; beyond all of it changes wait until there is room."),
        .one(
            "limits.storage", \.quotas.storage, .bytes(in: 64 << 20...1 << 50), isLive: true,
            "What of the database may be in use. Beyond it changes wait until there is room; "
                + "revoking, erasing and compacting go on."),
    ]
}
