import DatabaseHarness
import InMemoryStore
import NavigationStore
import NavigationSync
import Testing

/// The stores that share one contract: each new, and each after a long life.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite
    case agedMemory = "aged memory"
    case agedSQLite = "aged sqlite"

    var testDescription: String { rawValue }

    /// Those with a life behind them: see ``AgedStore``.
    static let aged: [StoreKind] = [.agedMemory, .agedSQLite]

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
        }
    }

    /// Opens a store of this kind, and claims it.
    func opened(in scratch: Scratch) async throws -> (store: any Store, claim: Claim) {
        let store = try await place(scratch).open()
        return (store, try await store.claim(.all, after: .zero))
    }
}
