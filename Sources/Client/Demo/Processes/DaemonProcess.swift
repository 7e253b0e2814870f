internal import CommandLine
internal import Glibc
internal import NavigationText
internal import POSIX
internal import ZeroMQ

/// A real `navsyncd`, and the caretaker that outlives the demo.
///
/// The caretaker is a few lines of shell. It holds the reading end of a pipe, the lifeline, whose
/// writing end the demo and all devices hold; when the last of them has ended, in whatever way, it
/// ends the daemon and deletes the directory.
struct DaemonProcess: Sendable {
    /// The events of the daemon and the caretaker.
    enum Event: Sendable {
        /// The daemon has ended with this status.
        case ended(Int32)
        /// The caretaker has finished: no process, no file is left.
        case cleaned
    }

    /// The pipe's end that every device has to hold; `nil` once the demo has closed its own.
    var lifeline: FileDescriptor? { caretaker.inputEnd }

    private let caretaker: ChildProcess

    /// Kills the daemon: its data goes with the directory, so it need not save it.
    private static let script = """
        trap '' PIPE
        exec 3<&0
        "$0" --ipc "$1/run" --data-directory "$1/data" 3<&- </dev/null >"$1/navsyncd.log" 2>&1 &
        daemon=$!
        echo "started $daemon"
        { cat <&3; kill -KILL "$daemon"; } >/dev/null 2>&1 &
        wait "$daemon"
        echo "ended $?"
        wait
        rm -rf -- "$1"
        """

    /// Starts the daemon.
    init(
        _ program: String, in directory: DemoDirectory,
        onEvent: @escaping @Sendable (Event) -> Void
    ) throws(CommandError) {
        let daemon = DaemonID()
        caretaker = try ChildProcess(
            ChildProcess.Launch(
                process: ProcessLaunch(
                    path: "/bin/sh", arguments: ["-c", Self.script, program, directory.path],
                    environment: directory.environment),
                log: directory.log(of: "caretaker"),
                lifeline: nil),
            onLine: { line in
                let words = line.split(separator: " ")
                guard words.count == 2, let number = Int32(words[1]) else { return }
                daemon.set(words[0] == "started" ? number : nil)
                if words[0] == "ended" { onEvent(.ended(number)) }
            },
            onEnd: { _ in
                // A caretaker that was killed could not clean up.
                daemon.kill()
                directory.remove()
                onEvent(.cleaned)
            })
    }

    /// Closes the lifeline; ``Event/cleaned`` follows when the devices have ended too.
    func end() {
        caretaker.closeInput()
    }

    /// Returns the program beside this one, or the first on the search path.
    static func find() throws(CommandError) -> String {
        let own = ProgramFile.path
        var candidates = ["\(ProgramFile.directory)/navsyncd"]
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        candidates += path.split(separator: ":").map { "\($0)/navsyncd" }
        guard let found = candidates.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw CommandError(
                message: "no navsyncd beside '\(own)' or in PATH",
                advice: "install it, or build it with 'swift build --product navsyncd'")
        }
        return found
    }
}

/// The daemon's process id, as the caretaker reports it, while the daemon runs.
private final class DaemonID: Sendable {
    private let id = Locked<pid_t?>(nil)

    func set(_ id: pid_t?) {
        self.id.withLock { $0 = id }
    }

    func kill() {
        id.withLock { id in
            if let id { _ = Glibc.kill(id, SIGKILL) }
            id = nil
        }
    }
}

/// The file of the running program.
package enum ProgramFile {
    /// Its absolute path, links followed.
    package static var path: String {
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
