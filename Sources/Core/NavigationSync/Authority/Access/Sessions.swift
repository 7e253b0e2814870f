internal import NavigationModel
internal import NavigationWire

/// The session of a connection: the device that it acts as.
struct Session: Hashable, Sendable {
    let user: UserID
    let device: DeviceID
    let name: DeviceName
    let platform: String
    /// The daemon's next key, as the device knows it.
    let nextServerKey: PublicKey?
    /// A Boolean value indicating whether the device is for this session alone.
    var isEphemeral = false
    /// The most that the connection may do, whatever the role of the device.
    var role = Role.full
    var lastSeen: Duration
    /// The result of its last authorization; `nil` before the first.
    var grant: Access.Grant?

    var participant: Sessions.UserDevice { Sessions.UserDevice(user: user, device: device) }

    func key(_ scene: SceneID) -> SceneKey { SceneKey(user: user, scene: scene) }

    fileprivate var presence: Sessions.LastSeen {
        Sessions.LastSeen(
            lastSeen: lastSeen, nextServerKey: nextServerKey, isEphemeral: isEphemeral)
    }
}

/// The sessions of connections, and the devices of ended ones.
struct Sessions: Sendable {
    /// The last-seen time of a device, and its state then.
    struct LastSeen: Hashable, Sendable {
        var lastSeen: Duration
        var nextServerKey: PublicKey?
        var isEphemeral = false
        var connections = 0
        /// A Boolean value indicating whether its connection has continued as another device.
        var hasMovedOn = false
    }

    private var byPeer = SlotTable<Peer, Session>()
    /// Devices whose connections have ended.
    private var former: [UserDevice: LastSeen] = [:]
    /// The most such devices.
    private let most: Int

    init(devices most: Int = DaemonLimits.devices) {
        self.most = most
    }

    var count: Int { byPeer.count }
    /// The users with a session.
    var users: Set<UserID> { Set(byPeer.values.lazy.map(\.user)) }
    /// The number of sessions of each user.
    var counts: [UserID: Int] {
        byPeer.values.reduce(into: [:]) { $0[$1.user, default: 0] += 1 }
    }
    subscript(_ peer: Peer) -> Session? { byPeer[peer] }

    mutating func open(_ session: Session, for peer: Peer) {
        // A connection may continue as another device.
        if let former = byPeer[peer], (former.user, former.device) != (session.user, session.device)
        {
            remove(peer, movingOn: true)
        }
        byPeer[peer] = session
    }

    mutating func touch(_ peer: Peer, at uptime: Duration) -> Session? {
        guard let slot = byPeer.slot(of: peer) else { return nil }
        byPeer[slot].lastSeen = uptime
        return byPeer[slot]
    }

    /// Records the authorization of a connection's session.
    mutating func grant(_ grant: Access.Grant, to peer: Peer) {
        if let slot = byPeer.slot(of: peer) { byPeer[slot].grant = grant }
    }

    mutating func remove(_ peer: Peer, movingOn: Bool = false) {
        guard let session = byPeer.removeValue(forKey: peer) else { return }
        if former.count >= most {
            // Many at once, since finding them scans all.
            let idle = former.map { ($0.value.lastSeen, $0.key.user, $0.key.device) }
            for (_, user, device) in idle.sorted(by: <).prefix(max(1, most / 8)) {
                former[UserDevice(user: user, device: device)] = nil
            }
        }
        former[session.participant] = session.presence
        former[session.participant]?.hasMovedOn = movingOn
    }

    /// Returns the devices seen at this uptime or later, also those that have left since; a
    /// connection counts for its last device.
    func devices(seenSince uptime: Duration) -> Set<UserDevice> {
        let present = byPeer.values.lazy.filter { $0.lastSeen >= uptime }
            .map(\.participant)
        let left = former.lazy.filter { $0.value.lastSeen >= uptime && !$0.value.hasMovedOn }
        return Set(present).union(left.map(\.key))
    }

    /// Ends the sessions of a user's device, or of all of its devices.
    mutating func end(_ device: DeviceID? = nil, of user: UserID) {
        for (peer, session) in zip(byPeer.keys, byPeer.values)
        where session.user == user && (device ?? session.device) == session.device {
            byPeer.removeValue(forKey: peer)
        }
    }

    /// Returns the last-seen data of a user's devices since the daemon started.
    func presences(of user: UserID) -> [DeviceID: LastSeen] {
        var presences: [DeviceID: LastSeen] = [:]
        for (participant, presence) in former where participant.user == user {
            presences[participant.device] = presence
        }
        for session in byPeer.values where session.user == user {
            var presence = presences[session.device] ?? session.presence
            if presence.lastSeen <= session.lastSeen {
                presence.lastSeen = session.lastSeen
                presence.nextServerKey = session.nextServerKey
                presence.isEphemeral = session.isEphemeral
            }
            presence.connections += 1
            presences[session.device] = presence
        }
        return presences
    }
}

extension Sessions {
    /// A device of a user.
    struct UserDevice: Hashable, Sendable {
        let user: UserID
        let device: DeviceID
    }
}
