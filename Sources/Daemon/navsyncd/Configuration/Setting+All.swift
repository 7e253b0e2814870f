internal import Logging
internal import NavigationServer
internal import NavigationSync

extension Setting {
    /// Every setting, in the order of the reference.
    static let all: [Setting] = listening + keeping + logging + bounding + observing

    /// Returns the setting of a name.
    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    private static let listening: [Setting] = [
        .one(
            "listen.ipc", \.socketDirectory,
            ValueFormat<String>.path(
                to: "a directory", limit: ServerConfiguration.socketDirectoryLimit
            ).orWord("none"),
            flag: "--ipc", isLive: false,
            default: DependentDefault(
                rule: "$RUNTIME_DIRECTORY if systemd gives one, else $XDG_RUNTIME_DIR/navsync, "
                    + "else run/ in the data directory",
                example: "/run/user/1000/navsync"),
            "The directory of the ipc sockets, for programs on this machine."),
        .one(
            "listen.tcp", \.tcp,
            ValueFormat<TCPAddress>.address(wildcards: true, lastPort: .max - 1).orWord("none"),
            flag: "--tcp", isLive: false,
            "The address for tcp, for devices elsewhere. The feed uses the next port. The service of "
                + "the system is not reached there by other machines, whatever the address: enable "
                + "navsyncd-tcp.socket for them, which goes over this."),
        .several(
            "listen.advertise", \.advertise, .address(wildcards: false), atMost: 8,
            orWord: "auto", isLive: true,
            "The addresses that invitations carry, in the order in which devices try them. With auto "
                + "it is the tcp address; if that is every interface, this machine's name and "
                + "numbers."),
    ]

    private static let keeping: [Setting] = [
        .one(
            "data.directory", \.dataDirectory, .path(to: "a directory"),
            flag: "--data-directory", isLive: false,
            default: DependentDefault(
                rule: "$STATE_DIRECTORY if systemd gives one, else $XDG_STATE_HOME/navsync, else "
                    + "~/.local/state/navsync",
                example: "/home/ann/.local/state/navsync"),
            "Where the database is."),
        .one(
            "data.reserve", \.reserve,
            ValueFormat<Int>.bytes(in: 1 << 20...1 << 30).orWord("none"), isLive: false,
            "What is held of the disk beside the database, so that devices and users can be revoked, "
                + "removed and erased on a disk that is full. At most a sixteenth of the disk, and "
                + "at first half of what is free."),
        .one(
            "keys.server", \.serverKey, ValueFormat<String>.path(to: "a file").orWord("auto"),
            isLive: false,
            "The file of the key that devices know this daemon by, made at the first start. With "
                + "auto it is server.key in the data directory. The systemd credential "
                + "navsync.server-key goes over both."),
        .one(
            "retention.horizon", \.retention.horizon, .duration(in: hour...decade), isLive: true,
            "After this time what can no longer be seen is forgotten, and changes that a device made "
                + "on what it saw before are refused as expired. It runs only while the daemon "
                + "does."),
        .one(
            "retention.historyAge", \.retention.historyAge, .duration(in: hour...decade),
            isLive: true, "Commits older than this are compacted away."),
        .one(
            "retention.historyCommits", \.retention.historyCommits,
            .number(of: "commits", in: 1_000...10_000_000), isLive: true,
            "Commits of one scene beyond which the oldest are compacted away."),
        .one(
            "retention.historyLength", \.retention.historyLength,
            .bytes(in: 1 << 20...1 << 34), isLive: true,
            "Bytes of one scene's commits beyond which the oldest are compacted away."),
        .one(
            "retention.recentLength", \.retention.recentLength,
            .bytes(in: 1 << 16...1 << 30), isLive: true,
            "Bytes in memory of what is gone from a scene, the newest first, that are kept in any case: it "
                + "can be taken back. What is older is forgotten where all devices have seen more."),
        .one(
            "retention.awaitedLength", \.retention.awaitedLength,
            .bytes(in: 1 << 17...1 << 32), isLive: true,
            "Bytes in memory of what is gone from a scene that are kept for devices that were not heard "
                + "of since. Beyond it the older half is forgotten, and changes that they made on "
                + "what they saw before are refused as expired."),
    ]

    private static let logging: [Setting] = [
        .one(
            "log.level", \.logLevel, .word(), flag: "--log-level", isLive: true,
            "The least grave of what is logged."),
        .one(
            "log.destination", \.logDestination, .word(), isLive: false,
            "Where the log goes: to the journal with all fields, or to standard error as lines. With "
                + "auto it is the journal if standard error leads there, as under systemd."),
    ]

    private static let bounding: [Setting] = [
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

    private static let observing: [Setting] = [
        .one(
            "metrics.listen", \.metrics,
            ValueFormat<TCPAddress>.address(wildcards: true, port: 9464).orWord("off"),
            isLive: true,
            "Where figures and health are served over http to whoever asks: /metrics in the "
                + "OpenMetrics format, /healthz and /readyz. If another program has the address, "
                + "they are not, and the log says so. The service of the system reaches this "
                + "machine only.")
    ]

    private static let hour = Duration.seconds(3_600)
    private static let decade = Duration.seconds(3_650 * 86_400)
}
