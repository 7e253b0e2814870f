internal import Glibc

/// The few file operations that durability needs, with errors that name the file.
///
/// For directories that nobody else writes in: see ``PathTrust``.
package enum DurableFiles {
    /// Returns the directory that holds `path`.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates a directory (mode 0700) and those above it where they are missing.
    package static func createDirectory(_ path: String) throws(FileError) {
        if unsafe mkdir(path, 0o700) == 0 { return try syncDirectory(directory(of: path)) }
        switch errno {
        case EEXIST where isDirectory(path): return
        case ENOENT where path != directory(of: path):
            try createDirectory(directory(of: path))
            // Somebody else may be creating the same directories.
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw FileError("create directory", path)
            }
            try syncDirectory(directory(of: path))
        case EEXIST: throw FileError("create directory", path, ENOTDIR)
        default: throw FileError("create directory", path)
        }
    }

    /// Returns the size of a file in bytes; `nil` if there is none.
    package static func size(of path: String) throws(FileError) -> Int? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw FileError("examine", path)
        }
        if let kind = FileKind(status.st_mode) { throw FileError("read", path, kind) }
        return Int(status.st_size)
    }

    /// Reads the beginning of a file.
    package static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        return try read(descriptor, path, atMost: limit)
    }

    private static func read(
        _ descriptor: CInt, _ path: String, atMost limit: Int
    ) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(
                    descriptor, buffer.baseAddress?.advanced(by: count), limit - count)
            }
            if got < 0 {
                if errno == EINTR { continue }
                throw FileError("read", path)
            }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    /// Calls `body` with a file's bytes, so many at a time and in order, until it returns `false`
    /// or there are no more.
    ///
    /// - Throws: ``FileError``, or what `body` throws.
    package static func forEachChunk(
        of path: String, length: Int, _ body: ([UInt8]) throws -> Bool
    ) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        while true {
            let chunk = try read(descriptor, path, atMost: length)
            guard !chunk.isEmpty, try body(chunk), chunk.count == length else { return }
        }
    }

    /// Replaces a file by one with this content (mode 0600), whole or not at all, durably.
    package static func replace(_ path: String, with content: [UInt8]) throws(FileError) {
        try Replacement.write(content, to: path, as: .owners)
        try syncDirectory(directory(of: path))
    }

    /// Appends to a file, durably; creates it (mode 0600) if there is none.
    package static func append(_ content: [UInt8], to path: String) throws(FileError) {
        let isNew = try size(of: path) == nil
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        try write(content, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw FileError("sync", path) }
        if isNew { try syncDirectory(directory(of: path)) }
    }

    /// Creates an empty file (mode 0600), in the place of one that is there.
    package static func createEmpty(_ path: String) throws(FileError) {
        try remove(path)
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("create", path) }
        close(descriptor)
    }

    /// Removes a file if it is there.
    package static func remove(_ path: String) throws(FileError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw FileError("remove", path) }
    }

    /// Renames a file within its directory, replacing another, and syncs the directory.
    package static func move(_ path: String, to target: String) throws(FileError) {
        guard unsafe rename(path, target) == 0 else { throw FileError("rename", path) }
        try syncDirectory(directory(of: target))
    }

    /// Returns a path without links and detours; the path itself if there is nothing.
    package static func canonical(_ path: String) -> String {
        guard let found = unsafe realpath(path, nil) else { return path }
        defer { unsafe Glibc.free(found) }
        return unsafe String(cString: found)
    }

    /// Returns a Boolean value indicating whether two paths lead to the same file.
    package static func isSame(_ path: String, as other: String) -> Bool {
        var first = stat()
        var second = stat()
        return unsafe stat(path, &first) == 0 && stat(other, &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Makes what a file contains survive a loss of power.
    package static func syncFile(_ path: String) throws(FileError) {
        try sync(path, O_RDWR)
    }

    /// Makes the names in a directory survive a loss of power.
    package static func syncDirectory(_ path: String) throws(FileError) {
        try sync(path, O_RDONLY | O_DIRECTORY)
    }

    /// Writes all of `content` to a descriptor; `path` is for the error.
    static func write(
        _ content: [UInt8], to descriptor: CInt, _ path: String
    ) throws(FileError) {
        var rest = content[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if written < 0 {
                if errno == EINTR { continue }
                throw FileError("write", path)
            }
            rest = rest.dropFirst(written)
        }
    }

    /// Returns the bytes that are free to ordinary processes in the file system of a path; 0 if it
    /// does not report them.
    package static func free(at path: String) -> UInt64 {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return 0 }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// Returns the bytes of the whole file system of a path; 0 if it does not report them.
    static func size(ofSystemAt path: String) -> UInt64 {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return 0 }
        return UInt64(status.f_blocks) * UInt64(status.f_frsize)
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func sync(_ path: String, _ flags: CInt) throws(FileError) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError("sync", path) }
    }
}
