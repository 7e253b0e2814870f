internal import ArgumentParser
internal import NavigationServer

/// The settings of the sections `data` and `keys`: the files of the daemon.
struct DataSettings: Hashable, Sendable {
    /// The directory of the database.
    var directory: String
    /// Bytes of the disk that are reserved for revocations and deletions on a full disk; `nil` for
    /// none.
    var reserve: Int? = 8 << 20
    /// The file of the server key; `nil` for the one in the data directory.
    var serverKey: String?

    /// The file of the server key.
    var serverKeyFile: String { serverKey ?? "\(directory)/\(ServerKeys.fileName)" }

    /// The settings of the sections, in the order of the reference.
    static let all: [Setting] = [
        .one(
            "data.directory", \.data.directory, .path(to: "a directory"),
            flag: ("--data-directory", \.data.dataDirectory), isLive: false,
            default: Setting.DependentDefault(
                rule: "$STATE_DIRECTORY if systemd gives one, else $XDG_STATE_HOME/navsync, else "
                    + "~/.local/state/navsync",
                example: "/home/ann/.local/state/navsync"),
            "The directory of the database."),
        .one(
            "data.reserve", \.data.reserve,
            ValueFormat<Int>.bytes(in: 1 << 20...1 << 30).orWord("none"), isLive: false,
            "The disk space reserved beside the database, so that devices and users can be revoked, "
                + "removed and erased on a full disk. At most a sixteenth of the disk, and initially "
                + "half of the free space."),
        .one(
            "keys.server", \.data.serverKey, ValueFormat<String>.path(to: "a file").orWord("auto"),
            isLive: false,
            "The file of the server key, created at the first start. With auto it is server.key in "
                + "the data directory. The systemd credential navsync.server-key overrides both."),
    ]

    /// The flags of these settings.
    struct Flags: ParsableArguments {
        @Option(help: ArgumentHelp("The data directory", valueName: "directory"))
        var dataDirectory: String?
    }
}
