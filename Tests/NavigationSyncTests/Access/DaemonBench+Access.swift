import DeviceStore
import NavigationModel
import NavigationSync
import NavigationWire

/// Devices, local users and administrators at a daemon.
extension DaemonBench {
    /// The users that are served, as a reading of the map finds them that begins after all that has
    /// happened.
    var placed: DaemonCore.Event { .placed(map, asOf: now.uptime + .nanoseconds(1)) }

    /// Serves other users from now on.
    mutating func place(_ users: ServedUsers) async {
        map = users
        await step(placed)
    }

    static let owner990 = Principal.local(uid: owner)
    static let root = Principal.local(uid: 0)
    static let declare: [Operation] = [
        .declareTab("a", at: .between(nil, nil), attributes: [])
    ]

    /// Says hello.
    mutating func hello(
        _ principal: Principal, as device: UInt64, of user: UserID? = nil,
        named name: DeviceName = "phone", knowing key: PublicKey? = nil, role: Role = .full
    ) async -> Reply.Result? {
        await ask(
            principal,
            .hello(
                Hello(
                    user: user, device: Self.device(device), name: name, platform: "test",
                    nextServerKey: key, role: role)))
    }

    /// The bytes of a device's next change, to be submitted by whoever has said hello.
    mutating func change(
        _ principal: Principal, as device: UInt64, _ operations: [Operation] = DaemonBench.declare,
        scene: SceneID = .main
    ) async -> Request.Call? {
        let sync = Request.Call.sync(scene: scene, epoch: .none, revision: .zero)
        guard case .synced(let synced) = await ask(principal, sync) else { return nil }
        let change = Change(
            device: Self.device(device), sequence: synced.lastSequence.next,
            base: Change.Base(revision: synced.head.revision, latest: Timestamp(rawValue: .max)),
            operations: operations)
        return .submit(
            SubmitRequest(
                scene: scene, epoch: synced.head.epoch, after: synced.lastSequence,
                change: change.encoded, age: 0))
    }

    /// Makes a change.
    mutating func make(
        _ principal: Principal, as device: UInt64, _ operations: [Operation] = DaemonBench.declare,
        scene: SceneID = .main
    ) async -> Reply.Result? {
        guard let call = await change(principal, as: device, operations, scene: scene) else {
            return nil
        }
        return await ask(principal, call)
    }

    /// Invites a device, by whom it may be.
    mutating func invite(
        _ principal: Principal = DaemonBench.owner990, to user: UserID? = DaemonBench.user,
        key: UInt8, role: Role = .full, lifetime: Duration = InviteRequest.usualLifetime
    ) async -> Reply.Result? {
        await ask(
            principal,
            .invite(
                InviteRequest(
                    user: user, name: "tablet", role: role, key: .sample(key), lifetime: lifetime)))
    }

    /// The call by which a device pairs: its key has its number.
    static func pair(_ device: UInt64, key: UInt8? = nil, named name: DeviceName? = nil)
        -> Request.Call
    {
        .pair(
            PairRequest(
                device: Self.device(device), name: name, platform: "test",
                key: .sample(key ?? UInt8(device))))
    }

    /// Has a device paired; its principal from then on.
    mutating func paired(
        _ device: UInt64, of user: UserID = DaemonBench.user, role: Role = .full
    ) async -> Principal {
        let key = UInt8(device)
        if user != Self.user { _ = await ask(Self.root, .addUser(user, uid: nil)) }
        let invited = await invite(to: user, key: 100 + key, role: role)
        if case .invited(let invited)? = invited {
            _ = await ask(.invitation(invited.id), Self.pair(device))
        }
        return .device(.sample(key))
    }

    /// Returns the list of a user's devices.
    mutating func devices(of user: UserID = DaemonBench.user) async -> [DeviceInfo] {
        guard
            case .devices(let devices, _, _)? = await ask(Self.owner990, .listDevices(user))
        else { return [] }
        return devices
    }
}

extension Reply.Result {
    var synced: SyncReply? { if case .synced(let synced) = self { synced } else { nil } }
    var welcome: Welcome? { if case .welcome(let welcome) = self { welcome } else { nil } }
    var invited: InviteReply? { if case .invited(let invited) = self { invited } else { nil } }
    var paired: PairReply? { if case .paired(let paired) = self { paired } else { nil } }
    var revoked: Revoked? { if case .revoked(let it) = self { it } else { nil } }
    var users: [UserInfo]? { if case .users(let users, _) = self { users } else { nil } }
    var code: Failure.Code? { failure?.code }
}
