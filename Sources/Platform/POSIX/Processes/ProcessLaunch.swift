internal import Glibc

/// The program, arguments and environment that a process is started with.
package struct ProcessLaunch: Sendable {
    /// The program's path.
    package var path: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// The variables, each as `NAME=value`.
    package var environment: [String]

    /// A Boolean value indicating whether the process gets a process group of its own. One that a
    /// person uses at the terminal stays in the group that has the terminal.
    package var hasOwnGroup: Bool

    /// Joins the parts.
    package init(
        path: String, arguments: [String], environment: [String], hasOwnGroup: Bool = true
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.hasOwnGroup = hasOwnGroup
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

    /// Starts the process, with all signals at their defaults: this process may ignore or block some.
    ///
    /// - Parameter descriptors: the descriptors that it gets, by its own numbers for them; of the
    ///   three standard ones it inherits those that are not named.
    /// - Returns: The process id, which is released by ``ProcessEnding/wait(for:blocking:)``.
    package func start(_ descriptors: [CInt: FileDescriptor]) throws(FileError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // A descriptor with the number of another one's target is duplicated out of its way first.
        var moved: [FileDescriptor] = []
        for (target, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
            var source = descriptor
            if descriptor.number != target, descriptors[descriptor.number] != nil {
                let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, Self.firstFreeNumber)
                guard number >= 0 else { throw FileError("open", descriptor.name) }
                source = FileDescriptor(number, named: descriptor.name)
                moved.append(source)
            }
            unsafe posix_spawn_file_actions_adddup2(&actions, source.number, target)
        }
        return try withExtendedLifetime((descriptors, moved)) { () throws(FileError) in
            try unsafe spawn(&actions)
        }
    }

    /// A number beyond those that a process is given.
    private static let firstFreeNumber: CInt = 16

    private func spawn(_ actions: inout posix_spawn_file_actions_t) throws(FileError) -> Int32 {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        let flags =
            (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
            | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        let environment = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
        var id: pid_t = 0
        let error = unsafe posix_spawn(&id, path, &actions, &attributes, arguments, environment)
        guard error == 0 else { throw FileError("start", path, error) }
        return id
    }
}

/// The way in which a process ended.
package enum ProcessEnding: Hashable, Sendable {
    /// It exited with this status.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)

    private init(status: Int32) {
        let signal = status & 0x7f
        self = signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    }

    /// Returns the ending of a child process, and releases its id; `nil` while it runs, if that is
    /// not waited for.
    package static func wait(for id: Int32, blocking: Bool) -> ProcessEnding? {
        var status: Int32 = 0
        var result: Int32
        repeat {
            result = unsafe waitpid(id, &status, blocking ? 0 : WNOHANG)
        } while result < 0 && errno == EINTR
        return result == 0 ? nil : ProcessEnding(status: status)
    }

    /// Waits until a child process has ended. Its id is not released yet, so a signal to it reaches
    /// no other process.
    package static func await(_ id: Int32) {
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }
}
