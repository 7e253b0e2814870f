internal import NavigationModel
internal import NavigationStore
internal import NavigationSync
internal import Synchronization

extension InMemoryStore {
    /// The content that outlives a store, as a disk outlives a process.
    package final class Storage: Sendable {
        private let stored: Mutex<Contents>

        /// Creates empty storage.
        package init() {
            let identity = StoreIdentity(
                id: StoreID(rawValue: .random(in: 1 ... .max)),
                epochSeed: .random(in: .min ... .max))
            stored = Mutex(Contents(identity))
        }

        /// Runs `body` on the contents; if it throws, it must not have changed them.
        func access<Result: Sendable>(
            _ body: (inout Contents) throws(StoreError) -> Result
        ) throws(StoreError) -> Result {
            try stored.withLock { (contents) throws(StoreError) in try body(&contents) }
        }
    }
}
