internal import CommandLine
internal import FoundationEssentials
internal import Glibc
internal import NavigationText
internal import POSIX

/// The temporary directory of a demo: sockets, data, devices and logs, deleted at its end.
struct DemoDirectory: Sendable {
    /// The absolute path.
    let path: String

    /// The directory of the daemon's sockets.
    var sockets: String { path + "/run" }
    /// The directory of the proxy's sockets, which have the same names.
    var relayedSockets: String { path + "/relay" }

    /// A path in a socket's address has at most 107 bytes; this leaves room for the rest of it.
    private static let longestParent = 64

    /// Makes a new directory, for its owner alone.
    init() throws(CommandError) {
        do throws(FileError) {
            path = try DurableFiles.createTemporaryDirectory(
                "navsync-demo", longestParent: Self.longestParent)
            try DurableFiles.createDirectory(relayedSockets)
        } catch {
            throw CommandError(error)
        }
    }

    /// Returns the directory of a device.
    func device(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the path of a process's log.
    func log(of name: String) -> String { "\(path)/\(name).log" }

    /// Returns the end of a process's log; empty if there is none.
    func tail(of name: String) -> String {
        let text = (try? String(contentsOfFile: log(of: name), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").suffix(5)
        return lines.map { "\n  \(name): \($0)" }.joined()
    }

    /// Deletes the directory, if it still exists.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The environment of the demo's processes: this one's, without variables that would lead them
    /// to the user's own daemon, devices and settings.
    var environment: [String] {
        let kept = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("NAVSYNC") && !name.hasPrefix("XDG_") && name != "HOME"
        }
        return kept.map { "\($0)=\($1)" } + ["HOME=\(path)", "NAVSYNCD_METRICS_LISTEN=off"]
    }
}
