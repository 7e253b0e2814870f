import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A daemon that serves, one device of a user who does nothing wrong, and one of another user who
/// does.
final class Stage: Sendable {
    let daemon: StagedDaemon
    /// The device that is measured.
    let good: Cast
    /// The device of the other user.
    let bad: Cast

    /// Starts the daemon, and pairs both devices as people would.
    init(daemon binary: String, in directory: String, _ mode: StagedDaemon.Mode) async throws {
        let daemon = try StagedDaemon(binary, in: directory)
        self.daemon = daemon
        try await daemon.start(mode)
        (good, bad) = try await onOwnThread {
            let administrator = try Administrator(of: daemon)
            let casts = try (["ann", "eve"] as [UserID]).map { user in
                try administrator.speak(for: user)
                return try administrator.pair(of: user)
            }
            return (casts[0], casts[1])
        }
    }

    /// Starts a process that abuses the daemon, as the other user's device.
    func start(_ abuse: Abuse) throws -> RunningProcess {
        try RunningProcess(own: ["abuse", abuse.rawValue], for: [bad], in: daemon.directory)
    }

    /// Has further users bring history until the store has so many bytes: each as much as is kept.
    func fill(_ bytes: Int) throws {
        let administrator = try Administrator(of: daemon)
        var number = 0
        while try daemon.stored() < bytes {
            number += 1
            let device = try administrator.speak(for: UserID(unchecked: "user\(number)"))
            let scribe = try Scribe(administrator.line, as: device)
            try scribe.submit([.declareTab("tab", at: .between(nil, nil), attributes: [])])
            for _ in 0..<350 { try scribe.submit(scribe.longOperations(on: "tab")) }
        }
    }

    /// Ends the daemon and removes the directory.
    func clear() {
        daemon.clear()
    }
}

extension RunningProcess {
    /// Starts this very program anew, for these devices, which it reads from its input: one a line.
    convenience init(own arguments: [String], for casts: [Cast], in directory: String) throws {
        let path = "\(directory)/cast-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let lines = casts.map { $0.line + "\n" }.joined()
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600])
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        try self.init(
            own, arguments, environment: ProcessInfo.processInfo.environment, input: path)
    }
}
