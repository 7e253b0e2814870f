internal import Glibc
internal import NavigationText

/// The program and arguments that a process is started with.
struct ProcessLaunch {
    /// The program's path.
    var path: String
    /// The arguments after the program's name.
    var arguments: [String]
    /// The variables, each as `NAME=value`.
    var environment: [String]

    /// The environment of this process.
    static var ownEnvironment: [String] {
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
    func start(
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
