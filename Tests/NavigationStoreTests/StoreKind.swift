import NavigationStore
import NavigationSync
import Testing

/// The stores that share one contract.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite

    var testDescription: String { rawValue }

    /// Where a store of this kind keeps its data; it can be opened again and again.
    struct Place {
        let open: () throws -> any Store
    }

    func place(_ scratch: Scratch) -> Place {
        switch self {
        case .memory:
            let disk = InMemoryStore.Disk()
            return Place { InMemoryStore(on: disk) }
        case .sqlite:
            let path = scratch("daemon/navsync.sqlite")
            return Place { try SQLiteStore(opening: path) }
        }
    }
}
