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
        case EEXIST where FileKind(of: path) == .directory: return
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
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(of: path) } catch  where error.code == ENOENT
        {
            return nil
        }
        if let kind = status.kind { throw FileError("read", path, kind) }
        return status.size
    }

    /// Reads the beginning of a file.
    package static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
        try FileDescriptor(opening: path, O_RDONLY).readAll(atMost: limit)
    }

    /// Calls `body` with a file's bytes, so many at a time and in order, until it returns `false`
    /// or there are no more.
    ///
    /// - Throws: ``FileError``, or what `body` throws.
    package static func forEachChunk(
        of path: String, length: Int, _ body: ([UInt8]) throws -> Bool
    ) throws {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        while true {
            let chunk = try file.readAll(atMost: length)
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
        let file = try FileDescriptor(opening: path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW)
        try file.write(content)
        try file.sync()
        if isNew { try syncDirectory(directory(of: path)) }
    }

    /// Creates an empty file (mode 0600), in the place of one that is there.
    package static func createEmpty(_ path: String) throws(FileError) {
        try remove(path)
        _ = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL, to: "create")
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
        guard let first = try? FileStatus(of: path), let second = try? FileStatus(of: other) else {
            return false
        }
        return first.isSameFile(as: second)
    }

    /// Creates a directory (mode 0700) of a name that nobody else has, in `TMPDIR` or `/tmp`;
    /// returns its absolute path.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of its name.
    ///   - longestParent: the bytes beyond which the path of `TMPDIR` is too long.
    package static func createTemporaryDirectory(
        _ prefix: String, longestParent: Int = .max
    ) throws(FileError) -> String {
        let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        let isUsable = named.hasPrefix("/") && named.utf8.count <= longestParent
        let parent = isUsable ? named : "/tmp"
        var template = Array("\(parent)/\(prefix)-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw FileError("create a directory in", parent)
        }
        let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Makes what a file contains survive a loss of power.
    package static func syncFile(_ path: String) throws(FileError) {
        try FileDescriptor(opening: path, O_RDWR).sync()
    }

    /// Makes the names in a directory survive a loss of power.
    package static func syncDirectory(_ path: String) throws(FileError) {
        try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
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
}
