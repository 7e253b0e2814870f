internal import Glibc
internal import NavigationText
internal import POSIX

/// Files named on the command line.
package enum TextFile {
    /// Reads a file, or standard input for `-`; no more than `limit` bytes.
    package static func read(_ path: String, atMost limit: Int) throws(CommandError) -> [UInt8] {
        do throws(FileError) {
            let file =
                try path == "-"
                ? FileDescriptor(duplicating: STDIN_FILENO, named: "standard input")
                : FileDescriptor(opening: path, O_RDONLY, to: "read")
            return try file.readAll(atMost: limit)
        } catch {
            let kind = path == "-" ? nil : FileKind(of: path)
            throw CommandError(
                message:
                    "can't read '\(path)': \(kind.map { "it is \($0.rawValue)" } ?? error.reason)")
        }
    }

    /// Writes a file as `OutputFile` does: a path that is no regular file is written to in place.
    ///
    /// - Parameter isPrivate: whether a new file is for its owner alone.
    package static func write(
        _ text: String, to path: String, isPrivate: Bool = false
    ) throws(CommandError) {
        do throws(FileError) {
            try OutputFile(path).write(Array(text.utf8), isPrivate: isPrivate)
        } catch {
            throw CommandError(error)
        }
    }

    /// Throws if a file exists whose content would be lost; a path that is no regular file has none
    /// to lose.
    package static func refuseToReplace(_ path: String) throws(CommandError) {
        do throws(FileError) {
            guard case .regular = try OutputFile(path).kind else { return }
        } catch {
            throw CommandError(error)
        }
        throw CommandError(message: "'\(path)' exists", advice: "name another file, or use --force")
    }
}
