internal import ArgumentParser
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationStore

/// `navctl backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy all that a daemon on this machine keeps into one file, while it runs.",
        discussion: """
            The file holds every user's scenes with their history, the devices with their
            public keys and roles, as of the moment at which it began; devices go on as
            ever. It appears when it is complete and has been read back whole, readable by
            you alone. '-' writes it to standard output.

            It holds no secrets: the daemon's own key (server.key in its data directory)
            is not in it. Keep that file as well, in a safe place: without it, every device
            has to pair again on a new machine.

            EXAMPLES:
              sudo navctl backup /var/backups/navsync.backup --force
              sudo navctl backup - | ssh vault 'cat > navsync.backup'
            """)

    @Argument(help: ArgumentHelp("The file to make, or - for standard output."))
    var file: String

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @OptionGroup var copy: CopyOptions

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let directory = copy.directory
        try directory.checkDatabase()
        guard file != "-" else { return try await writeOut(directory) }
        if !force, unsafe access(file, F_OK) == 0 {
            throw Complaint(message: "'\(file)' is there: name another file, or say --force")
        }
        let summary = try await make(file, directory)
        let report = CopyReport(summary, of: file, in: directory)
        switch options.output {
        case .json: try options.results.write(.object(report.object))
        case .text:
            let size = ByteCount(summary.length)
            try options.results.write(text: "\(file): \(report.words), \(size)\n")
        }
    }

    /// Makes it apart, and writes it to standard output once it is complete.
    private func writeOut(_ directory: DataDirectory) async throws {
        guard isatty(STDOUT_FILENO) == 0 else {
            throw Complaint(
                message: "a backup is nothing for a terminal: send it to a file or a program",
                status: .usage)
        }
        let draft = try StagedBackup()
        defer { draft.remove() }
        _ = try await make(draft.path, directory)
        try draft.writeOut()
    }

    private func make(_ file: String, _ directory: DataDirectory) async throws -> BackupSummary {
        try await Copying.run(
            ProgressLine(copy.progress), ifInterrupted: "no backup was made"
        ) { step in
            try SQLiteStore.backup(
                of: directory.database, to: file, at: .now(), progress: step)
        }
    }
}
