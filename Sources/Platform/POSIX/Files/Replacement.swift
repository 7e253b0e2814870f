internal import Glibc

/// The one way in which a regular file takes the place of another: written beside it, under a name
/// that nobody can foresee, made durable and renamed. Others see the old file or the new one.
enum Replacement {
    /// The owner and the permissions of the new file.
    enum Permissions {
        /// Mode 0600.
        case owners
        /// The bits that the process's umask leaves.
        case standard
        /// As an existing file has them.
        case like(FileStatus)
    }

    /// Writes `content` to a file that takes the place of the one at `path`, if there is one.
    /// `path` itself is not followed if it is a symbolic link. The name is durable once the
    /// directory is synced, which is the caller's.
    ///
    /// - Throws: ``FileError``, and then `path` is as it was.
    static func write(
        _ content: [UInt8], to path: String, as permissions: Permissions
    ) throws(FileError) {
        let draft = DurableFiles.directory(of: path) + "/.navsync-" + name()
        let mode: mode_t =
            switch permissions {
            case .owners, .like: 0o600
            case .standard: 0o666
            }
        let file = try FileDescriptor(
            opening: draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode, named: path,
            to: "write")
        do throws(FileError) {
            if case .like(let status) = permissions { try applyAttributes(status, file) }
            try file.write(content)
            try file.sync()
            guard unsafe rename(draft, path) == 0 else { throw FileError("write", path) }
        } catch {
            _ = unsafe unlink(draft)
            throw error
        }
    }

    /// Gives the file an owner and permissions. Owner first: giving a file away takes special
    /// permissions from it.
    private static func applyAttributes(
        _ status: FileStatus, _ file: FileDescriptor
    ) throws(FileError) {
        if status.owner != geteuid() || status.group != getegid() {
            guard fchown(file.number, status.owner, status.group) == 0 else {
                throw FileError("keep the owner of", file.name)
            }
        }
        guard fchmod(file.number, status.permissions) == 0 else {
            throw FileError("keep the permissions of", file.name)
        }
    }

    private static func name() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
