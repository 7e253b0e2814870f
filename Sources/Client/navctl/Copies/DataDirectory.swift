internal import Glibc
internal import NavigationClient
internal import NavigationText

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

    /// Throws unless the database is there, for this process to read.
    func checkDatabase() throws(CommandError) {
        guard unsafe faccessat(AT_FDCWD, database, R_OK, AT_EACCESS) == 0 else {
            throw commandError(errno, "there is no database of navsyncd in \(path)")
        }
    }

    /// Becomes the user who owns the directory, for good: files that root makes there are to be the
    /// daemon's, and a compromised daemon must not lead root elsewhere by what it puts there.
    ///
    /// - Throws: ``CommandError``, also if this process may not write there.
    func becomeOwner() throws(CommandError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // One's own is made as needed; the owner of another's is unknown.
            if errno == ENOENT, geteuid() != 0 { return }
            throw commandError(
                errno, "there is no directory \(path): start navsyncd once, which makes it, or")
        }
        if geteuid() == 0, status.st_uid != 0 {
            guard setgroups(0, nil) == 0, setgid(status.st_gid) == 0,
                setuid(status.st_uid) == 0
            else { throw .system("become the user who owns \(path)") }
        }
        guard unsafe faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0 else {
            throw commandError(errno, "\(path) can't be used")
        }
    }

    private func commandError(_ code: Int32, _ missing: String) -> CommandError {
        switch code {
        case EACCES, EPERM:
            CommandError(
                message: "\(path) is for root, and for the user that its navsyncd runs as: "
                    + "be one of them, or name another one with --data-directory",
                status: .notPermitted)
        case ENOENT:
            CommandError(message: "\(missing) name it with --data-directory")
        default:
            .system("use \(path)")
        }
    }
}
