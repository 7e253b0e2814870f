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
        get throws(FileError) { try inspect()?.kind ?? .missing }
    }

    /// Writes the whole content. Blocks, for a pipe until somebody reads it.
    ///
    /// - Parameter isPrivate: whether a new file is for its owner alone; else it has the
    ///   permissions that the umask leaves.
    package func write(_ content: [UInt8], isPrivate: Bool = false) throws(FileError) {
        guard let (kind, status) = try inspect() else {
            try Replacement.write(content, to: path, as: isPrivate ? .owners : .standard)
            return syncName(path)
        }
        if let standard = Self.standard(status) {
            return try FileDescriptor(duplicating: standard, named: path).write(content)
        }
        switch kind {
        case .regular(let target):
            // A caller with another name for it means both; where no file can be made, one can be
            // written.
            guard status.links == 1 else { return try writeThrough(content) }
            do throws(FileError) {
                try Replacement.write(content, to: target, as: .like(status))
                syncName(target)
            } catch  where [EACCES, EPERM, EROFS].contains(error.code) {
                try writeThrough(content)
            }
        case .missing, .other:
            try writeThrough(content)
        }
    }

    /// Opens what is there for writing, emptied if it is a file; makes what a link names. Blocks as
    /// ``write(_:isPrivate:)`` does.
    package func open() throws(FileError) -> FileDescriptor {
        do throws(FileError) { return try open(0) } catch  where error.code == ENOENT {
            return try open(O_CREAT)
        }
    }

    private func open(_ flags: CInt) throws(FileError) -> FileDescriptor {
        let flags = O_WRONLY | O_TRUNC | O_NOCTTY | flags
        return try FileDescriptor(opening: path, flags, mode: 0o666, to: "write")
    }

    private func writeThrough(_ content: [UInt8]) throws(FileError) {
        let file = try open()
        try file.write(content)
        do throws(FileError) { try file.sync() } catch {
            // What can't be synced, as a pipe can't, need not be.
            guard [EINVAL, EROFS, ENOTSUP].contains(error.code) else { throw error }
        }
    }

    /// Examines the file; `nil` if there is none, and no link either.
    private func inspect() throws(FileError) -> (kind: Kind, status: FileStatus)? {
        let status: FileStatus
        do throws(FileError) { status = try FileStatus(of: path, to: "write") } catch {
            guard error.code == ENOENT else { throw error }
            return (try? FileStatus(of: path, followsLinks: false)).map { (.other, $0) }
        }
        if let kind = status.kind {
            guard kind != .directory else { throw FileError("write", path, kind) }
            return (.other, status)
        }
        // A link of `/proc` may lead where no name does any more.
        let target = DurableFiles.canonical(path)
        guard let named = try? FileStatus(of: target, followsLinks: false),
            named.isSameFile(as: status)
        else { return (.other, status) }
        return (.regular(target), status)
    }

    /// Returns the descriptor, of standard output and standard error, that leads to this file
    /// already: to replace or to empty what a shell has opened would lose what others write there.
    private static func standard(_ status: FileStatus) -> CInt? {
        [STDOUT_FILENO, STDERR_FILENO].first { descriptor in
            let open = try? FileStatus(ofOpen: descriptor, named: "a standard stream")
            return open?.isSameFile(as: status) == true
        }
    }

    /// Syncs a directory, if that is possible: some can be written in and not read, or not synced,
    /// and the content is on disk.
    private func syncName(_ path: String) {
        try? DurableFiles.syncDirectory(DurableFiles.directory(of: path))
    }
}
