internal import Glibc

/// The file of the running program.
enum ProgramFile {
    /// Its absolute path, links followed.
    static var path: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The directory of the file.
    static var directory: String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
