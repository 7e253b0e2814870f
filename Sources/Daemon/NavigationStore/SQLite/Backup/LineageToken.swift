internal import POSIX
internal import NavigationModel

/// A token that distinguishes a database in use from a restored copy of it.
struct LineageToken: Sendable {
    /// The path.
    let path: String

    /// The token of a database without a claim yet.
    static let none: UInt64 = 0

    /// Returns a fresh token.
    static func random() -> UInt64 { .random(in: 1 ... .max) }

    /// Returns the tokens of the database in use. An unreadable one is left out.
    func accepted() throws(FileError) -> Set<UInt64> {
        guard let size = try DurableFiles.size(of: path) else { return [Self.none] }
        let text = String(
            decoding: try DurableFiles.read(path, atMost: min(size, 4_096)), as: UTF8.self)
        let tokens = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            line.utf8.count == 16 ? UInt64(line, radix: 16) : nil
        }
        return Set(tokens.compactMap { $0 })
    }

    /// Sets the tokens of the database in use, durably.
    func accept(_ tokens: [UInt64]) throws(FileError) {
        let lines = [
            "# Belongs to the database beside it: move both or neither. Without this file the next",
            "# start treats the database as a copy, and every scene starts a new epoch.",
        ]
        let text = (lines + tokens.map(\.hexadecimal)).joined(separator: "\n") + "\n"
        try DurableFiles.replace(path, with: Array(text.utf8))
    }
}
