import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

/// The stores that share one contract: each new, and each after a long life.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite
    case agedMemory = "aged memory"
    case agedSQLite = "aged sqlite"

    var testDescription: String { rawValue }

    /// Those with a life behind them: see ``AgedStore``.
    static let aged: [StoreKind] = [.agedMemory, .agedSQLite]

    /// Where a store of this kind keeps its data; it can be opened again and again.
    struct Place {
        let open: () throws -> any Store
    }

    func place(_ scratch: Scratch) async throws -> Place {
        switch self {
        case .memory, .agedMemory:
            let disk = InMemoryStore.Disk()
            let place = Place { InMemoryStore(on: disk) }
            if self == .agedMemory { try await AgedStore.live(in: place.open()) }
            return place
        case .sqlite:
            let path = scratch("daemon/navsync.sqlite")
            return Place { try SQLiteStore(opening: path) }
        case .agedSQLite:
            let path = scratch("daemon/navsync.sqlite")
            let place = Place { try SQLiteStore(opening: path) }
            try await AgedStore.live(in: place.open())
            let copy = scratch("aged-backup")
            _ = try SQLiteStore.backup(of: path, to: copy, at: Timestamp(rawValue: 9_000))
            _ = try SQLiteStore.restore(OpenedDatabase(opening: copy), to: path)
            // The claim after it is the one that begins anew.
            let store = try place.open()
            _ = try await store.claim(.all, after: .zero)
            await store.close()
            return place
        }
    }
}
