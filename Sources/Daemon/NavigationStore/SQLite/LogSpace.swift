internal import Glibc
internal import POSIX

/// The space of the write-ahead log in its file: a commit that writes over zeros is synced at once,
/// while one that makes the file longer has the file system write down the new length, too.
///
/// On ext4 with its journal a lone change takes 600 µs so, and 840 otherwise; on a virtual machine's
/// disk. SQLite takes zeros for the end of the log.
struct LogSpace {
    let path: String
    /// Bytes of the log, with its header.
    let used: Int
    /// Bytes of the file.
    let size: Int

    /// The least bytes that are prepared at once, and of those left when more are: 15 lone commits.
    private static let least = 65_536
    /// The most: they are written and synced together with a commit.
    private static let most = 524_288

    /// Writes zeros to the end of the file if little of it is left: as many as the log has bytes,
    /// within bounds. Without room on the disk the file stays as it is. On the writer's thread
    /// after a commit; not synced.
    func prepare() {
        guard size - used < Self.least,
            let file = try? FileDescriptor(opening: path, O_WRONLY | O_NOFOLLOW)
        else { return }
        file.appendZeros(min(max(used, Self.least), Self.most), at: size)
    }
}
