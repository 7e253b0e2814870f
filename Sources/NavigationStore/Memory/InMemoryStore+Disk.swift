internal import NavigationModel
internal import NavigationSync
internal import NavigationWire
internal import Synchronization

extension InMemoryStore {
    /// What outlives a store: as a disk outlives a process.
    package final class Disk: Sendable {
        private let stored = Mutex(Contents())

        /// An empty disk.
        package init() {}

        /// Runs `body` on what is stored; what throws must leave it as it was.
        func access<Result: Sendable>(
            _ body: (inout Contents) throws(StoreError) -> Result
        ) throws(StoreError) -> Result {
            try stored.withLock { (contents) throws(StoreError) in try body(&contents) }
        }
    }

    /// All that was committed.
    struct Contents {
        var terms: [Shard: Term] = [:]
        var lived: [Shard: Duration] = [:]
        var scenes: [SceneKey: Scene] = [:]

        /// Keeps the greater of two times.
        mutating func note(lived: Duration, of shard: Shard) {
            self.lived[shard] = max(self.lived[shard] ?? .zero, lived)
        }

        /// Throws ``StoreError/fenced`` unless the claim is the newest of its shard.
        func check(_ claim: Claim) throws(StoreError) {
            guard terms[claim.shard] == claim.term else { throw .fenced }
        }

        /// Throws unless the writes, one after the other, fit what is there.
        func checkAll(_ writes: [SceneWrite]) throws(StoreError) {
            var revisions: [SceneKey: Revision] = [:]
            for write in writes {
                write.checkIsGapless()
                let scene = scenes[write.key]
                let found = revisions[write.key] ?? scene?.revision ?? .zero
                let conflict = StoreError.conflict(
                    write.key, expected: write.expected, found: found)
                guard write.expected == found, scene?.epoch ?? write.epoch == write.epoch else {
                    throw conflict
                }
                revisions[write.key] = write.revision
                for new in write.settlements {
                    guard scene?.settlements[new.device]?[new.sequence] == nil else {
                        throw conflict
                    }
                }
            }
        }
    }
}
