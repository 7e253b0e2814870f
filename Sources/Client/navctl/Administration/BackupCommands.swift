internal import ArgumentParser
internal import CommandLine
internal import DeviceStore
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationStore
internal import NavigationText
internal import POSIX

/// `navctl backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up a daemon's data while it runs.",
        discussion: """
            The backup has the scenes of all users with their logs, and the devices with
            their public keys and roles, as of its start; the daemon keeps serving. The
            file is created once it is complete and verified, readable by its owner only.
            '-' writes to standard output; pipes and other special files are written to.

            The backup has no secrets: the daemon's own key (server.key in its data
            directory) is not included. Store that file separately in a safe place: without
            it, every device has to pair again on a new machine.

            EXAMPLES:
              sudo navctl backup /var/backups/navsync.backup --force
              sudo navctl backup - | ssh vault 'cat > navsync.backup'
            """)

    @Argument(help: ArgumentHelp("The file to write, or - for standard output"))
    var file: String

    @Flag(help: "Overwrite an existing file")
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
        case .json: try options.results.write(object: report.object)
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
            return try await stage(directory, for: try OutputFile(file).open())
        }
    }

    private func writeOut(_ directory: DataDirectory) async throws {
        let output = try FileDescriptor(duplicating: STDOUT_FILENO, named: "standard output")
        _ = try await stage(directory, for: output)
    }

    /// Makes the backup in a staging directory, and writes it out once it is complete.
    private func stage(
        _ directory: DataDirectory, for output: FileDescriptor
    ) async throws -> BackupSummary {
        guard isatty(output.number) == 0 else {
            throw CommandError(
                message:
                    "a backup can't be written to a terminal",
                advice: "redirect it to a file or a program",
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

/// A staged backup, for a destination where no file can be made beforehand, such as standard
/// output: it is written there when it is complete.
struct StagedBackup {
    /// The path of the staged file.
    let path: String
    private let directory: String

    /// Makes a directory for the file, for this user alone, in `TMPDIR` or `/tmp`.
    init() throws(FileError) {
        directory = try DurableFiles.createTemporaryDirectory("navsync-backup")
        path = directory + "/backup"
    }

    /// Writes the backup out; deletes the staged file, whatever happens.
    func write(to output: FileDescriptor) throws(FileError) {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        remove()
        while case let bytes = try file.read(atMost: 1 << 20), !bytes.isEmpty {
            try output.write(bytes)
        }
    }

    /// Deletes the staged file, if it still exists.
    func remove() {
        try? DurableFiles.remove(path)
        unsafe rmdir(directory)
    }
}

/// `navctl restore`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a daemon's data from a backup.",
        discussion: """
            Stop the daemon first, and its sockets, which would start it. With
            --at-next-start it may keep running: the backup is prepared beside its data and
            restored at the daemon's next start.

            Every scene gets a new epoch: devices load it from the backup, and resubmit the
            later changes that they still store. Devices and users revoked since stay
            revoked; open invitations are withdrawn. The replaced database is kept as
            navsync.sqlite.before-restore, which can be restored in turn.

            The store keeps its identity, to which the devices are bound. If the original
            stays in use elsewhere, pass --as-copy: devices then treat the copy as another
            store, and submit nothing to it unless they adopt it. On the same machine this
            is detected automatically.

            The rows are copied into a new database and verified. A backup with foreign
            schema objects (a trigger, a table) or damaged rows is refused; with
            --tolerate-damage its undamaged scenes are restored.

            EXAMPLES:
              sudo systemctl stop navsyncd.socket navsyncd-tcp.socket navsyncd.service
              sudo navctl restore /var/backups/navsync.backup
              sudo systemctl start navsyncd.socket navsyncd.service

              sudo navctl restore navsync.backup --at-next-start
              sudo systemctl restart navsyncd
            """)

    @Argument(help: ArgumentHelp("The backup to restore", valueName: "file"))
    var file: String

    @Flag(help: "Prepare the backup, and restore it at the daemon's next start")
    var atNextStart = false

    @Flag(
        help: "Create a new store, while the original stays in use elsewhere")
    var asCopy = false

    @Flag(help: "Restore a backup with damaged scenes, and list those")
    var tolerateDamage = false

    @OptionGroup var copy: CopyOptions

    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let directory = copy.directory
        let (file, isPrepared, isCopy) = (file, atNextStart, asCopy)
        let toleratesDamage = tolerateDamage
        do {
            let progress = ProgressLine(copy.progress)
            let summary = try await Copying.run(
                progress, ifInterrupted: "nothing has changed"
            ) { step in
                // Before this process becomes another user: the file may be for this one alone.
                let backup = try OpenedDatabase(opening: file)
                try directory.becomeOwner()
                return isPrepared
                    ? try SQLiteStore.prepareRestore(
                        of: backup, for: directory.database, asCopy: isCopy,
                        toleratesDamage: toleratesDamage, progress: step)
                    : try SQLiteStore.restore(
                        backup, to: directory.database, asCopy: isCopy,
                        toleratesDamage: toleratesDamage, progress: step)
            }
            try write(CopyReport(summary, of: file, in: directory))
        } catch StoreError.damaged(let why) {
            let advice: TerminalText =
                tolerateDamage
                ? "use another one"
                : "use another one, or --tolerate-damage if only scenes are damaged"
            throw CommandError(
                message: "'\(file)' is damaged, or no backup, and nothing has changed: \(why)",
                advice: advice)
        } catch StoreError.inUse {
            throw CommandError(
                message: "navsyncd is running on \(directory.path), and nothing has changed",
                advice: "stop it first (systemctl stop navsyncd.socket navsyncd-tcp.socket "
                    + "navsyncd.service), or use --at-next-start and restart it")
        }
    }

    private func write(_ report: CopyReport) throws {
        for why in report.summary.damage {
            Console.print("\(why): copied unchanged, this scene can't be read")
        }
        switch options.output {
        case .json:
            try options.results.write(
                object: Joined(report.object, RestoreJSON(atNextStart: atNextStart)))
        case .text:
            let path = report.directory.path
            try options.results.write(
                text: atNextStart
                    ? "\(path): prepared \(report.words): restart navsyncd to restore it\n"
                    : "\(path): restored \(report.words): start navsyncd\n")
        }
    }
}

/// The part of a restore, beside that of all copies, as JSON.
private struct RestoreJSON: Encodable {
    let atNextStart: Bool
}
