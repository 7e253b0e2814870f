internal import Files
internal import NavigationModel

/// Tells a database that goes on from a copy of it that was put back.
///
/// The database and a file beside it hold the same random token, which is renewed at each claim,
/// each note of the time lived and each close. A copy of the database made before has another one.
/// Both are moved together or are a copy; without the file, the database counts as a copy.
///
/// The two are written one after the other, and a crash may come between: so the file first names
/// both the present and the next token, then the database takes the next, then the file forgets the
/// former. Whichever step is the last, the database's token is among the file's.
struct LineageToken: Sendable {
    /// The place where it is.
    let path: String

    /// The token of a database that nobody has claimed yet.
    static let none: UInt64 = 0

    /// A fresh token.
    static func random() -> UInt64 { .random(in: 1 ... .max) }

    /// The tokens of a database that goes on. What can't be read as a token is none.
    func accepted() throws(FileError) -> Set<UInt64> {
        guard let size = try DurableFiles.size(of: path) else { return [Self.none] }
        let text = String(
            decoding: try DurableFiles.read(path, atMost: min(size, 4_096)), as: UTF8.self)
        let tokens = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.utf8.count == 16 ? UInt64(line, radix: 16) : nil
        }
        return Set(tokens.compactMap { $0 })
    }

    /// Makes these the tokens of a database that goes on, durably.
    func accept(_ tokens: [UInt64]) throws(FileError) {
        let lines = [
            "# Belongs to the database beside it: move both or neither. Without this file the next",
            "# start takes the database for a copy, and every scene begins a new epoch.",
        ]
        let text = (lines + tokens.map(\.hexadecimal)).joined(separator: "\n") + "\n"
        try DurableFiles.replace(path, with: Array(text.utf8))
    }
}
