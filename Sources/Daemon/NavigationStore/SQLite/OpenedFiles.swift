internal import DatabaseFiles
internal import POSIX
internal import Synchronization

/// The two files of an open database, checked for being removed, truncated or replaced.
final class OpenedFiles: Sendable {
    private let path: String
    private let pageSize: Int
    private let database: FileStatus
    private let log: FileStatus
    private let last: Mutex<Last>

    /// The result of the last check.
    private struct Last {
        /// The database's size: it never shrinks.
        var size: Int
        /// Bytes allocated for the log on a compressing file system, where whole files take less
        /// than their length.
        var compressed: Int?
        var isTruncated = false
    }

    /// Records the present files: the database and its log have just been opened.
    init(_ path: String, pageSize: Int) throws(StoreError) {
        guard let database = try? FileStatus(of: path),
            let log = try? FileStatus(of: path + "-wal")
        else {
            throw .filesMissing("\(path) was removed")
        }
        self.path = path
        self.pageSize = pageSize
        self.database = database
        self.log = log
        last = Mutex(Last(size: database.size))
    }

    /// A Boolean value indicating whether a file was found truncated: then the log must not be
    /// written into the database, which would get its holes. A removed file is whole as long as it
    /// is open.
    var isTruncated: Bool { last.withLock { $0.isTruncated } }

    /// Throws ``StoreError/filesMissing(_:)`` if one of them was removed, was replaced, or is
    /// shorter than what was written to it. Returns the space of the log.
    @discardableResult
    func check(pagesInLog pages: Int) throws(StoreError) -> LogSpace {
        try last.withLock { last throws(StoreError) in
            let database = try check(at: path, self.database)
            guard database.size >= last.size else {
                last.isTruncated = true
                throw .filesMissing(
                    "\(path) was truncated from \(last.size) to \(database.size) bytes")
            }
            last.size = database.size
            return try check(atLogOf: pages, &last)
        }
    }

    private func check(atLogOf pages: Int, _ last: inout Last) throws(StoreError) -> LogSpace {
        let name = path + "-wal"
        let log = try check(at: name, self.log)
        let length =
            WriteAheadLog.headerLength + pages * (WriteAheadLog.frameHeaderLength + pageSize)
        guard pages == 0 || log.size >= length else {
            last.isTruncated = true
            throw .filesMissing("\(name) was truncated to \(log.size) bytes of \(length)")
        }
        let space = LogSpace(path: name, used: length, size: log.size)
        // One that was truncated and then written to has a hole.
        guard pages > 0, log.allocated < length else { return space }
        guard log.allocated < last.compressed ?? .max else { return space }
        if let whole = try? WriteAheadLog(at: name)?.whole, whole < pages {
            last.isTruncated = true
            throw .filesMissing("\(name) was truncated: \(whole) of \(pages) pages left")
        }
        last.compressed = log.allocated
        return space
    }

    private func check(at path: String, _ opened: FileStatus) throws(StoreError) -> FileStatus {
        guard let found = try? FileStatus(of: path) else {
            throw .filesMissing("\(path) was removed, or its directory was moved")
        }
        guard found.isSameFile(as: opened) else {
            throw .filesMissing("\(path) was replaced by another file")
        }
        return found
    }
}
