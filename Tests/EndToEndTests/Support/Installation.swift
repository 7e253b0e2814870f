import Foundation
import Synchronization

/// A place of its own for one test: directories, environment, and the processes that run in it.
final class Installation: Sendable {
    /// The directory that all is in.
    let root: String
    private let started = Mutex<[RunningProcess]>([])
    private let taken = Mutex<Set<String>>([])

    /// The directory of the binaries: `NAVSYNC_PROGRAMS`, or the build's, beside the tests.
    static let binaries: Result<String, any Error> = Result {
        if let given = ProcessInfo.processInfo.environment["NAVSYNC_PROGRAMS"] { return given }
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().path
    }

    /// Runs `body` in a new place; after it no process is left, and no file.
    static func run<Result: Sendable>(
        _ body: (Installation) async throws -> Result
    ) async throws -> Result {
        let installation = try Installation()
        do {
            let result = try await body(installation)
            await installation.clear()
            return result
        } catch {
            await installation.clear()
            throw error
        }
    }

    private init() throws {
        // Short, because a socket's path holds 107 bytes.
        let id = String(UInt32.random(in: .min ... .max), radix: 36)
        root = FileManager.default.temporaryDirectory.path + "/nav-\(id)"
        for directory in ["", "/run", "/home"] {
            try FileManager.default.createDirectory(
                atPath: root + directory, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// Takes a name for a test; `false` if another has it.
    func take(_ name: String) -> Bool { taken.withLock { $0.insert(name).inserted } }

    /// A path inside.
    func callAsFunction(_ name: String) -> String { root + "/" + name }

    /// The place where the daemon has its sockets.
    var sockets: String { self("run/navsync") }
    /// The place where the daemon keeps its data.
    var data: String { self("state/navsync") }
    /// The daemon's database.
    var database: String { data + "/navsync.sqlite" }
    /// The endpoint of the daemon.
    var endpoint: String { "ipc://\(sockets)/control.sock" }
    /// The directory of a device of this name.
    func device(_ name: String) -> String { self("devices/\(name)") }

    /// The environment of the processes: nothing of the machine's but where programs are.
    var environment: [String: String] {
        var environment = [
            "HOME": self("home"), "XDG_RUNTIME_DIR": self("run"), "XDG_STATE_HOME": self("state"),
            "XDG_DATA_HOME": self("data"), "XDG_CONFIG_HOME": self("config"),
            "LANG": "C.UTF-8",
            // Several daemons run at once; one that is asked for its figures is told where.
            "NAVSYNCD_METRICS_LISTEN": "off",
            // A crash ends the process at once: a backtracer without descriptors hangs, and holds the
            // output open.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        for name in ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
            environment[name] = ProcessInfo.processInfo.environment[name]
        }
        return environment
    }

    /// Starts a binary of the build, or a program of the machine by its path.
    func start(
        _ executable: String, _ arguments: [String], variables: [String: String] = [:],
        input: String? = nil, terminal: String? = nil
    ) throws -> RunningProcess {
        let path =
            executable.hasPrefix("/")
            ? executable : try Self.binaries.get() + "/" + executable
        let process = try RunningProcess(
            path, arguments, environment: environment.merging(variables) { $1 }, input: input,
            terminal: terminal)
        started.withLock { $0.append(process) }
        return process
    }

    /// Ends all processes and removes the directory.
    private func clear() async {
        let processes = started.withLock { $0 }
        for process in processes { process.signal(SIGKILL) }
        for process in processes { _ = try? await process.end() }
        started.withLock { $0 = [] }
        // A directory that a test has closed would keep its contents. Links are left: they lead to files of
        // the machine.
        for path in FileManager.default.subpaths(atPath: root) ?? [] {
            let type = try? FileManager.default.attributesOfItem(atPath: self(path))[.type]
            guard type as? FileAttributeType == .typeDirectory else { continue }
            unsafe chmod(self(path), 0o700)
        }
        try? FileManager.default.removeItem(atPath: root)
    }
}

// Every test here starts processes and waits for what they print.
@_exported import RunningProcesses
