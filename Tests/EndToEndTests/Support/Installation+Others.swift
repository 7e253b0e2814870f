import Foundation
import Glibc

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
