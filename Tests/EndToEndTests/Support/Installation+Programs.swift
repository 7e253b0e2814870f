import Foundation
import Glibc

extension Installation {
    /// Starts a daemon, and returns when it serves.
    @discardableResult
    func daemon(
        _ arguments: String..., variables: [String: String] = [:]
    ) async throws -> RunningProcess {
        let daemon = try start("navsyncd", arguments, variables: variables)
        try await daemon.untilReady()
        return daemon
    }

    /// Runs a daemon that is expected to end by itself.
    func daemonThatEnds(
        _ arguments: String..., variables: [String: String] = [:]
    ) async throws -> Finished {
        try await start("navsyncd", arguments, variables: variables).end()
    }

    /// Starts `navctl` as a device of its own. It is patient unless told otherwise, but each of its
    /// two waits, for the daemon and for an outcome, ends before the test's.
    func startNavctl(
        as device: String, _ arguments: [String], variables: [String: String] = [:],
        input: String? = nil, terminal: String? = nil
    ) throws -> RunningProcess {
        let time = "\(timeout.components.seconds / 3)s"
        return try start(
            "navctl", ["--device", self.device(device), "--timeout", time] + arguments,
            variables: variables, input: input, terminal: terminal)
    }

    /// Runs `navctl` as a device of its own.
    func navctl(
        as device: String = "desk", _ arguments: String..., variables: [String: String] = [:]
    ) async throws -> Finished {
        try await startNavctl(as: device, arguments, variables: variables).end()
    }

    /// Runs `navctl` for its JSON; fails if it fails.
    func ask(as device: String = "desk", _ arguments: String...) async throws -> JSON {
        let result = try await startNavctl(as: device, ["--output", "json"] + arguments).end()
        guard result.ending == .exit(0) else {
            throw NeverCame("navctl \(arguments.joined(separator: " ")): \(result)")
        }
        return try ContractRuns.hold(JSON(result.output.text), of: arguments)
    }

    /// Runs `navctl status` for its JSON, whether or not all is well.
    func status(as device: String = "desk", _ options: String...) async throws -> JSON {
        let result = try await startNavctl(
            as: device, options + ["--output", "json", "status"]
        ).end()
        guard [.exit(0), .exit(1)].contains(result.ending) else {
            throw NeverCame("navctl status: \(result)")
        }
        return try ContractRuns.hold(JSON(result.output.text), of: ["status"])
    }

    /// Runs `navctl` for its effect; fails if it fails.
    func change(as device: String = "desk", _ arguments: String...) async throws {
        let result = try await startNavctl(as: device, arguments).end()
        guard result.ending == .exit(0) else {
            throw NeverCame("navctl \(arguments.joined(separator: " ")): \(result)")
        }
    }

    /// Starts `navctl watch` as a device of its own, and returns when it follows the scene.
    func watch(as device: String) async throws -> RunningProcess {
        let watch = try startNavctl(as: device, ["--output", "json", "watch"])
        try await watch.wait(for: "a feed that is live") { transcript in
            transcript.output.lines.contains { $0.contains(#""status":"live""#) } ? true : nil
        }
        return watch
    }

    /// Writes a file into the installation; returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: self(name), atomically: true, encoding: .utf8)
        return self(name)
    }
}

extension RunningProcess {
    /// Waits until a daemon serves.
    func untilReady() async throws {
        try await wait(for: "a daemon that is ready") { transcript in
            transcript.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
        }
    }

    /// Stops a daemon as its supervisor would; fails if it does not end well.
    func stop() async throws {
        signal(SIGTERM)
        let result = try await end()
        guard result.ending == .exit(0) else { throw NeverCame("\(command): \(result)") }
    }
}

extension Installation {
    /// Starts a daemon that listens on tcp too; returns the port of its control.
    func daemonWithTCP() async throws -> (daemon: RunningProcess, port: UInt16) {
        for _ in 0..<20 {
            // Below the ports that systems give to outgoing connections.
            let port = UInt16.random(in: 10_000...30_000)
            guard RawSocket.isFree(port), RawSocket.isFree(port + 1) else { continue }
            let daemon = try start("navsyncd", ["--tcp", "127.0.0.1:\(port)"])
            let isReady = try await daemon.wait(for: "a daemon that is ready, or has ended") {
                $0.isComplete
                    ? false
                    : $0.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
            }
            if isReady { return (daemon, port) }
        }
        throw NeverCame("no two ports in a row are free")
    }
}

extension Installation {
    /// A Boolean value indicating whether processes can run as other users of this machine, and
    /// these can read the build.
    static var hasOthers: Bool {
        guard geteuid() == 0, let binaries = try? binaries.get() else { return false }
        var path = binaries
        while path.count > 1 {
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mode & 0o001 != 0 else { return false }
            path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        }
        return true
    }

    /// Starts a binary of the build as another local user.
    func start(_ program: String, as uid: UInt32, _ words: [String]) throws -> RunningProcess {
        try start(
            "/usr/bin/setpriv",
            [
                "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups", "--",
                try Self.binaries.get() + "/" + program,
            ] + words)
    }

    /// Makes a directory that belongs to another local user.
    func makeDirectory(_ path: String, of uid: UInt32) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        unsafe chown(path, uid, uid)
    }
}

extension Installation {
    /// Starts `navctl` for a copy, and stops it in its midst: `SIGCONT` lets it go on.
    func copyHalfway(_ words: [String]) async throws -> RunningProcess {
        let copy = try start("navctl", words + ["--progress"])
        let pid = copy.pid
        try await copy.wait(for: "the middle of it") { transcript -> Bool? in
            guard transcript.errors.text.contains("0 %"), transcript.ending == nil else {
                return nil
            }
            // Stopped by the thread that reads: this task may go on only after the end of the copy.
            return kill(pid, SIGSTOP) == 0
        }
        let progress = copy.transcript.errors.text
        guard !progress.contains("100 %") else { throw NeverCame("a copy that takes its time") }
        return copy
    }

    /// Starts a daemon whose scene has one tab, to push on.
    func daemonWithTab() async throws -> RunningProcess {
        let daemon = try await daemon()
        try await change("tab", "declare", "inbox", "--title", "Inbox")
        return daemon
    }

    /// Returns the names in a directory, in order.
    func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// Returns a Boolean value indicating whether the daemon's directory is free of leftovers.
    func isTidy() throws -> Bool {
        try names(in: data).allSatisfy {
            !$0.hasSuffix(".restoring") && !$0.hasSuffix(".restored") && !$0.hasSuffix(".part")
        }
    }
}
