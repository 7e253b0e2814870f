internal import Glibc
internal import NavigationText

/// An open file descriptor; closed when nothing holds it any more.
final class FileDescriptor: Sendable {
    /// The number.
    let number: Int32

    /// Takes over an open descriptor, which no process inherits by accident from now on: a pipe
    /// with an end that is still open never ends.
    init(_ number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        _ = close(number)
    }

    /// A pipe.
    ///
    /// - Throws: ``CommandError`` when the process has too many descriptors.
    static func pipe() throws(CommandError) -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .system("make a pipe") }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// Reads the available bytes, waiting for the first one; empty at the end. Blocks.
    func read(atMost count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = unsafe Glibc.read(number, buffer.baseAddress, count)
            while result < 0, errno == EINTR {
                result = unsafe Glibc.read(number, buffer.baseAddress, count)
            }
            filled = max(0, result)
        }
    }

    /// Writes everything; returns `false` if the other side is closed. Blocks.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(number, bytes.baseAddress, bytes.count)
            }
            if count < 0 {
                guard errno == EINTR else { return false }
            } else {
                rest = rest.dropFirst(count)
            }
        }
        return true
    }

    /// Reads lines until the end, and passes on each without its line feed. Blocks.
    func forEachLine(_ body: (String) -> Void) {
        var rest: [UInt8] = []
        while case let bytes = read(atMost: 65_536), !bytes.isEmpty {
            rest += bytes
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: 0x0a) {
                body(String(decoding: rest[start..<end], as: UTF8.self))
                start = end + 1
            }
            rest.removeSubrange(..<start)
        }
    }
}
