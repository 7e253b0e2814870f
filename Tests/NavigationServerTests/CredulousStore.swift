import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire

/// A store in memory whose registry knows every key that it is asked about as a device's.
actor CredulousStore: Store {
    private let store = InMemoryStore()
    private var account = UserAccount(user: RegisteredUser(name: "ann", uid: nil, added: .zero))

    nonisolated var metrics: StoreMetrics { store.metrics }

    func recover() async -> Bool { await store.recover() }

    func owner(of principal: Principal) -> UserID? {
        guard case .device(let key) = principal else { return nil }
        let id = DeviceID(high: 9, low: UInt64(account.devices.count))
        account.devices[id] = RegisteredDevice(
            id: id, name: "guest", platform: "", role: .full, credential: .key(key),
            invitation: nil, added: .zero)
        return account.user.name
    }

    func account(of user: UserID) -> UserAccount? { account }

    func account(holding key: PublicKey) -> UserAccount? {
        owner(of: .device(key)).map { _ in account }
    }

    func claim(_ shards: Set<Shard>, after term: Term) async throws(StoreError) -> Claim {
        try await store.claim(shards, after: term)
    }

    func load(_ key: SceneKey, under claim: Claim) async throws(StoreError) -> StoredScene? {
        try await store.load(key, under: claim)
    }

    nonisolated func commit(
        _ writes: [SceneWrite], _ changes: [RegistryChange], under claim: Claim,
        completion: @escaping @Sendable (Result<Void, StoreError>) -> Void
    ) {
        store.commit(writes, changes, under: claim, completion: completion)
    }

    func identity(under claim: Claim) async throws(StoreError) -> StoreIdentity {
        try await store.identity(under: claim)
    }

    func accumulatedUptime(under claim: Claim) async throws(StoreError) -> Duration {
        try await store.accumulatedUptime(under: claim)
    }

    func usedLength() async throws(StoreError) -> Int {
        try await store.usedLength()
    }

    func recordUptime(_ accumulatedUptime: Duration, under claim: Claim) async throws(StoreError) {
        try await store.recordUptime(accumulatedUptime, under: claim)
    }

    func renewEpochs(
        under claim: Claim, makingEpoch: @escaping @Sendable () -> Epoch
    ) async throws(StoreError) {
        try await store.renewEpochs(under: claim, makingEpoch: makingEpoch)
    }

    func compact(
        _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
    ) async throws(StoreError) -> Compaction {
        try await store.compact(key, upTo: revision, limit: limit, under: claim)
    }

    func state(of key: SceneKey, at revision: Revision) async throws(StoreError) -> PastState? {
        try await store.state(of: key, at: revision)
    }

    func audit(
        _ key: SceneKey, upTo revision: Revision, wholeStore: Bool
    ) async throws(StoreError) -> StoredAudit {
        try await store.audit(key, upTo: revision, wholeStore: wholeStore)
    }

    func usage(of user: UserID) async throws(StoreError) -> UserUsage {
        try await store.usage(of: user)
    }

    func users(after name: UserID?, limit: Int) async throws(StoreError) -> [RegisteredUser] {
        try await store.users(after: name, limit: limit)
    }

    func log(
        of key: SceneKey, after revision: Revision, limit: Int, length: Int
    ) async throws(StoreError) -> [EncodedCommit] {
        try await store.log(of: key, after: revision, limit: limit, length: length)
    }

    func storedReceipt(
        of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
    ) async throws(StoreError) -> StoredReceipt? {
        try await store.storedReceipt(of: sequence, by: device, in: key)
    }

    func close() async { await store.close() }
}
