internal import NavigationModel
internal import NavigationWire

/// Requests blocked until a registry read completes. The requests of one connection are queued in
/// order: a change is evaluated against what was submitted before it.
struct BlockedRequests: Sendable {
    private var queues = InboundQueues<Peer>()
    /// The blocked connections of each dependency, in order of arrival.
    private var peers: [Dependency: [Peer]] = [:]

    /// The number of dependencies being read.
    var dependencyCount: Int { peers.count }

    /// The users with a scene being awaited: a request may need several scenes at once.
    var usersOfScenes: Set<UserID> {
        Set(
            peers.keys.compactMap { dependency in
                if case .scene(let key) = dependency { key.user } else { nil }
            })
    }

    func isAwaited(_ dependency: Dependency) -> Bool { peers[dependency] != nil }

    func isBlocked(_ peer: Peer) -> Bool { queues.count(at: peer) > 0 }

    /// A Boolean value indicating whether there is room for one more request of its connection, and
    /// for another dependency.
    func hasRoom(for inbound: InboundRequest, _ dependency: Dependency? = nil) -> Bool {
        let isRoomy = queues.hasRoom(for: inbound, at: inbound.peer)
        guard let dependency else { return isRoomy }
        return isRoomy && (peers[dependency] != nil || peers.count < DaemonLimits.reads)
    }

    /// The number of blocked requests.
    var count: Int { queues.count }

    /// Their total length in bytes.
    var length: Int { queues.length }

    /// Blocks a connection on a dependency, beginning with this request.
    mutating func block(_ inbound: InboundRequest, on dependency: Dependency) {
        queues.append(inbound, at: inbound.peer)
        peers[dependency, default: []].append(inbound.peer)
    }

    /// Queues a request behind the blocked ones of its connection.
    mutating func append(_ inbound: InboundRequest) {
        guard isBlocked(inbound.peer) else { return }
        queues.append(inbound, at: inbound.peer)
    }

    /// Removes and returns the requests of all connections blocked on a dependency, once it is read
    /// or its read has failed.
    mutating func take(_ dependency: Dependency) -> [InboundRequest] {
        (peers.removeValue(forKey: dependency) ?? []).flatMap { queues.takeAll(at: $0) }
    }
}

/// The caller behind a connection, as far as the registry knows it.
enum CallerIdentity: Hashable, Sendable {
    /// A local user with authority over other users: root, and the one that the daemon runs as.
    case administrator(uid: UInt32)
    /// A local user who is a user.
    case localUser(UserID)
    /// A device by its key.
    case device(RegisteredDevice, of: UserID)
    /// The holder of an invitation, who may pair.
    case invitee(InvitationID)
}

/// A reason for not serving a request now.
enum RequestError: Error {
    /// A dependency has to be read first.
    case needs(Dependency)
    /// The request is refused by a user's registry rows, which may not be durable yet.
    case refused(Failure, showing: UserID? = nil)
}

/// The knowledge that a request may be blocked on.
enum Dependency: Hashable, Sendable {
    /// A user's registry rows.
    case account(UserID)
    /// The owner of a principal.
    case owner(Principal)
    /// The reservation of a principal that is to be registered.
    case reservation(Registration)
    /// The names of all users, for suggesting the nearest one to a misspelled name.
    case users
    /// A scene, for a call about all scenes of a user.
    case scene(SceneKey)
    /// The map of the fleet.
    case map
}
