internal import Glibc
internal import NavigationText
internal import POSIX

/// Files named on the command line.
package enum TextFile {
    /// Reads a file, or standard input for `-`; no more than `limit` bytes.
    package static func read(_ path: String, atMost limit: Int) throws(CommandError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("read", path) }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
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
            throw CommandError(message: "\(error.description)")
        }
    }

    /// Throws if a file exists whose content would be lost; a path that is no regular file has none
    /// to lose.
    package static func refuseToReplace(_ path: String) throws(CommandError) {
        do throws(FileError) {
            guard case .regular = try OutputFile(path).kind else { return }
        } catch {
            throw CommandError(message: "\(error.description)")
        }
        throw CommandError(message: "'\(path)' exists: name another file, or use --force")
    }

    private static func failure(_ verb: String, _ path: String) -> CommandError {
        let reason = unsafe String(cString: strerror(errno))
        let kind = path == "-" ? nil : FileKind(of: path)
        return CommandError(
            message: "can't \(verb) '\(path)': \(kind.map { "it is \($0.rawValue)" } ?? reason)")
    }
}
