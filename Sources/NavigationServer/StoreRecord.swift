internal import Files

/// A note, outside of the data directory, of where the store was last: that alone tells, when the data
/// directory is empty, that it was not before. It is in a directory that the daemon has for other things.
package struct StoreRecord: Sendable {
    /// The place where it is.
    let path: String

    /// The note's name.
    package static let fileName = "store"
    /// A path is not longer.
    private static let length = 4_096

    /// The note in a directory.
    package init(in directory: String) {
        path = "\(directory)/\(Self.fileName)"
    }

    /// Says that there was a store at `database`; `nil` if there is no note of it.
    package func trace(of database: String) -> String? {
        guard (try? DurableFiles.size(of: path)) ?? nil != nil,
            let bytes = try? DurableFiles.read(path, atMost: Self.length),
            String(decoding: bytes, as: UTF8.self) == Self.text(of: database)
        else { return nil }
        return "the note '\(path)'"
    }

    /// Notes that there is a store at `database`. That it can't be noted is no reason not to serve.
    func note(_ database: String) {
        guard trace(of: database) == nil else { return }
        try? DurableFiles.replace(path, with: Array(Self.text(of: database).utf8))
    }

    private static func text(of database: String) -> String {
        let directory = DurableFiles.canonical(DurableFiles.directory(of: database))
        return "\(directory)/\(database.split(separator: "/").last ?? "")\n"
    }
}
