internal import Glibc

/// An open file descriptor, closed when nothing refers to it any more.
///
/// No process that is started inherits it: a pipe with an end that is still open never ends.
package final class FileDescriptor: Sendable {
    /// The number.
    package let number: CInt
    /// The path of the file, or what else it is, for errors.
    package let name: String

    /// Takes over an open descriptor.
    package init(_ number: CInt, named name: String) {
        self.number = number
        self.name = name
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - flags: those of `open`; `O_CLOEXEC` is added.
    ///   - mode: the permissions of a new file, less those of the umask.
    ///   - name: the name for errors, instead of the path.
    ///   - action: the verb of the error.
    package init(
        opening path: String, _ flags: CInt, mode: UInt32 = 0o600, named name: String? = nil,
        to action: String = "open"
    ) throws(FileError) {
        self.name = name ?? path
        while true {
            let number = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
            if number >= 0 {
                self.number = number
                return
            }
            guard errno == EINTR else { throw FileError(action, self.name) }
        }
    }

    /// Opens another descriptor of the same open file, as standard output, whose owner keeps its
    /// own.
    package init(duplicating number: CInt, named name: String) throws(FileError) {
        self.name = name
        self.number = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard self.number >= 0 else { throw FileError("open", name) }
    }

    /// Opens a pipe.
    package static func pipe() throws(FileError) -> (
        reading: FileDescriptor, writing: FileDescriptor
    ) {
        var ends: [CInt] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw FileError("open", "a pipe") }
        return (FileDescriptor(ends[0], named: "a pipe"), FileDescriptor(ends[1], named: "a pipe"))
    }

    deinit {
        _ = close(number)
    }
}

// MARK: Reading and writing

extension FileDescriptor {
    /// Reads the available bytes, waiting for the first one unless it is non-blocking; empty at the
    /// end.
    package func read(atMost count: Int) throws(FileError) -> [UInt8] {
        var result = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            repeat {
                result = unsafe Glibc.read(number, buffer.baseAddress, count)
            } while result < 0 && errno == EINTR
            filled = max(0, result)
        }
        guard result >= 0 else { throw FileError("read", name) }
        return bytes
    }

    /// Reads up to the end, or as much as `limit`. Blocks.
    package func readAll(atMost limit: Int) throws(FileError) -> [UInt8] {
        var bytes = try read(atMost: min(limit, Self.chunk))
        var isAtEnd = bytes.isEmpty
        while !isAtEnd, bytes.count < limit {
            let more = try read(atMost: min(limit - bytes.count, Self.chunk))
            isAtEnd = more.isEmpty
            bytes += more
        }
        return bytes
    }

    /// Reads lines until the end, and passes on each without its line feed. Blocks.
    package func forEachLine(_ body: (String) -> Void) throws(FileError) {
        var rest: [UInt8] = []
        while case let bytes = try read(atMost: Self.chunk), !bytes.isEmpty {
            rest += bytes
            var start = rest.startIndex
            while let end = rest[start...].firstIndex(of: 0x0a) {
                body(String(decoding: rest[start..<end], as: UTF8.self))
                start = end + 1
            }
            rest.removeSubrange(..<start)
        }
    }

    /// Writes all bytes. Blocks unless it is non-blocking, and then throws `EAGAIN` for what does
    /// not fit.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = try write(some: rest) }
    }

    /// Writes as many bytes as one call takes; returns the others.
    package func write(some bytes: ArraySlice<UInt8>) throws(FileError) -> ArraySlice<UInt8> {
        while true {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(number, buffer.baseAddress, buffer.count)
            }
            if count >= 0 { return bytes.dropFirst(count) }
            guard errno == EINTR else { throw FileError("write", name) }
        }
    }

    /// Writes bytes over those at the beginning of a file, in one call.
    package func overwrite(_ bytes: [UInt8]) throws(FileError) {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(number, buffer.baseAddress, buffer.count, 0)
        }
        guard count == bytes.count else { throw FileError("write", name) }
    }

    /// Makes reading and writing fail with `EAGAIN` instead of blocking.
    package func makeNonBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Bytes that one call reads or writes at most.
    private static var chunk: Int { 65_536 }
}

// MARK: Files

extension FileDescriptor {
    /// Makes the content survive a loss of power.
    package func sync() throws(FileError) {
        guard fsync(number) == 0 else { throw FileError("sync", name) }
    }

    /// Locks the open file for this descriptor alone, as `flock` does, until it is closed. Blocks
    /// as long as another one has the lock.
    package func lock() throws(FileError) {
        while flock(number, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileError("lock", name) }
        }
    }

    /// Locks the open file as ``lock()`` does, unless another one has the lock: then it returns
    /// `false`.
    package func tryLock() throws(FileError) -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw FileError("lock", name) }
        }
        return true
    }

    /// Releases the lock. Closing does so as well, but only once a process that is just being
    /// started, and has a copy of all descriptors until it runs its program, has closed its own.
    package func unlock() {
        _ = flock(number, LOCK_UN)
    }

    /// Sets the length of a file; blocks behind it are freed.
    func truncate(to length: Int) throws(FileError) {
        guard ftruncate(number, off_t(length)) == 0 else { throw FileError("truncate", name) }
    }

    /// Writes zeros behind the first `length` bytes of a file, its end so far; a failure leaves the
    /// file as it was.
    package func appendZeros(_ count: Int, at length: Int) {
        let zeros = [UInt8](repeating: 0, count: min(count, Self.chunk))
        var end = length
        while end < length + count {
            let written = unsafe zeros.withUnsafeBytes { buffer in
                unsafe pwrite(
                    number, buffer.baseAddress, min(buffer.count, length + count - end), off_t(end))
            }
            guard written > 0 || written < 0 && errno == EINTR else {
                _ = ftruncate(number, off_t(length))
                return
            }
            end += max(written, 0)
        }
    }

    /// Allocates the blocks of the first bytes of a file, and lengthens it up to there.
    func allocate(_ length: Int) throws(FileError) {
        let error = posix_fallocate(number, 0, off_t(length))
        guard error == 0 else { throw FileError("allocate", name, error) }
    }
}
