internal import NavigationModel
internal import NavigationWire

/// The sessions of connections, the cached rows of the registry, and the requests that are blocked
/// until further rows are read.
struct Access: Sendable {
    /// The local user that the daemon runs as, an administrator as root is.
    let daemonUID: UInt32
    /// The user of that local user: the one created by its first use.
    let daemonUser: UserID
    /// The sessions of connections.
    var sessions: Sessions
    /// The cached registry rows and usage of users.
    var registry = Registry()
    /// Requests blocked on registry reads.
    var blocked = BlockedRequests()
    /// The reads under way.
    private var reading: [ReadID: Dependency] = [:]
    /// Those of them that read an account which another node may have written to since.
    private var overtaken: Set<ReadID> = []
    /// The owners of principals, as read from the store for this event.
    private var resolvedOwners: [Principal: UserID?] = [:]
    /// The owners of principals that the store would not reserve, for this event; `nil` for those that
    /// it has reserved.
    private var reservations: [Registration: UserID?] = [:]
    /// The names of users, as read from the store for this event; `nil` before that.
    private var userNames: [UserID]?
    /// Local users that the store recently reported as unassigned.
    private var unknownUIDs = UnknownUIDCache()
    /// The public halves of the daemon's own keys.
    var serverKeys: ServerKeysInfo
    /// The users that are served here.
    var servedUsers = ServedUsers.everything
    /// The uptime at which the reading of their map began.
    var mapTime = Duration.zero

    init(_ identity: DaemonIdentity, devices: Int) {
        daemonUID = identity.owner
        daemonUser = identity.ownerName
        serverKeys = identity.keys
        sessions = Sessions(devices: devices)
    }

    /// Begins an event: what was read from the store a while ago may have changed since.
    mutating func begin(at now: Duration) {
        unknownUIDs.expire(at: now)
    }

    /// Ends an event: what was read from the store for it is read again for the next.
    mutating func end() {
        resolvedOwners = [:]
        reservations = [:]
        userNames = nil
    }

    /// Applies a change to the cached rows.
    mutating func apply(_ change: RegistryChange, of user: UserID) {
        registry.apply(change, of: user)
        unknownUIDs.removeAll()
    }

    // MARK: Reading

    /// Returns a Boolean value indicating whether a dependency is being read.
    func isReading(_ dependency: Dependency) -> Bool { reading.values.contains(dependency) }

    /// A Boolean value indicating whether there is room for one more read.
    var hasRoomToRead: Bool { reading.count < DaemonLimits.reads }

    /// Records that a dependency is being read.
    mutating func begin(_ dependency: Dependency, as id: ReadID) { reading[id] = dependency }

    /// Removes and returns the dependency that was read; `nil` if the read is not one of these.
    mutating func takeDependency(_ id: ReadID) -> Dependency? { reading.removeValue(forKey: id) }

    /// Returns a Boolean value indicating whether another node may have written to what was read, and
    /// forgets it.
    mutating func takeOvertaken(_ id: ReadID) -> Bool { overtaken.remove(id) != nil }

    /// Records that another node may write to the accounts being read of users that are not served.
    mutating func overtakeReads() {
        for (id, dependency) in reading {
            guard case .account(let user) = dependency, !servedUsers.includes(user) else {
                continue
            }
            overtaken.insert(id)
        }
    }

    /// Takes what was read for a dependency; returns the failure, if it is none of that.
    mutating func insert(
        _ result: StoreReadResult, at now: Duration, _ batches: GroupCommit
    ) -> DaemonCore.PersistenceFailure? {
        switch result {
        case .account(let account, let usage, let user):
            registry.insert(user, account, usage, at: now) { batches.isWriting(registryOf: $0) }
        case .owner(let user, let principal):
            resolvedOwners[principal] = .some(user)
            if user == nil, case .local(let uid) = principal { unknownUIDs.note(uid, at: now) }
        case .reserved(let owner, let registration):
            reservations[registration] = .some(owner)
        case .users(let entries, _):
            userNames = entries.map(\.name)
        default:
            return .failed("unexpected result of the store")
        }
        return nil
    }
}

/// Authorization. The principal comes from the transport; its rights follow from the registry.
///
/// Root and the local user that the daemon runs as may act for any existing user. One user is
/// created by its first use: that of the daemon's own local user. Another local user acts for the
/// user it is assigned to, and a device with a key for its own user, as itself. All other callers
/// are refused alike, whether or not the user exists.
extension Access {
    /// Returns the registry's rows of a user; refuses those of one that another node serves.
    func cachedUser(_ user: UserID) throws(RequestError) -> Registry.CachedUser {
        guard servedUsers.includes(user) else { throw .refused(servedUsers.refusal(of: user)) }
        guard let cached = registry[user] else { throw .needs(.account(user)) }
        return cached
    }

    /// Returns the owner of a principal; a removed user's devices still belong to it.
    func owner(of principal: Principal) throws(RequestError) -> UserID? {
        if let user = registry.owner(of: principal) { return user }
        if case .local(let uid) = principal, unknownUIDs.contains(uid) { return nil }
        guard let owner = resolvedOwners[principal] else { throw .needs(.owner(principal)) }
        // The store's row counts unless a newer one is in memory, which would have been found
        // above.
        if let owner { _ = try cachedUser(owner) }
        return nil
    }

    /// Returns the owner of a principal that is to be registered for a user; `nil` if it is free and,
    /// in all databases of a fleet, reserved for this user.
    func owner(
        of principal: Principal, registeringFor user: UserID
    ) throws(RequestError) -> UserID? {
        if let owner = registry.owner(of: principal) { return owner }
        let registration = Registration(principal: principal, user: user)
        guard let owner = reservations[registration] else {
            throw .needs(.reservation(registration))
        }
        guard let owner, servedUsers.includes(owner) else { return owner }
        _ = try cachedUser(owner)
        if let owner = registry.owner(of: principal) { return owner }
        // It is reserved for the next one when that is durable.
        throw .refused(
            .busy("user \(owner) is giving it up", advice: "try again"), showing: owner)
    }

    /// Returns a Boolean value indicating whether the principal is root, or the local user that the
    /// daemon runs as.
    func isAdministrator(_ principal: Principal) -> Bool {
        guard case .local(let uid) = principal else { return false }
        return uid == 0 || uid == daemonUID
    }

    /// Returns the caller behind a connection.
    func caller(at peer: Peer) throws(RequestError) -> CallerIdentity {
        switch peer.principal {
        case .local(let uid) where isAdministrator(peer.principal):
            return .administrator(uid: uid)
        case .local(let uid):
            guard let user = try owner(of: peer.principal) else { throw .refused(.noUser(of: uid)) }
            return .localUser(user)
        case .device(let key):
            guard let user = try owner(of: peer.principal),
                let device = registry.device(with: key)
            else { throw .refused(.unknownKey) }
            guard device.revoked == nil else { throw .refused(.revoked, showing: user) }
            return .device(device, of: user)
        case .invitation(let id):
            return .invitee(id)
        }
    }

    /// The user that a call of `caller` is about.
    func targetUser(
        _ named: UserID?, for caller: CallerIdentity, at peer: Peer
    ) throws(RequestError) -> UserID {
        switch caller {
        case .administrator(let uid):
            if let named = named ?? sessions[peer]?.user { return named }
            if let own = try owner(of: peer.principal) { return own }
            guard uid == daemonUID else { throw .refused(.userMissing) }
            return daemonUser
        case .localUser(let own), .device(_, let own):
            guard named ?? own == own else { throw .refused(.foreign) }
            return own
        case .invitee:
            throw .refused(.pairingOnly)
        }
    }

    /// Returns the registry's rows of a user that `caller` acts for; `nil` for one that this call
    /// creates.
    ///
    /// - Parameter begins: whether the daemon's own local user may create any user, and not only
    ///   the one of its login name.
    func account(
        of user: UserID, for caller: CallerIdentity, begins: Bool = false
    ) throws(RequestError) -> UserAccount? {
        let account = try cachedUser(user).account
        guard case .administrator(let uid) = caller else {
            guard let account, account.user.removed == nil else { throw .refused(.foreign) }
            return account
        }
        guard let account else {
            if uid == daemonUID, begins || user == daemonUser { return nil }
            throw .refused(.noUser(user, among: try names()), showing: user)
        }
        guard account.user.removed == nil else {
            throw .refused(.noUser(user, among: try names()), showing: user)
        }
        return account
    }

    /// The first page of existing users.
    private func names() throws(RequestError) -> [UserID] {
        guard let userNames else { throw .needs(.users) }
        return userNames
    }

    /// Lists the scenes of a user.
    func scenes(of named: UserID?, for peer: Peer) throws(RequestError) -> ProposedReply {
        let caller = try caller(at: peer)
        let user = try targetUser(named, for: caller, at: peer)
        _ = try account(of: user, for: caller, begins: sessions[peer]?.user == user)
        let usage = try cachedUser(user).usage
        let scenes = usage.scenes.sorted()
        let trash = usage.trash.values.map(\.entry).sorted { $0.name < $1.name }
        return ProposedReply(
            .scenes(scenes, trash: trash, of: user),
            showing: [.registry(user)]
                + scenes.map { .scene(SceneKey(user: user, scene: $0)) })
    }

    /// Returns the device that a connection acts as; `nil` if it has not changed anything yet, and
    /// so is not in the registry.
    func device(
        _ id: DeviceID, in account: UserAccount?, of user: UserID, by principal: Principal
    ) throws(RequestError) -> RegisteredDevice? {
        let device = account?.devices[id]
        switch (principal, device?.credential) {
        case (.local, nil): return nil
        case (.local(let uid), .uid(let its)?) where uid == its: break
        case (.device(let key), .key(let its)?) where key == its: break
        default: throw .refused(.foreignDevice)
        }
        guard device?.revoked == nil else { throw .refused(.revoked, showing: user) }
        return device
    }

    /// Returns the device of a session, if it still has access. One that has not was authorized
    /// before: it has been revoked, by whatever name.
    func device(of session: Session, at peer: Peer) throws(RequestError) -> RegisteredDevice? {
        do {
            let caller = try caller(at: peer)
            let user = try targetUser(session.user, for: caller, at: peer)
            let account = try account(of: user, for: caller, begins: true)
            return try device(session.device, in: account, of: user, by: peer.principal)
        } catch .refused {
            throw .refused(.revoked, showing: session.user)
        }
    }

    /// Throws unless the caller may manage a user's devices: viewers may not, nor sessions that are
    /// limited to looking.
    func requireFull(_ caller: CallerIdentity, of user: UserID, at peer: Peer) throws(RequestError)
    {
        guard sessions[peer]?.role != .viewer else { throw .refused(.viewer, showing: user) }
        switch caller {
        case .administrator: return
        case .device(let device, _):
            guard device.role == .full else { throw .refused(.viewer, showing: user) }
        case .localUser:
            guard let session = sessions[peer] else { return }
            let device = try device(of: session, at: peer)
            guard device?.role ?? .full == .full else { throw .refused(.viewer, showing: user) }
        case .invitee: throw .refused(.pairingOnly)
        }
    }

    /// Throws unless the caller is an administrator.
    func requireAdministrator(at peer: Peer) throws(RequestError) {
        guard sessions[peer]?.role != .viewer, case .administrator = try caller(at: peer) else {
            throw .refused(.administratorsOnly)
        }
    }

    /// Returns a Boolean value indicating whether the key has no access: unknown, or of a device
    /// whose revocation is durable.
    func isDenied(_ principal: Principal, _ batches: GroupCommit) -> Bool {
        guard case .device(let key) = principal else { return false }
        guard let user = registry.owner(of: principal) else {
            // One whose user moved has its access at another node.
            return resolvedOwners[principal].map { $0.map(servedUsers.includes) ?? true } ?? false
        }
        guard let device = registry.device(with: key) else { return true }
        return device.revoked != nil && !batches.isWriting(registryOf: user)
    }

    /// A device of a session, as far as requests about scenes depend on it.
    struct SessionDevice: Hashable, Sendable {
        let name: DeviceName
        let role: Role
    }

    /// The result of an authorization: it holds as long as no row of the registry changes.
    struct Grant: Hashable, Sendable {
        /// The version of the registry.
        let version: UInt64
        /// The device in the registry; `nil` before its first change.
        let device: SessionDevice?
        /// The time at which its user was last recorded to be in use.
        var touched: Duration
    }

    /// The interval at which the user of a busy session is recorded to be in use.
    private static let touchInterval = Duration.seconds(1)

    /// Returns the session of a connection that has said hello, and its device; `nil` if that is
    /// not in the registry yet. Throws if the device has lost its access.
    mutating func session(
        at peer: Peer, _ now: ClockReading
    ) throws(RequestError) -> (Session, SessionDevice?) {
        guard let session = sessions.touch(peer, at: now.uptime) else {
            // A key without access gets its own failure.
            if case .device = peer.principal {
                do throws(RequestError) { _ = try caller(at: peer) } catch {
                    // Hello tells where a user is that moved: no change may be refused so.
                    guard case .refused(let failure, _) = error, failure.code == .moved else {
                        throw error
                    }
                }
            }
            throw .refused(.helloFirst)
        }
        if let grant = session.grant, grant.version == registry.version,
            now.uptime - grant.touched < Self.touchInterval
        {
            return (session, grant.device)
        }
        let device = try device(of: session, at: peer)
        let grant = Grant(
            version: registry.version,
            device: device.map { SessionDevice(name: $0.name, role: $0.role) },
            touched: now.uptime)
        sessions.grant(grant, to: peer)
        registry.touch(session.user, at: now.uptime)
        return (session, grant.device)
    }

    /// Returns the user whose devices `caller` may manage.
    func manager(
        of named: UserID?, _ caller: CallerIdentity, at peer: Peer
    ) throws(RequestError) -> UserID {
        let user = try targetUser(named, for: caller, at: peer)
        _ = try account(of: user, for: caller, begins: sessions[peer]?.user == user)
        try requireFull(caller, of: user, at: peer)
        return user
    }

    // MARK: Rows

    /// The actor of a connection's request about a user.
    func attribution(of peer: Peer, about user: UserID, at now: ClockReading) -> Attribution {
        let device: RegisteredDevice?
        let uid: UInt32?
        switch peer.principal {
        case .device(let key): (device, uid) = (registry.device(with: key), nil)
        case .local(let number):
            let session = sessions[peer].flatMap { $0.user == user ? $0.device : nil }
            let named = session.flatMap { registry[user]?.account?.devices[$0] }
            (device, uid) = (named?.credential == .uid(number) ? named : nil, number)
        case .invitation: (device, uid) = (nil, nil)
        }
        return Attribution(
            device: device?.id, name: device?.name, uid: uid, origin: peer.origin, time: now.wall)
    }

    /// Returns a device's row in lists.
    func entry(
        for device: RegisteredDevice, _ presence: Sessions.LastSeen?, _ progress: [DeviceProgress],
        at now: ClockReading
    ) -> DeviceInfo {
        DeviceInfo(
            device: device.id, name: device.name, platform: device.platform, role: device.role,
            credential: device.credential, added: device.added, revoked: device.revoked,
            connections: presence?.connections ?? 0,
            lastSeen: presence.map {
                now.wall.advanced(byMicroseconds: ($0.lastSeen - now.uptime).microseconds)
            },
            knowsNextServerKey: serverKeys.next != nil
                && presence?.nextServerKey == serverKeys.next,
            progress: progress, invitation: device.invitation, provenance: device.provenance)
    }

    /// Returns the former histories of a scene.
    func former(_ key: SceneKey) -> [FormerHistory] {
        registry[key.user]?.account?.former[key.scene] ?? []
    }
}
