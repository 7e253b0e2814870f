internal import DatabaseFiles
internal import POSIX
internal import FoundationEssentials
internal import SQLite
internal import Glibc
internal import NavigationModel

extension DeviceDatabase {
    /// Creates the database, with the device's identity in it, unless it exists. The creator holds
    /// a lock; all other processes see no file, or the whole file.
    static func createIfMissing(
        _ file: DatabaseFile, in path: String, name: DeviceName?, makingID: () -> DeviceID
    ) throws {
        try DurableFiles.createDirectory(path)
        try PathTrust.check(directory: path)
        if try file.exists() { return }
        let deadline = ContinuousClock.now + DeviceLimits.timeout
        guard let lock = try FileLock.acquire(path + "/open.lock", before: deadline) else {
            throw DatabaseFileError(
                .unavailable, "timed out waiting for another process to create \(path)",
                advice: "try again")
        }
        defer { lock.release() }
        if try file.exists() { return }
        guard let name else {
            throw DatabaseFileError(
                .unusable, "no device in \(path) yet", advice: "name it to create it")
        }
        try file.create { db in
            let id = makingID().column
            try db.run(
                "INSERT INTO device (id, name, checksum) VALUES (?, ?, ?)",
                [id, name.rawValue, checksum(of: id)])
        }
    }

    /// Checks whether the log has frames behind a corrupt one: SQLite drops them, and overwrites
    /// them. Then the log is copied for a report; the device continues.
    static func saveCorruptLog(of file: DatabaseFile, in path: String) throws -> String? {
        let log = file.path + "-wal"
        // The process that closes it last removes it.
        guard let corruption = try? WriteAheadLog.corruption(in: log) else { return nil }
        let report = "\(path)/reports/log-\(corruption.frame)-of-\(corruption.count)"
        let what = "this device's own log \(log) is damaged: \(corruption)"
        // The frames behind the corrupt one are overwritten from here on.
        if try DurableFiles.size(of: "\(report)/about.txt") == nil {
            try DurableFiles.createDirectory(report)
            let bytes = try DurableFiles.read(log, atMost: DurableFiles.size(of: log) ?? 0)
            try DurableFiles.replace("\(report)/device.sqlite-wal", with: bytes)
            try DurableFiles.replace("\(report)/about.txt", with: Array("\(what)\n".utf8))
        }
        return "\(what): pending changes in it may be lost; it was saved in \(report)"
    }

    /// Compares the database with the newest change known to have been saved. A change that it
    /// lacks was lost with the end of the log, or the database is an earlier copy that was
    /// restored; no new change gets its number.
    static func lostEnd(
        _ db: Database, after mark: DeviceMark, in file: DatabaseFile
    ) throws -> String? {
        guard let marked = mark.newest, case let newest = try newestChange(db), newest < marked
        else {
            return nil
        }
        try db.run("DELETE FROM sqlite_sequence WHERE name = 'entry'", [])
        try db.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('entry', ?)", [marked])
        return
            "this device's database \(file.path) ends at change \(newest), but had change \(marked): an "
            + "earlier copy was restored, or its end was lost; later pending changes are lost"
    }

    /// Returns the number of the newest change ever saved.
    static func newestChange(_ db: Database) throws -> Int64 {
        try db.row("SELECT seq FROM sqlite_sequence WHERE name = 'entry'", [])?.integer(0) ?? 0
    }

    /// Opens the database for several processes: a writer waits for the others.
    static func open(_ file: DatabaseFile) throws -> DatabaseQueue {
        var configuration = DatabaseFile.configuration()
        // A write takes a millisecond or a sync of the disk. With many waiting, all would spend
        // their time on polling: so each polls less often the longer it waits.
        configuration.busyMode = .callback { count in
            let pause = min(1_000 * (count + 1), 20_000)
            usleep(useconds_t(Int.random(in: pause / 2...pause * 3 / 2)))
            return count < Self.busyTries
        }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.inDatabase { db in
            // Consistent: another process may migrate it meanwhile.
            try db.inTransaction(.deferred) {
                try file.format.checkKind(db, at: file.path)
                try file.format.checkSchema(db, at: file.path)
                return .commit
            }
            try file.makeDurable(db)
            try file.format.migrate(db)
        }
        return queue
    }

    /// The number of polls that take ``DeviceLimits/timeout`` in all.
    private static let busyTries = Int(DeviceLimits.timeout / .milliseconds(20)) + 10

    /// Returns the checksum of a device's id, as stored in `device.checksum`.
    static func checksum(of id: Data) -> Int64 {
        Checksum.of([id.databaseValue], in: "device")
    }

    /// Reads the device's identity, and renames it if there is another name.
    static func identity(
        _ db: Database, renamedTo newName: DeviceName?, in file: DatabaseFile
    ) throws -> (DeviceID, DeviceName) {
        guard let row = try db.row("SELECT id, name, checksum FROM device", []),
            let id = DeviceID(column: try row.bytes(0)),
            try row.optionalInteger(2) == checksum(of: id.column),
            let name = DeviceName(rawValue: try row.text(1))
        else { throw DatabaseFileError.damaged(file.path, "the device id is missing") }
        guard let newName, newName != name else { return (id, name) }
        try db.run("UPDATE device SET name = ?", [newName.rawValue])
        return (id, newName)
    }
}
