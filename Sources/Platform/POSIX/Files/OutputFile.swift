internal import Glibc

/// A file that somebody names for a result, whatever kind of file that is.
///
/// A regular file is replaced whole, through symbolic links that lead to it, and keeps its owner
/// and permissions. Everything else that has a name (a device, a pipe, a terminal) is opened and
/// written to: never is something else put in its place.
package struct OutputFile: Sendable {
    /// The kind of file that is there.
    package enum Kind: Hashable, Sendable {
        /// None, and no link either.
        case missing
        /// A regular file, and where it is: links are followed.
        case regular(String)
        /// Anything else, or a link that leads nowhere.
        case other
    }

    /// The name that was given.
    package let path: String

    /// Names a file; touches nothing.
    package init(_ path: String) {
        self.path = path
    }

    /// Looks at what is there.
    package var kind: Kind {
        get throws(FileError) { try look().kind }
    }

    /// Writes the whole content. Blocks, for a pipe until somebody reads it.
    ///
    /// - Parameter isPrivate: whether a new file is for its owner alone; else it has the
    ///   permissions that the umask leaves.
    package func write(_ content: [UInt8], isPrivate: Bool = false) throws(FileError) {
        let (kind, status) = try look()
        if kind != .missing, let standard = Self.standard(status) {
            return try DurableFiles.write(content, to: standard, path)
        }
        switch kind {
        case .missing:
            try Replacement.write(content, to: path, as: isPrivate ? .owners : .standard)
            syncName(path)
        case .regular(let target):
            // A caller with another name for it means both; where no file can be made, one can be
            // written.
            guard status.st_nlink == 1 else { return try writeThrough(content) }
            do throws(FileError) {
                try Replacement.write(content, to: target, as: .like(status))
                syncName(target)
            } catch  where [EACCES, EPERM, EROFS].contains(error.code) {
                try writeThrough(content)
            }
        case .other:
            try writeThrough(content)
        }
    }

    /// Opens what is there for writing, emptied if it is a file; makes what a link names. Blocks as
    /// ``write(_:isPrivate:)`` does.
    package func open() throws(FileError) -> CInt {
        do throws(FileError) { return try open(0) } catch  where error.code == ENOENT {
            return try open(O_CREAT)
        }
    }

    private func open(_ flags: CInt) throws(FileError) -> CInt {
        let flags = O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC | flags
        while true {
            let descriptor = unsafe Glibc.open(path, flags, 0o666)
            if descriptor >= 0 { return descriptor }
            guard errno == EINTR else { throw FileError("write", path) }
        }
    }

    private func writeThrough(_ content: [UInt8]) throws(FileError) {
        let descriptor = try open()
        defer { close(descriptor) }
        try DurableFiles.write(content, to: descriptor, path)
        // What can't be synced, as a pipe can't, need not be.
        guard fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno) else {
            throw FileError("sync", path)
        }
    }

    private func look() throws(FileError) -> (kind: Kind, status: stat) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileError("write", path) }
            return (unsafe lstat(path, &status) == 0 ? .other : .missing, status)
        }
        if let kind = FileKind(status.st_mode) {
            guard kind != .directory else { throw FileError("write", path, kind) }
            return (.other, status)
        }
        // A link of `/proc` may lead where no name does any more.
        guard let target = Self.target(path, status) else { return (.other, status) }
        return (.regular(target), status)
    }

    /// Returns the name of a file without links on the way, if it has one.
    private static func target(_ path: String, _ status: stat) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        let target = unsafe String(cString: resolved)
        var named = stat()
        guard unsafe lstat(target, &named) == 0, named.st_dev == status.st_dev,
            named.st_ino == status.st_ino
        else { return nil }
        return target
    }

    /// Returns the descriptor, of standard output and standard error, that leads to this file
    /// already: to replace or to empty what a shell has opened would lose what others write there.
    private static func standard(_ status: stat) -> CInt? {
        [STDOUT_FILENO, STDERR_FILENO].first { descriptor in
            var open = stat()
            return unsafe fstat(descriptor, &open) == 0 && open.st_dev == status.st_dev
                && open.st_ino == status.st_ino
        }
    }

    /// Syncs a directory, if that is possible: some can be written in and not read, or not synced,
    /// and the content is on disk.
    private func syncName(_ path: String) {
        try? DurableFiles.syncDirectory(DurableFiles.directory(of: path))
    }
}
