import DatabaseHarness
import Foundation
import NavigationStore
import NavigationSync
import StoreSamples

/// The files of a store that is closed, kept to be put elsewhere: made once for many tests.
struct StoreFiles: Sendable {
    private let contents: [String: Data]

    /// Has a store filled at a path of its own, and keeps what that leaves behind.
    init(filledBy fill: (_ path: String) async throws -> Void) async throws {
        let scratch = try Scratch()
        let path = scratch("daemon/navsync.sqlite")
        try await fill(path)
        contents = try Dictionary(
            uniqueKeysWithValues: ["", ".token"].map { suffix in
                (suffix, try Data(contentsOf: URL(filePath: path + suffix)))
            })
    }

    /// Puts the store at `path`, as if it had been moved there.
    func write(to path: String) throws {
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for (suffix, content) in contents { try content.write(to: URL(filePath: path + suffix)) }
    }
}

/// The place of a store that is backed up, and of the backup.
struct BackupPlace {
    let scratch: Scratch
    /// The path of the store's database.
    var path: String { scratch("daemon/navsync.sqlite") }
    /// The path of the backup.
    var target: String { scratch("backup.sqlite") }

    init() throws {
        scratch = try Scratch()
    }
}

extension JournalLimits {
    /// The bounds with which each batch goes straight to the log: a row of each scene.
    static var atOnce: JournalLimits {
        var limits = JournalLimits()
        limits.slicesOfScene = 1
        return limits
    }
}

extension SampleRegistry {
    /// Changes that make the first three households.
    static var threeHouseholds: [RegistryChange] {
        (1...3).flatMap { changes(for: account($0)) }
    }
}
