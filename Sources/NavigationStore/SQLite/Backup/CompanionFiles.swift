internal import Files

/// The files beside a database, all named after it.
struct CompanionFiles: Sendable {
    /// The database.
    let path: String

    /// Held by the process that uses the database.
    var lock: String { path + ".lock" }
    /// Tells the database from a copy that was put back.
    var token: LineageToken { LineageToken(path: path + ".token") }
    /// Keeps the newest of what was acknowledged.
    var mark: String { path + ".mark" }
    /// Keeps who was shut out.
    var revocations: RevocationJournal { RevocationJournal(path: path + ".revocations") }
    /// Holds room for what may be written when the disk is full.
    var reserve: String { path + ".reserve" }
    /// A backup that is being made ready to take the database's place.
    var restoring: String { path + ".restoring" }
    /// A backup that is ready, whole and durable, to take the database's place at the next start.
    var restored: String { path + ".restored" }
    /// The database whose place the last backup took.
    var beforeRestore: String { path + ".before-restore" }

    /// Says what is left of a database that is not there; `nil` if nothing is: then there never was one.
    ///
    /// - Parameter others: what else says that there was one.
    func trace(besides others: [String]) throws(FileError) -> String? {
        var traces = others
        for file in [token.path, mark, revocations.path, beforeRestore]
        where try DurableFiles.size(of: file) != nil {
            traces.append(file)
        }
        guard !traces.isEmpty else { return nil }
        return "there is no database at \(path), though there was one: "
            + "\(traces.joined(separator: ", ")) \(traces.count == 1 ? "is" : "are") left of it: mount the disk that it is on, or restore "
            + "a backup"
    }

    /// Takes away what belongs to no database any more. Who was shut out stays so, and the mark says what
    /// devices may bring back.
    func removeTraces() throws(FileError) {
        try DurableFiles.remove(token.path)
    }
}
