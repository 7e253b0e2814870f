package import NavigationModel
package import NavigationStore
package import NavigationSync
package import NavigationWire

extension InMemoryStore {
    /// The contract of ``Store`` as a plain value: all that was committed, for use with any
    /// storage. A method that throws changes nothing.
    package struct Contents: Sendable {
        private var term = Term.zero
        private var accumulatedUptime = Duration.zero
        private var scenes: [SceneKey: Scene] = [:]
        private var registry = Registry()
        /// The store's identity.
        package private(set) var identity: StoreIdentity

        /// Creates an empty store.
        package init(
            _ identity: StoreIdentity = StoreIdentity(id: StoreID(rawValue: 1), epochSeed: 1)
        ) {
            self.identity = identity
        }

        /// See ``Store/claim(_:after:)``.
        package mutating func claim(_ shards: Set<Shard>, after term: Term) -> Claim {
            self.term = Term(rawValue: max(self.term, term).rawValue + 1)
            return Claim(term: self.term)
        }

        /// See ``Store/load(_:under:)``.
        package func load(
            _ key: SceneKey, under claim: Claim
        ) throws(StoreError) -> StoredScene? {
            try check(claim)
            return try scenes[key]?.stored(as: key)
        }

        /// See ``Store/commit(_:_:under:completion:)``.
        package mutating func commit(
            _ writes: [SceneWrite], _ changes: [RegistryChange] = [], under claim: Claim
        ) throws(StoreError) {
            try check(claim)
            try checkAll(writes)
            var next = registry
            for change in changes { try next.make(change) }
            try checkMoves(changes, with: writes)
            registry = next
            for write in writes {
                scenes[write.key, default: Scene(epoch: write.epoch)].add(write)
                keep(accumulatedUptime: write.accumulatedUptime)
            }
            for change in changes {
                switch change {
                case .erase(let user): erase { $0.user == user }
                case .eraseScene(let key, _, _): erase { $0 == key }
                case .moveScene(let key, let target, _, _): move(key, to: target)
                case .heal(let key, let healed, _):
                    scenes[key, default: Scene(epoch: healed.epoch)].replace(with: healed)
                    registry.note(healed.former, of: key, healed.store)
                case .release(let device, let user, forGood: true):
                    for key in scenes.keys where key.user == user {
                        scenes[key]?.remove(device.id)
                    }
                default: break
                }
            }
        }

        /// See ``Store/account(of:)``.
        package func account(of user: UserID) -> UserAccount? { registry.accounts[user] }

        /// See ``Store/owner(of:)``.
        package func owner(of principal: Principal) -> UserID? { registry.owner(of: principal) }

        /// See ``Store/users(after:limit:)``.
        package func users(after name: UserID?, limit: Int) -> [RegisteredUser] {
            registry.users(after: name, limit: limit)
        }

        /// See ``Store/accumulatedUptime(under:)``.
        package func accumulatedUptime(under claim: Claim) throws(StoreError) -> Duration {
            try check(claim)
            return accumulatedUptime
        }

        /// See ``Store/recordUptime(_:under:)``.
        package mutating func recordUptime(_ accumulatedUptime: Duration, under claim: Claim)
            throws(StoreError)
        {
            try check(claim)
            keep(accumulatedUptime: accumulatedUptime)
        }

        /// See ``Store/renewEpochs(under:makingEpoch:)``. Takes the scenes in order.
        package mutating func renewEpochs(
            under claim: Claim, makingEpoch: () -> Epoch
        ) throws(StoreError) {
            try check(claim)
            for (key, scene) in scenes.sorted(by: { $0.key < $1.key }) {
                let former = FormerHistory(epoch: scene.epoch, end: scene.revision)
                registry.note([former], of: key.named, .none)
                scenes[key]?.epoch = makingEpoch()
            }
            renewEpochSeed(to: makingEpoch().rawValue)
        }

        private mutating func erase(where isMeant: (SceneKey) -> Bool) {
            for (key, scene) in scenes where isMeant(key) {
                let end = Revision(rawValue: .max)
                registry.note([FormerHistory(epoch: scene.epoch, end: end)], of: key.named, .none)
            }
            scenes = scenes.filter { !isMeant($0.key) }
            renewEpochSeed(to: identity.epochSeed &* 6_364_136_223_846_793_005 &+ 1)
        }

        private mutating func move(_ key: SceneKey, to target: SceneKey) {
            guard let scene = scenes.removeValue(forKey: key) else { return }
            if !key.scene.isTrash { registry.note([.removed(scene.epoch)], of: key, .none) }
            if !target.scene.isTrash { registry.forget(scene.epoch, of: target) }
            scenes[target] = scene
            renewEpochSeed(to: identity.epochSeed &* 6_364_136_223_846_793_005 &+ 1)
        }

        private mutating func renewEpochSeed(to seed: UInt64) {
            identity = StoreIdentity(id: identity.id, epochSeed: seed)
        }

        /// See ``Store/identity(under:)``.
        package func identity(under claim: Claim) throws(StoreError) -> StoreIdentity {
            try check(claim)
            return identity
        }

        /// See ``Store/compact(_:upTo:limit:under:)``.
        package mutating func compact(
            _ key: SceneKey, upTo revision: Revision, limit: Int, under claim: Claim
        ) throws(StoreError) -> Compaction {
            try check(claim)
            let none = Compaction(oldestRevision: .zero, isComplete: true, length: 0)
            return scenes[key]?.compact(upTo: revision, limit: limit) ?? none
        }

        /// See ``Store/state(of:at:)``.
        package func state(
            of key: SceneKey, at revision: Revision
        ) throws(StoreError) -> PastState? {
            try scenes[key]?.state(at: revision, as: key)
        }

        /// See ``Store/audit(_:upTo:wholeStore:)``. There is no file to check.
        package func audit(
            _ key: SceneKey, upTo revision: Revision, wholeStore: Bool
        ) -> StoredAudit {
            let scene = scenes[key] ?? Scene(epoch: .none)
            return scene.audit(upTo: revision, as: key, wholeStore: wholeStore)
        }

        /// See ``Store/usedLength()``.
        package var length: Int { scenes.values.reduce(0) { $0 + $1.length } }

        /// See ``Store/usage(of:)``.
        package func usage(of user: UserID) -> UserUsage {
            var usage = UserUsage()
            for (key, scene) in scenes where key.user == user {
                usage.insert(key.scene, length: scene.length)
                usage.devices.formUnion(scene.storedReceipts.keys)
            }
            return usage
        }

        /// See ``Store/log(of:after:limit:length:)``.
        package func log(
            of key: SceneKey, after revision: Revision, limit: Int, length: Int = .max
        ) -> [EncodedCommit] {
            guard let scene = scenes[key] else { return [] }
            let start = max(revision, scene.oldestRevision)
            var room = length
            return scene.log.drop { $0.revision <= start }.prefix(max(0, limit)).prefix { commit in
                defer { if length < .max { room -= commit.bytes.count } }
                return room >= 0
            }
        }

        /// The same, decoded.
        package func commits(
            of key: SceneKey, after revision: Revision, limit: Int
        ) -> [Commit] {
            log(of: key, after: revision, limit: limit).compactMap { try? $0.decoded() }
        }

        /// Returns a healed scene; `nil` if the remembered state can't be read.
        package func healed(by plan: HealPlan) -> HealedState? {
            var healing = plan.begin()
            if let start = plan.logStart {
                healing?.add(commits(of: plan.key, after: start, limit: .max))
            }
            return healing?.finish()
        }

        /// See ``Store/storedReceipt(of:by:in:)``.
        package func storedReceipt(
            of sequence: SequenceNumber, by device: DeviceID, in key: SceneKey
        ) -> StoredReceipt? {
            scenes[key]?.storedReceipts[device]?[sequence]?.storedReceipt
        }

        /// Sets the accumulated uptime to the greater of the two.
        private mutating func keep(accumulatedUptime: Duration) {
            self.accumulatedUptime = max(self.accumulatedUptime, accumulatedUptime)
        }

        /// Throws ``StoreError/fenced`` unless the claim is the newest.
        private func check(_ claim: Claim) throws(StoreError) {
            guard term == claim.term else { throw .fenced }
        }

        /// Throws unless scenes that get another id are there, and no scene has that.
        private func checkMoves(
            _ changes: [RegistryChange], with writes: [SceneWrite]
        ) throws(StoreError) {
            var present = Set(scenes.keys).union(writes.map(\.key))
            for change in changes {
                switch change {
                case .eraseScene(let key, _, _): present.remove(key)
                case .moveScene(let key, let target, _, _):
                    guard present.remove(key) != nil, present.insert(target).inserted else {
                        throw .registryConflict(change)
                    }
                default: break
                }
            }
        }

        /// Throws unless the writes, one after the other, match the present revisions.
        private func checkAll(_ writes: [SceneWrite]) throws(StoreError) {
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
                for new in write.storedReceipts {
                    guard scene?.storedReceipts[new.device]?[new.sequence] == nil else {
                        throw conflict
                    }
                }
            }
        }
    }
}
