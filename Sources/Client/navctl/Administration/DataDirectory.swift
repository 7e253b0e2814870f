internal import ArgumentParser
internal import CommandLine
internal import Glibc
internal import NavigationClient
internal import NavigationModel
internal import NavigationStore
internal import NavigationText
internal import POSIX

/// The common options of backups and restores.
struct CopyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The data directory of navsyncd; default: the user's, else the system's",
            valueName: "directory"))
    var dataDirectory: String?

    @Flag(inversion: .prefixedNo, help: "Show progress (default: on a terminal)")
    var progress: Bool?

    /// The daemon's directory.
    var directory: DataDirectory { DataDirectory(given: dataDirectory) }
}

/// The directory of a daemon on this machine, as other processes see it.
struct DataDirectory {
    /// The path of the directory.
    let path: String

    /// The daemon's database.
    var database: String { path + "/navsync.sqlite" }

    /// The given directory, or that of the daemon that is found by default.
    init(given: String?) {
        path = Locations().dataDirectory(given: given)
    }

    /// A Boolean value indicating whether the directory is there.
    var exists: Bool { (try? FileStatus(of: path)) != nil }

    /// Throws unless the database is there, for this process to read.
    func checkDatabase() throws(CommandError) {
        guard unsafe faccessat(AT_FDCWD, database, R_OK, AT_EACCESS) == 0 else {
            throw commandError(errno, "no navsyncd database in \(path)")
        }
    }

    /// Becomes the user who owns the directory, for good: files that root makes there are to be the
    /// daemon's, and a compromised daemon must not lead root elsewhere by what it puts there.
    ///
    /// - Throws: `CommandError`, also if this process may not write there.
    func becomeOwner() throws(CommandError) {
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(of: path) } catch {
            // One's own is made as needed; the owner of another's is unknown.
            if error.code == ENOENT, geteuid() != 0 { return }
            throw commandError(
                error.code, "no directory \(path)",
                advice: "start navsyncd once to create it, or use --data-directory")
        }
        if geteuid() == 0, status.owner != 0 {
            guard setgroups(0, nil) == 0, setgid(status.group) == 0, setuid(status.owner) == 0
            else { throw .system("run as the owner of \(path)") }
        }
        guard unsafe faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else {
            throw commandError(errno, "\(path) can't be used")
        }
    }

    private func commandError(
        _ code: Int32, _ missing: String, advice: TerminalText = "use --data-directory"
    ) -> CommandError {
        switch code {
        case EACCES, EPERM:
            CommandError(
                message: "permission denied on \(path)",
                advice: "run as root or as the daemon's user, or use --data-directory",
                status: .notPermitted)
        case ENOENT:
            CommandError(message: "\(missing)", advice: advice)
        default:
            .system("use \(path)")
        }
    }
}

/// The report of a copy, for people and for programs.
struct CopyReport {
    /// The content of the backup.
    let summary: BackupSummary
    /// The backup.
    let file: String
    /// The directory of the daemon.
    let directory: DataDirectory

    init(_ summary: BackupSummary, of file: String, in directory: DataDirectory) {
        self.summary = summary
        self.file = file
        self.directory = directory
    }

    /// For programs.
    var object: CopyJSON {
        CopyJSON(
            bytes: JSON(summary.length), damage: summary.damage, directory: directory.path,
            file: file, made: made?.rfc3339, scenes: JSON(summary.scenes),
            users: JSON(summary.users))
    }

    /// For people: `3 users, 14 scenes, as of 2026-11-21 14:09:58`.
    var words: String {
        let users = summary.users == 1 ? "1 user" : "\(summary.users) users"
        let scenes = summary.scenes == 1 ? "1 scene" : "\(summary.scenes) scenes"
        return "\(users), \(scenes)" + (made.map { ", as of \($0.local)" } ?? "")
    }

    /// The time when the backup was made; `nil` for a copy that was made by hand.
    private var made: Timestamp? { summary.made.flatMap { $0.rawValue > 0 ? $0 : nil } }
}

/// The report of a copy as JSON.
struct CopyJSON: Encodable {
    fileprivate let bytes: JSON
    fileprivate let damage: [String]
    fileprivate let directory: String
    fileprivate let file: String
    fileprivate let made: String?
    fileprivate let scenes: JSON
    fileprivate let users: JSON
}
