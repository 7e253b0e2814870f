internal import ArgumentParser
internal import NavigationServer

/// The settings of the section `listen`: the addresses of the daemon.
struct ListenSettings: Hashable, Sendable {
    /// The directory of the ipc sockets; `nil` for no ipc.
    var socketDirectory: String?
    /// The address for tcp; `nil` for no tcp.
    var tcp: TCPAddress?
    /// The addresses that invitations carry; `nil` for those that follow from ``tcp``.
    var advertise: [TCPAddress]?

    /// The settings of the section, in the order of the reference.
    static let all: [Setting] = [
        .one(
            "listen.ipc", \.listen.socketDirectory,
            ValueFormat<String>.path(
                to: "a directory", limit: ServerConfiguration.socketDirectoryLimit
            ).orWord("none"),
            flag: ("--ipc", \.listen.ipc), isLive: false,
            default: Setting.DependentDefault(
                rule: "$RUNTIME_DIRECTORY if systemd gives one, else $XDG_RUNTIME_DIR/navsync, "
                    + "else run/ in the data directory",
                example: "/run/user/1000/navsync"),
            "The directory of the ipc sockets, for programs on this machine."),
        .one(
            "listen.tcp", \.listen.tcp,
            ValueFormat<TCPAddress>.address(wildcards: true, lastPort: .max - 1).orWord("none"),
            flag: ("--tcp", \.listen.tcp), isLive: false,
            "The tcp address, for devices on other machines. The feed uses the next port. Other "
                + "machines can't connect to the system service at this address: enable "
                + "navsyncd-tcp.socket for them, which overrides this."),
        .several(
            "listen.advertise", \.listen.advertise, .address(wildcards: false), atMost: 8,
            orWord: "auto", isLive: true,
            "The addresses in invitations, in the order in which devices try them. With auto it is "
                + "the tcp address; for every interface, this machine's name and addresses."),
    ]

    /// The flags of these settings.
    struct Flags: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "The directory of the ipc sockets; 'none' disables ipc", valueName: "directory"))
        var ipc: String?

        @Option(
            help: ArgumentHelp(
                "The tcp address to listen on; the feed uses the next port",
                valueName: "host:port"))
        var tcp: String?
    }
}
