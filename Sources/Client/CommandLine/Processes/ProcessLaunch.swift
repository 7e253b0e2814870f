package import Glibc
internal import NavigationText

/// The program and arguments that a process is started with.
package struct ProcessLaunch {
    /// The program's path.
    package var path: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// The variables, each as `NAME=value`.
    package var environment: [String]

    /// Joins the parts.
    package init(path: String, arguments: [String], environment: [String]) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    /// The environment of this process.
    package static var ownEnvironment: [String] {
        var list: [String] = []
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            unsafe list.append(String(cString: text))
            unsafe entry += 1
        }
        return list
    }

    /// Starts the process, in a process group of its own, with all signals at their defaults: this
    /// process may ignore or block some.
    ///
    /// - Parameter prepare: sets up its standard descriptors.
    package func start(
        _ prepare: (inout posix_spawn_file_actions_t) -> Void
    ) throws(CommandError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe prepare(&actions)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let environment = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
        var id: pid_t = 0
        let error = unsafe posix_spawn(&id, path, &actions, &attributes, arguments, environment)
        guard error == 0 else {
            throw CommandError(
                message: "can't start '\(path)': \(unsafe String(cString: strerror(error)))")
        }
        return id
    }
}

/// An open file descriptor; closed when nothing holds it any more.
package final class FileDescriptor: Sendable {
    /// The number.
    package let number: Int32

    /// Takes over an open descriptor, which no process inherits by accident from now on: a pipe
    /// with an end that is still open never ends.
    package init(_ number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        _ = close(number)
    }

    /// A pipe.
    ///
    /// - Throws: ``CommandError`` when the process has too many descriptors.
    package static func pipe() throws(CommandError) -> (
        reading: FileDescriptor, writing: FileDescriptor
    ) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw .system("create a pipe") }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    /// Reads the available bytes, waiting for the first one; empty at the end. Blocks.
    package func read(atMost count: Int) -> [UInt8] {
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
    package func write(_ bytes: [UInt8]) -> Bool {
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
    package func forEachLine(_ body: (String) -> Void) {
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
