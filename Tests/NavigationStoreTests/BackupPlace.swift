import DatabaseHarness
import NavigationStore
import NavigationSync
import StoreSamples

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

extension SampleRegistry {
    /// Changes that make the first three households.
    static var threeHouseholds: [RegistryChange] {
        (1...3).flatMap { changes(for: account($0)) }
    }
}
