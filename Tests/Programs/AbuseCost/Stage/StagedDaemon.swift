import Foundation
import RunningProcesses
import Synchronization

/// A daemon with a directory of its own, which may be stopped and started again.
final class StagedDaemon: Sendable {
    /// The directory of its local sockets.
    let sockets: String
    /// Control is at this port of this machine, the feed at the next, the figures at the one after.
    let port: UInt16
    /// A directory for it and for those who use it.
    let directory: String

    private let binary: String
    private let process = Mutex<RunningProcess?>(nil)

    /// The purpose that it is started for.
    enum Mode: Sendable {
        /// For everybody, with the rates that it has by default.
        case open
        /// For everybody, as often as they like.
        case unbounded
        /// For this machine alone, as often as it likes.
        case local
    }

    /// Makes the directory; nothing runs yet.
    init(_ binary: String, in parent: String) throws {
        self.binary = binary
        // Short, because a socket's path holds 107 bytes.
        directory = parent + "/abuse-" + String(UInt32.random(in: .min ... .max), radix: 36)
        sockets = "\(directory)/run"
        port = UInt16.random(in: 10_000...30_000)
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
    }

    /// Starts it, and waits until it serves; returns how long that took.
    @discardableResult
    func start(_ mode: Mode) async throws -> Duration {
        let start = ContinuousClock.now
        let process = try RunningProcess(
            binary, arguments(mode), environment: environment(mode))
        self.process.withLock { $0 = process }
        try await process.wait(for: "a daemon that serves") { transcript in
            transcript.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
        }
        let time = ContinuousClock.now - start
        // As the packaged service has it for the members of a group.
        for (name, mode) in ["": 0o755, "/control.sock": 0o777, "/feed.sock": 0o777] {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode], ofItemAtPath: sockets + name)
        }
        return time
    }

    private func arguments(_ mode: Mode) -> [String] {
        let local = ["--data-directory", "\(directory)/data", "--ipc", sockets]
        return mode == .local ? local : local + ["--tcp", "127.0.0.1:\(port)"]
    }

    private func environment(_ mode: Mode) -> [String: String] {
        var environment = [
            "HOME": directory, "PATH": "/usr/bin:/bin",
            "NAVSYNCD_METRICS_LISTEN": "127.0.0.1:\(port + 2)",
        ]
        guard mode != .open else { return environment }
        for name in ["CHANGE_RATE", "CHANGE_BURST", "REQUEST_RATE", "REQUEST_BURST"] {
            environment["NAVSYNCD_LIMITS_\(name)"] = "1000000"
        }
        return environment
    }

    /// Stops it as a service manager does, and waits until it has ended.
    func stop() async throws {
        guard let process = process.withLock({ $0 }) else { return }
        process.signal(SIGTERM)
        let finished = try await process.end()
        guard finished.code == 0 else { throw NeverCame("a clean end: \(finished)") }
    }

    /// Ends it and removes the directory.
    func clear() {
        process.withLock { $0 }?.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: directory)
    }
}

extension StagedDaemon {
    /// Returns what it takes of the machine now.
    func usage() throws -> Usage {
        guard let pid = process.withLock({ $0?.pid }) else { throw NeverCame("no process") }
        return try Usage(of: pid)
    }

    /// Returns the bytes of all that it keeps on disk.
    func stored() throws -> Int {
        let data = "\(directory)/data"
        return try FileManager.default.contentsOfDirectory(atPath: data).reduce(0) { sum, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")
            return sum + (attributes[.size] as? Int ?? 0)
        }
    }

    /// Returns its own figures, by name and labels as they are served: all that begin with a prefix and are
    /// not zero. Blocks.
    func metrics(_ prefix: String) throws -> [String: Double] {
        guard let stream = RawStream(port: port + 2) else { throw NeverCame("no figures") }
        let text = try stream.ask("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
        var metrics: [String: Double] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix(prefix) {
            let words = line.split(separator: " ")
            guard let name = words.first, let value = words.last.flatMap({ Double($0) }),
                value != 0
            else { continue }
            metrics[String(name)] = value
        }
        return metrics
    }
}

/// A process's share of the machine.
struct Usage: Sendable {
    /// Bytes of memory that it occupies.
    let memory: Int
    /// The most that it has occupied.
    let peak: Int
    /// The processor time that it has taken.
    let time: Duration

    /// Reads what the kernel knows of a process.
    init(of pid: pid_t) throws {
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        // Behind the name in parentheses, which may have spaces in it.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard let memory = Self.bytes("VmRSS", in: status),
            let peak = Self.bytes("VmHWM", in: status), fields.count > 12,
            let user = Double(fields[11]), let system = Double(fields[12])
        else { throw NeverCame("no figures of a process") }
        (self.memory, self.peak) = (memory, peak)
        time = .seconds((user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    private static func bytes(_ name: String, in status: String) -> Int? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        let words = line?.split(whereSeparator: { " \t".contains($0) })
        return words.flatMap { $0.count > 1 ? Int($0[1]) : nil }.map { $0 << 10 }
    }
}
