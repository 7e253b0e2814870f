internal import POSIX

/// A record, outside of the data directory, of the store's last location: it alone shows, when the
/// data directory is empty, that it was not before. It is in a directory that the daemon has for
/// other purposes.
package struct StoreRecord: Sendable {
    /// The path of the record.
    let path: String

    /// The record's file name.
    package static let fileName = "store"
    /// The maximum length of a path, in bytes.
    private static let length = 4_096

    /// Creates the record in a directory.
    package init(in directory: String) {
        path = "\(directory)/\(Self.fileName)"
    }

    /// Returns a description of the record that there was a store at `database`; `nil` if there is
    /// none.
    package func trace(of database: String) -> String? {
        guard (try? DurableFiles.size(of: path)) ?? nil != nil,
            let bytes = try? DurableFiles.read(path, atMost: Self.length),
            String(decoding: bytes, as: UTF8.self) == Self.text(of: database)
        else { return nil }
        return "the note '\(path)'"
    }

    /// Records a store at `database`. A failure is no reason not to serve.
    func note(_ database: String) {
        guard trace(of: database) == nil else { return }
        try? DurableFiles.replace(path, with: Array(Self.text(of: database).utf8))
    }

    private static func text(of database: String) -> String {
        let directory = DurableFiles.canonical(DurableFiles.directory(of: database))
        return "\(directory)/\(database.split(separator: "/").last ?? "")\n"
    }
}
