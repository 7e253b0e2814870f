import Foundation
import RunningProcesses
import Testing

/// Skips a test where no systemd can be booted, with the reason; where tests are run continuously,
/// as root, it lets the test run and fail: a skipped one would go unnoticed there.
struct BootedSystemd: TestTrait, SuiteTrait, TestScoping {
    /// A Boolean value indicating whether two versions of the packages are needed as well.
    var needsPackages = false

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        if let obstacle = try await Self.obstacle.value, !Self.isRequired {
            try Test.cancel("no systemd can be booted here: \(obstacle)")
        }
        if needsPackages, Guest.packagedVersions.count < 2, !Self.isRequired {
            try Test.cancel("no packages to upgrade: run .ci/package and .ci/package 0.0.1 first")
        }
        try await function()
    }

    /// The reason for which no systemd can be booted, found out once by booting; `nil` if one can.
    private static let obstacle = Task<String?, any Error> {
        let trial = try RunningProcess(
            Repository.path("Tests/SystemdTests/boot-systemd"), ["--", "true"],
            environment: ["PATH": "/usr/bin:/bin"])
        let result = try await trial.end()
        return result.ending == .exit(0) ? nil : result.errors.lines.last ?? "\(result.ending)"
    }

    private static var isRequired: Bool {
        ProcessInfo.processInfo.environment["NAVSYNC_REQUIRE_SYSTEMD"] != nil && getuid() == 0
    }
}

extension Trait where Self == BootedSystemd {
    /// Needs a systemd that can be booted.
    static var bootedSystemd: BootedSystemd { BootedSystemd() }
    /// Needs packages too, of two versions.
    static var packages: BootedSystemd { BootedSystemd(needsPackages: true) }
}
