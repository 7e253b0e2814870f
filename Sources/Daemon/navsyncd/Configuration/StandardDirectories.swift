/// The default directories and files: those of the service manager, else the XDG directories of the
/// current user.
struct StandardDirectories: Hashable, Sendable {
    /// The ipc sockets.
    let sockets: String
    /// The database.
    let data: String
    /// The configuration file, which need not exist.
    let configuration: String

    /// Finds the directories in an environment.
    init(_ environment: [String: String]) {
        func absolute(_ name: String) -> String? {
            // systemd passes a list where a unit has several; this one has one.
            let first = environment[name]?.split(separator: ":").first
            return first.flatMap { $0.hasPrefix("/") ? String($0) : nil }
        }
        let home = absolute("HOME") ?? "/"
        let state = absolute("XDG_STATE_HOME") ?? "\(home)/.local/state"
        let config = absolute("XDG_CONFIG_HOME") ?? "\(home)/.config"
        data = absolute("STATE_DIRECTORY") ?? "\(state)/navsync"
        // Without a login session there is no runtime directory: for a daemon in a container, say.
        sockets =
            absolute("RUNTIME_DIRECTORY") ?? absolute("XDG_RUNTIME_DIR").map { "\($0)/navsync" }
            ?? "\(data)/run"
        configuration =
            (absolute("CONFIGURATION_DIRECTORY") ?? "\(config)/navsync") + "/navsyncd.yaml"
    }
}
