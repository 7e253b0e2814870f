internal import ArgumentParser

/// The common options of backups and restores.
struct CopyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where navsyncd keeps its data; default: your own daemon's, or the system's.",
            valueName: "directory"))
    var dataDirectory: String?

    @Flag(inversion: .prefixedNo, help: "Show how far it is. (default: on a terminal)")
    var progress: Bool?

    /// The daemon's directory.
    var directory: DataDirectory { DataDirectory(given: dataDirectory) }
}
