internal import DatabaseFiles
internal import SQLite
internal import NavigationModel

/// A table whose rows carry a checksum over all their columns, since SQLite would not detect a
/// flipped bit: no row that decides on access is trusted without it.
struct CheckedTable: Sendable {
    /// Its name.
    let name: String
    /// The primary key columns.
    let key: [String]
    /// The other columns, except `checksum`, which is the last.
    let rest: [String]

    /// Inserts a row, or replaces the one with the same key; a value for each column, in order.
    func put(_ values: [DatabaseValue], _ db: Database) throws {
        let columns = key + rest + ["checksum"]
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let changes = columns.dropFirst(key.count).map { "\($0) = excluded.\($0)" }
        try db.run(
            "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places)) "
                + "ON CONFLICT (\(key.joined(separator: ", "))) "
                + "DO UPDATE SET \(changes.joined(separator: ", "))",
            StatementArguments(values + [Checksum.of(values, in: name).databaseValue]))
    }

    /// Calls `body` with each row that satisfies `condition`, which may continue with an order and
    /// a limit; throws ``StoreError/damaged(_:)`` at the first corrupt one.
    func forEachRow(
        where condition: String, _ arguments: StatementArguments, _ db: Database,
        _ body: (Row) throws -> Void
    ) throws {
        let columns = (key + rest + ["checksum"]).joined(separator: ", ")
        try db.forEachRow("SELECT \(columns) FROM \(name) WHERE \(condition)", arguments) { row in
            let values = Array(row.databaseValues)
            guard
                try row.integer(values.count - 1)
                    == Checksum.of(values.dropLast(), in: name)
            else {
                throw StoreError.damaged("a row of the table \(name) has a wrong checksum")
            }
            try body(row)
        }
    }

    /// Reads the values of all sound rows.
    func soundRows(_ db: Database) throws -> [[DatabaseValue]] {
        let columns = (key + rest + ["checksum"]).joined(separator: ", ")
        var rows: [[DatabaseValue]] = []
        try db.forEachRow("SELECT \(columns) FROM \(name)", []) { row in
            let values = Array(row.databaseValues)
            guard
                try row.optionalInteger(values.count - 1)
                    == Checksum.of(values.dropLast(), in: name)
            else { return }
            rows.append(Array(values.dropLast()))
        }
        return rows
    }
}
