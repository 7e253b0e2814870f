internal import Glibc

/// A file as its file system knows it, at one moment.
package struct FileStatus: Hashable, Sendable {
    /// The file system's number.
    package let device: UInt64
    /// The file's number in it.
    package let inode: UInt64
    /// Bytes from its beginning to its end.
    package let size: Int
    /// Bytes that it takes: less than ``size`` where it has holes, or is compressed.
    package let allocated: Int

    /// Reads the status of the file that a path leads to; `nil` if there is none, or it can't be
    /// read.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        allocated = Int(status.st_blocks) * 512
    }

    /// Returns a Boolean value indicating whether both are the same file, whatever is in it.
    package func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}
