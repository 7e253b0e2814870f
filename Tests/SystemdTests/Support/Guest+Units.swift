import Foundation
import RunningProcesses

extension Guest {
    /// Boots a guest that has the binaries of the build and the units of the repository, as a package
    /// would bring them; nothing is started. `ann` is in the group navsync, `bob` is not.
    static func withUnits<Result: Sendable>(
        _ body: (Guest) async throws -> Result
    ) async throws -> Result {
        let binaries = URL(
            filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        ).deletingLastPathComponent()
        var options: [String] = []
        for name in ["navsyncd", "navctl"] {
            options += ["-s", "\(binaries.appending(path: name).path):/usr/bin/\(name)"]
        }
        options += ["-s", "\(try swiftLibraries()):\(swiftDirectory)"]
        options += ["-s", "\(Repository.path("Systemd")):/mnt"]
        return try await boot(options) { guest in
            try await guest.shell(
                """
                cp /mnt/system/* /usr/lib/systemd/system/
                cp /mnt/user/* /usr/lib/systemd/user/
                systemd-sysusers /mnt/navsyncd.sysusers
                cp /mnt/navsyncd.tmpfiles /usr/lib/tmpfiles.d/navsyncd.conf
                systemd-tmpfiles --create navsyncd.conf
                useradd --create-home --groups navsync ann
                useradd --create-home bob
                # The build's binaries need Swift's libraries, wherever the machine has them.
                echo \(swiftDirectory) > /etc/ld.so.conf.d/swift.conf
                ldconfig
                mkdir -p /etc/systemd/system/navsyncd.service.d
                cat > /etc/systemd/system/navsyncd.service.d/build.conf <<END
                [Service]
                Environment=LD_LIBRARY_PATH=\(swiftDirectory)
                ExecPaths=\(swiftDirectory)
                END
                systemctl daemon-reload
                """)
            return try await body(guest)
        }
    }

    /// The directory of Swift's libraries in the guest.
    private static let swiftDirectory = "/usr/lib/swift-of-the-build"

    /// Returns the directory of Swift's libraries on the machine, from which this process has
    /// loaded its own.
    static func swiftLibraries() throws -> String {
        let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
        let lines = String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
        let paths = lines.lazy.compactMap { line in line.split(separator: " ").last.map(String.init)
        }
        let library = paths.first { $0.hasSuffix("/libswiftCore.so") }
        guard let library else { throw NeverCame("this process has no Swift library") }
        return URL(filePath: library).deletingLastPathComponent().path
    }

    /// Adds settings to the service's unit.
    func amend(_ settings: String, of unit: String = "navsyncd.service") async throws {
        try await write("/etc/systemd/system/\(unit).d/test.conf", settings)
        try await self("systemctl", "daemon-reload")
    }

    /// Makes `ann` a user of the daemon, which starts for it unless it runs.
    func admitAnn() async throws {
        try await self(
            "navctl", "--timeout", "60s", "user", "add", "ann", "--uid", self("id", "-u", "ann"))
    }

    /// The main process of the service, as the guest numbers it; throws if there is none, which systemd
    /// calls 0: commands take that for all processes of their group.
    func mainProcess() async throws -> String {
        let number = try await property("MainPID")
        guard number != "0" else { throw NeverCame("a main process of navsyncd.service") }
        return number
    }
}
