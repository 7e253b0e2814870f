internal import POSIX

/// The files beside a database, all named after it.
struct CompanionFiles: Sendable {
    /// The database.
    let path: String

    /// The lock file, held by the process that uses the database.
    var lock: String { path + ".lock" }
    /// The token that distinguishes the database from a restored copy.
    var token: LineageToken { LineageToken(path: path + ".token") }
    /// The record of the newest acknowledged commits.
    var mark: String { path + ".mark" }
    /// The journal of revocations.
    var revocations: RevocationJournal { RevocationJournal(path: path + ".revocations") }
    /// The reserve of disk space for writes when the disk is full.
    var reserve: String { path + ".reserve" }
    /// A backup being prepared to replace the database.
    var restoring: String { path + ".restoring" }
    /// A backup that is ready, whole and durable, to replace the database at the next start.
    var restored: String { path + ".restored" }
    /// The database that the last restore replaced.
    var beforeRestore: String { path + ".before-restore" }

    /// Returns the evidence of a database that is missing; `nil` if there is none: then there never
    /// was one.
    func trace(besides others: [String]) throws(FileError) -> String? {
        var traces = others
        for file in [token.path, mark, revocations.path, beforeRestore]
        where try DurableFiles.size(of: file) != nil {
            traces.append(file)
        }
        guard !traces.isEmpty else { return nil }
        let verb = traces.count == 1 ? "exists" : "exist"
        return "the database \(path) is missing, but \(traces.joined(separator: ", ")) \(verb): "
            + "mount its disk, or restore a backup"
    }

    /// Removes the files that belong to no database any more. Revocations stay in force, and the
    /// mark keeps what devices may heal.
    func removeTraces() throws(FileError) {
        try DurableFiles.remove(token.path)
    }
}
