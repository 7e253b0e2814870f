internal import DequeModule
internal import NavigationModel
internal import NavigationWire

/// The core's cache of users, as of the last executed change: it may be ahead of the disk.
struct Registry: Sendable {
    /// A user in memory.
    struct CachedUser: Sendable {
        /// The registry's rows; `nil` for a user that was never added.
        var account: UserAccount?
        /// Its scenes, and the devices that ever changed one.
        var usage: UserUsage
        fileprivate var used: Duration

        /// The number of its rows that ``DaemonLimits/registryRows`` bounds.
        fileprivate var rows: Int {
            usage.count + (account?.devices.count ?? 0)
                + (account?.invitations.count ?? 0)
        }
    }

    /// The owners of a key.
    private enum KeyOwner: Hashable, Sendable {
        case device(DeviceID, of: UserID)
        case invitation(InvitationID, of: UserID)

        var user: UserID {
            switch self {
            case .device(_, let user), .invitation(_, let user): user
            }
        }
    }

    private var users = SlotTable<UserID, CachedUser>()
    /// A counter that grows when any row changes, enters the cache, or leaves it.
    private(set) var version: UInt64 = 0
    /// Indexes over all cached users.
    private var holders: [PublicKey: KeyOwner] = [:]
    private var invitations: [InvitationID: UserID] = [:]
    private var locals: [UInt32: UserID] = [:]
    /// The rows of all cached users: ``update(_:_:)`` and ``remove(_:)`` maintain it.
    private var rows = 0

    /// The number of cached users.
    var count: Int { users.count }
    /// All cached users, unordered.
    var all: [UserID] { users.keys }

    /// The rows of a user, if they are in memory; `nil` if it must be read first.
    subscript(_ user: UserID) -> CachedUser? { users[user] }

    /// Returns the slot of a user in memory; valid until a user leaves it.
    func slot(of user: UserID) -> SlotTable<UserID, CachedUser>.Slot? { users.slot(of: user) }

    /// The rows of a user in memory.
    subscript(_ slot: SlotTable<UserID, CachedUser>.Slot) -> CachedUser {
        _read { yield users[slot] }
    }

    /// Records that a user is in use.
    mutating func touch(_ user: UserID, at now: Duration) {
        if let slot = users.slot(of: user) { users[slot].used = now }
    }

    /// Returns the owner of a principal, removed users included, if a cached user has it. The key
    /// of an invitation belongs to its user, too.
    func owner(of principal: Principal) -> UserID? {
        switch principal {
        case .local(let uid): locals[uid]
        case .device(let key): holders[key]?.user
        case .invitation(let id): invitations[id]
        }
    }

    /// The account of the owner of a key, if it is in memory.
    func account(holding key: PublicKey) -> UserAccount? {
        holders[key].flatMap { users[$0.user]?.account }
    }

    /// The device that has this key.
    func device(with key: PublicKey) -> RegisteredDevice? {
        guard case .device(let id, let user)? = holders[key] else { return nil }
        return users[user]?.account?.devices[id]
    }

    // MARK: Reading

    /// Inserts a user that was read, unless it is cached by now, and evicts others over the limit;
    /// never those that are `pinned`, which are being written.
    mutating func insert(
        _ user: UserID, _ account: UserAccount?, _ usage: UserUsage, at now: Duration,
        pinned: (UserID) -> Bool
    ) {
        guard !users.contains(user) else { return }
        version += 1
        if isFull { evict(sparing: pinned) }
        let learned = CachedUser(account: account, usage: usage, used: now)
        users[user] = learned
        rows += learned.rows
        guard let account else { return }
        index(account.user)
        for device in account.devices.values { index(device, of: user) }
        for invitation in account.invitations.values { index(invitation, of: user) }
    }

    private var isFull: Bool {
        users.count >= DaemonLimits.users || rows >= DaemonLimits.registryRows
    }

    /// Evicts the least recently used sixteenth, or more: at once, since finding them scans all.
    private mutating func evict(sparing pinned: (UserID) -> Bool) {
        let batch = users.count / 16
        let idle = zip(users.keys, users.values.map(\.used)).filter { !pinned($0.0) }
        for (number, (user, _)) in idle.sorted(by: { $0.1 < $1.1 }).enumerated() {
            guard number < batch || isFull else { return }
            remove(user)
        }
    }

    /// Drops a user from the cache: the next request that needs it reads it again.
    mutating func remove(_ user: UserID) {
        guard let former = users.removeValue(forKey: user) else { return }
        version += 1
        rows -= former.rows
        guard let account = former.account else { return }
        unindex(account.user)
        for device in account.devices.values { unindex(device) }
        for invitation in account.invitations.values { unindex(invitation) }
    }

    // MARK: Changing

    /// Applies a change to a cached user.
    mutating func apply(_ change: RegistryChange, of user: UserID) {
        guard users.contains(user) else { return }
        version += 1
        switch change {
        case .user(let row):
            if let former = users[user]?.account?.user { unindex(former) }
            update(user) { cached in
                if cached.account == nil { cached.account = UserAccount(user: row) }
                cached.account?.user = row
            }
            index(row)
        case .device(let device, _, _):
            if let former = users[user]?.account?.devices[device.id] { unindex(former) }
            update(user) { $0.account?.devices[device.id] = device }
            index(device, of: user)
        case .invitation(let invitation, _):
            if let former = users[user]?.account?.invitations[invitation.id] { unindex(former) }
            update(user) { $0.account?.invitations[invitation.id] = invitation }
            index(invitation, of: user)
        case .deleteInvitation(let id, _):
            if let former = users[user]?.account?.invitations[id] { unindex(former) }
            update(user) { $0.account?.invitations[id] = nil }
        case .release(let device, _, _):
            if let former = users[user]?.account?.devices[device.id] { unindex(former) }
            update(user) { $0.account?.devices[device.id] = nil }
        case .eraseScene(let key, let epoch, _):
            update(user) { cached in
                cached.usage.remove(key.scene)
                let histories = epoch.map { [FormerHistory.removed($0)] } ?? []
                cached.account?.note(histories, of: key.named.scene, .none)
            }
        case .moveScene(let key, let target, let epoch, _):
            update(user) { cached in
                cached.usage.insert(target.scene, length: cached.usage.remove(key.scene))
                if !key.scene.isTrash {
                    cached.account?.note([.removed(epoch)], of: key.scene, .none)
                }
                if !target.scene.isTrash { cached.account?.forget(epoch, of: target.scene) }
            }
        case .heal(let key, let healed, _):
            update(user) { cached in
                cached.usage.scenes.insert(key.scene)
                cached.usage.lengths[key.scene] = healed.snapshot.bytes.count
                cached.account?.note(healed.former, of: key.scene, healed.store)
            }
        case .erase:
            update(user) { $0.usage = UserUsage() }
        }
    }

    /// Records a device that changes a scene.
    mutating func settle(_ device: DeviceID, in key: SceneKey) {
        guard let slot = users.slot(of: key.user),
            !users[slot].usage.scenes.contains(key.scene)
                || !users[slot].usage.devices.contains(device)
        else { return }
        update(key.user) { cached in
            cached.usage.scenes.insert(key.scene)
            cached.usage.devices.insert(device)
        }
    }

    /// Adds bytes to a scene's size on disk.
    mutating func add(_ length: Int, to key: SceneKey) {
        guard let slot = users.slot(of: key.user) else { return }
        users[slot].usage.lengths[key.scene, default: 0] += length
    }

    /// Sets a scene's size on disk, in bytes.
    mutating func measure(_ length: Int, of key: SceneKey) {
        guard let slot = users.slot(of: key.user), users[slot].usage.scenes.contains(key.scene)
        else { return }
        users[slot].usage.lengths[key.scene] = length
    }

    /// Changes a cached user, and with it the number of rows.
    private mutating func update(_ user: UserID, _ body: (inout CachedUser) -> Void) {
        guard let slot = users.slot(of: user) else { return }
        rows -= users[slot].rows
        body(&users[slot])
        rows += users[slot].rows
    }

    private mutating func index(_ user: RegisteredUser) {
        if let uid = user.uid, user.removed == nil { locals[uid] = user.name }
    }

    private mutating func unindex(_ user: RegisteredUser) {
        if let uid = user.uid, locals[uid] == user.name { locals[uid] = nil }
    }

    private mutating func index(_ device: RegisteredDevice, of user: UserID) {
        if case .key(let key) = device.credential { holders[key] = .device(device.id, of: user) }
    }

    private mutating func unindex(_ device: RegisteredDevice) {
        if case .key(let key) = device.credential { holders[key] = nil }
    }

    private mutating func index(_ invitation: Invitation, of user: UserID) {
        holders[invitation.key] = .invitation(invitation.id, of: user)
        invitations[invitation.id] = user
    }

    private mutating func unindex(_ invitation: Invitation) {
        holders[invitation.key] = nil
        invitations[invitation.id] = nil
    }
}

extension UserUsage {
    /// Scenes and devices.
    fileprivate var count: Int { scenes.count + trash.count + devices.count }
}

/// A short-lived cache of local users without a user: a flood of theirs must not become one of
/// reads.
struct UnknownUIDCache: Sendable {
    private var uids: Set<UInt32> = []
    /// The same, by the time of their end: all are kept for the same time. Nothing waits for that,
    /// so it is no deadline.
    private var ends: Deque<(uid: UInt32, time: Duration)> = []

    /// The lifetime of an entry. A user assigned by this daemon is known at once.
    private static let memory = Duration.seconds(1)
    /// The most entries; further uids are read from the store each time.
    private static let limit = 1_024

    /// Returns a Boolean value indicating whether the store recently had no user for a uid.
    func contains(_ uid: UInt32) -> Bool { uids.contains(uid) }

    /// Records that the store has no user for a uid.
    mutating func note(_ uid: UInt32, at now: Duration) {
        guard uids.count < Self.limit, uids.insert(uid).inserted else { return }
        ends.append((uid, now + Self.memory))
    }

    /// Drops the entries whose lifetime has ended.
    mutating func expire(at now: Duration) {
        while let oldest = ends.first, oldest.time <= now {
            ends.removeFirst()
            uids.remove(oldest.uid)
        }
    }

    /// Drops all entries.
    mutating func removeAll() {
        uids = []
        ends = []
    }
}
