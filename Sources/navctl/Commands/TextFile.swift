internal import Glibc

/// Files named on the command line.
enum TextFile {
    /// Reads a file, or standard input for `-`; no more than `limit` bytes.
    static func read(_ path: String, atMost limit: Int) throws(Complaint) -> [UInt8] {
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

    /// Writes a file, which others see old or new but never half.
    static func write(_ text: String, to path: String) throws(Complaint) {
        let draft = "\(path).\(getpid()).new"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("write", path) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, unsafe rename(draft, path) == 0 else {
            let complaint = failure("write", path)
            unsafe unlink(draft)
            throw complaint
        }
    }

    private static func failure(_ verb: String, _ path: String) -> Complaint {
        let reason = unsafe String(cString: strerror(errno))
        return Complaint(message: "can't \(verb) '\(path)': \(reason)")
    }
}
