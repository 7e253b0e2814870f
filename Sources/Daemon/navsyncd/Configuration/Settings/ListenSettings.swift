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
            "The address for tcp, for devices elsewhere. The feed uses the next port. The service of "
                + "the system is not reached there by other machines, whatever the address: enable "
                + "navsyncd-tcp.socket for them, which goes over this."),
        .several(
            "listen.advertise", \.listen.advertise, .address(wildcards: false), atMost: 8,
            orWord: "auto", isLive: true,
            "The addresses that invitations carry, in the order in which devices try them. With auto "
                + "it is the tcp address; if that is every interface, this machine's name and "
                + "numbers."),
    ]

    /// The flags of these settings.
    struct Flags: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Listen on sockets in this directory; 'none' for no ipc.", valueName: "directory"))
        var ipc: String?

        @Option(
            help: ArgumentHelp(
                "Listen on this address too; the feed uses the next port.",
                valueName: "host:port"))
        var tcp: String?
    }
}
