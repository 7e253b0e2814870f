internal import ArgumentParser
internal import DeviceStore
internal import POSIX
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationStore
internal import NavigationText

/// `navctl backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up a daemon's data while it runs.",
        discussion: """
            The file holds every user's scenes with their history, the devices with their
            public keys and roles, as of the moment at which it began; devices go on as
            ever. It appears when it is complete and has been read back whole, readable by
            you alone. '-' writes it to standard output; what is no regular file, as a pipe
            is not, is written to.

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
        if !force { try TextFile.refuseToReplace(file) }
        let summary = try await makeFile(directory)
        let report = CopyReport(summary, of: file, in: directory)
        switch options.output {
        case .json: try options.results.write(.object(report.object))
        case .text:
            let size = ByteCount(summary.length)
            try options.results.write(text: "\(file): \(report.words), \(size)\n")
        }
    }

    /// Makes the backup at its destination: beside the file that it replaces, through links; staged
    /// elsewhere if the destination can only be written to.
    private func makeFile(_ directory: DataDirectory) async throws -> BackupSummary {
        switch try OutputFile(file).kind {
        case .missing: return try await make(file, directory)
        case .regular(let target): return try await make(target, directory)
        case .other:
            return try await stage(directory, for: FileDescriptor(try OutputFile(file).open()))
        }
    }

    private func writeOut(_ directory: DataDirectory) async throws {
        _ = try await stage(directory, for: FileDescriptor(dup(STDOUT_FILENO)))
    }

    /// Makes the backup in a staging directory, and writes it out once it is complete.
    private func stage(
        _ directory: DataDirectory, for output: FileDescriptor
    ) async throws -> BackupSummary {
        guard isatty(output.number) == 0 else {
            throw CommandError(
                message: "a backup is nothing for a terminal: send it to a file or a program",
                status: .usage)
        }
        let draft = try StagedBackup()
        defer { draft.remove() }
        let summary = try await make(draft.path, directory)
        try draft.write(to: output)
        return summary
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
