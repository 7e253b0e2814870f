/// The files beside a database, all named after it.
struct SideFiles: Sendable {
    /// The database.
    let path: String

    /// Held by the process that uses the database.
    var lock: String { path + ".lock" }
    /// Tells the database from a copy that was put back.
    var token: TokenFile { TokenFile(path: path + ".token") }
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
}
