import Foundation
import RunningProcesses

extension Guest {
    /// The directory to which `.ci/package` writes the packages.
    private static let packages = Repository.path(".build/packages")
    /// The mount point of the packages in the guest.
    private static let shown = "/mnt"

    /// The versions of navsyncd that there are packages of, oldest first.
    static var packagedVersions: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: packages)) ?? []
        return files.compactMap { file in
            file.wholeMatch(of: /navsyncd_([0-9.]+)_\w+\.deb/).map { String($0.1) }
        }.sorted()
    }

    /// Boots a guest that sees the packages, and no Swift: the machine of a user who installs them.
    static func withPackages<Result: Sendable>(
        _ body: (Guest) async throws -> Result
    ) async throws -> Result {
        let toolchain = URL(filePath: try swiftLibraries()).pathComponents.prefix(3)
        let options = [
            "-s", "\(packages):\(shown)", "-e", NSString.path(withComponents: Array(toolchain)),
        ]
        return try await boot(options, body)
    }

    /// Installs both packages of a version, or upgrades to it, as an administrator would.
    func install(_ version: String) async throws {
        try await shell("dpkg --install \(Self.shown)/nav{syncd,ctl}_\(version)_*.deb")
    }

    /// Installs the package of devices in browsers.
    func installWeb(_ version: String) async throws {
        try await shell("dpkg --install \(Self.shown)/navsync-web_\(version)_*.deb")
    }

    /// All files where a package or a daemon leaves something, with who has them.
    func files() async throws -> Set<String> {
        let found = try await self(
            "find", "/etc", "/usr", "/lib/systemd", "/var", "/run", "-xdev", "-not", "-path",
            "/var/cache/*", "-not", "-path", "/var/log/*", "-printf", "%p %u:%g %m\\n")
        return Set(found.split(separator: "\n").map(String.init))
    }
}
