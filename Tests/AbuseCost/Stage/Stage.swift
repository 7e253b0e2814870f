import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A daemon in a directory of its own, one device of a user who does nothing wrong, and one of
/// another user who does.
final class Stage: Sendable {
    /// The device that is measured.
    let good: Cast
    /// The device of the other user.
    let bad: Cast

    private let root: String
    private let daemon: RunningProcess

    /// Starts the daemon, and pairs both devices as people would.
    ///
    /// - Parameter isBounded: whether it bounds how often a device comes, as it does by default.
    init(daemon binary: String, in directory: String, isBounded: Bool = true) async throws {
        // Short, because a socket's path holds 107 bytes.
        root = directory + "/abuse-" + String(UInt32.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        let port = UInt16.random(in: 10_000...30_000)
        var environment = ["HOME": root, "PATH": "/usr/bin:/bin"]
        if !isBounded {
            for name in ["CHANGE_RATE", "CHANGE_BURST", "REQUEST_RATE", "REQUEST_BURST"] {
                environment["NAVSYNCD_LIMITS_\(name)"] = "1000000"
            }
        }
        daemon = try RunningProcess(
            binary,
            [
                "--data-directory", "\(root)/data", "--ipc", "\(root)/run", "--tcp",
                "127.0.0.1:\(port)",
            ], environment: environment)
        try await daemon.wait(for: "a daemon that serves") { transcript in
            transcript.errors.lines.contains { $0.contains(" info ready ") } ? true : nil
        }
        // As the packaged service has it for the members of a group.
        for path in ["run", "run/control.sock", "run/feed.sock"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: "\(root)/\(path)")
        }
        let sockets = "\(root)/run"
        (good, bad) = try await onOwnThread {
            (
                try Cast(pairing: "ann", at: sockets, port: port),
                try Cast(pairing: "eve", at: sockets, port: port)
            )
        }
    }

    /// Starts a process that abuses the daemon, as the other user's device.
    func start(_ abuse: Abuse) throws -> RunningProcess {
        let path = "\(root)/cast"
        _ = FileManager.default.createFile(
            atPath: path, contents: Data((bad.line + "\n").utf8),
            attributes: [.posixPermissions: 0o600])
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return try RunningProcess(
            own, ["abuse", abuse.rawValue],
            environment: ProcessInfo.processInfo.environment, input: path)
    }

    /// The bytes of memory that the daemon occupies, and the processor time that it has taken.
    func usage() throws -> (memory: Int, time: Duration) {
        let folder = "/proc/\(daemon.pid)/"
        let pages = try String(contentsOfFile: folder + "statm", encoding: .utf8).split(
            separator: " ")
        // Behind the name in parentheses, which may have spaces in it.
        let fields =
            try String(contentsOfFile: folder + "stat", encoding: .utf8)
            .split(separator: ")").last?.split(separator: " ") ?? []
        guard pages.count > 1, let resident = Int(pages[1]), fields.count > 12,
            let user = Double(fields[11]), let system = Double(fields[12])
        else { throw NeverCame("no figures of the daemon's process") }
        let time = Duration.seconds((user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
        return (resident * sysconf(Int32(_SC_PAGESIZE)), time)
    }

    /// Ends the daemon and removes the directory.
    func clear() {
        daemon.signal(SIGKILL)
        try? FileManager.default.removeItem(atPath: root)
    }
}

extension Cast {
    /// Has the daemon's own user invite a device of `user`, and pairs it.
    fileprivate init(pairing user: UserID, at sockets: String, port: UInt16) throws {
        var generator = SystemRandomNumberGenerator()
        let context = try Context()
        let administrator = try Line(.ipc(path: "\(sockets)/control.sock"), in: context)
        _ = try administrator.ask(.addUser(user, uid: nil))
        let hello = Hello(user: user, device: .random(using: &generator), name: "desk")
        guard case .welcome = try administrator.ask(.hello(hello)) else {
            throw NeverCame("no welcome for the administrator")
        }
        let ticket = try CurveKeyPair.generate()
        let keys = try CurveKeyPair.generate()
        let device = DeviceID.random(using: &generator)
        guard let ticketKey = PublicKey(bytes: ticket.publicKey.bytes),
            let key = PublicKey(bytes: keys.publicKey.bytes),
            case .invited(let invited) = try administrator.ask(
                .invite(Invite(user: user, name: "phone", role: .full, key: ticketKey))),
            let serverKey = CurvePublicKey(bytes: invited.serverKey.bytes)
        else { throw NeverCame("no invitation") }
        let newcomer = try Line(
            .tcp(host: "127.0.0.1", port: port), in: context, keys: ticket, serverKey: serverKey)
        let pair = Pair(device: device, name: nil, platform: "", key: key)
        guard case .paired = try newcomer.ask(.pair(pair)) else { throw NeverCame("not paired") }
        self.init(
            device: device, keys: keys, serverKey: serverKey, port: port, sockets: sockets)
    }
}
