import DatabaseHarness
import InMemoryStore
import NavigationPostgres
import NavigationStore
import NavigationSync
import RunningProcesses
import Testing

/// The stores that share one contract: each new, and each after a long life.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite, postgres
    case agedMemory = "aged memory"
    case agedSQLite = "aged sqlite"
    case agedPostgres = "aged postgres"

    /// All, without those that need a PostgreSQL server where none is installed; a test of its own
    /// says so.
    static let allCases: [StoreKind] =
        [.memory, .sqlite, .agedMemory, .agedSQLite]
        + (PostgresServer.isAvailable ? [.postgres, .agedPostgres] : [])

    var testDescription: String { rawValue }

    /// Those with a life behind them: see ``AgedStore``.
    static let aged: [StoreKind] =
        [.agedMemory, .agedSQLite] + (PostgresServer.isAvailable ? [.agedPostgres] : [])

    /// The place where a store of this kind keeps its data; it can be opened again and again.
    struct Place {
        let open: () throws -> any Store
    }

    func place(_ scratch: Scratch) async throws -> Place {
        switch self {
        case .memory, .agedMemory:
            let disk = InMemoryStore.Storage()
            let place = Place { InMemoryStore(on: disk) }
            if self == .agedMemory { try await AgedStore.live(in: place.open()) }
            return place
        case .sqlite:
            let path = scratch("daemon/navsync.sqlite")
            return Place { try SQLiteStore(opening: path) }
        case .agedSQLite:
            let path = scratch("daemon/navsync.sqlite")
            try await AgedStore.write(to: path)
            return Place { try SQLiteStore(opening: path) }
        case .postgres, .agedPostgres:
            let url = try await PostgresServer.shared.value.makeDatabase()
            let place = Place {
                try PostgresStore(opening: PostgresConfiguration(url: url))
            }
            if self == .agedPostgres { try await AgedStore.live(in: place.open()) }
            return place
        }
    }

    /// Opens a store of this kind, and claims it.
    func opened(in scratch: Scratch) async throws -> (store: any Store, claim: Claim) {
        let store = try await place(scratch).open()
        return (store, try await store.claim(.all, after: .zero))
    }
}
