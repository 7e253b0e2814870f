internal import DeviceStore
public import NavigationModel
internal import NavigationTransport
public import NavigationWire
internal import ZeroMQ

/// A client's requests about users, devices and keys. They belong to no scene and need no device:
/// the connection authenticates the principal.
public struct Administration: Sendable {
    /// The client.
    public let client: NavigationClient
    let connection: DaemonConnection
    let timeout: Duration

    private var user: UserID { client.user }

    /// Returns the warning that the daemon serves another store than the device's own, so that its
    /// users and devices are meant; `nil` if it does not, if there is no device to compare it with,
    /// or if the daemon refuses this device's hello.
    ///
    /// - Throws: ``NavigationClientError/Code/unreachable`` and others without a connection.
    package func otherStore() async throws(NavigationClientError) -> NavigationClientError? {
        guard let hello, let device = client.opened.device, device.boundStore.store != .none
        else { return nil }
        do {
            let deadline = ContinuousClock.now + timeout
            guard
                case .welcome(let welcome) = try await connection.request(
                    .hello(hello), until: deadline),
                welcome.store != .none, welcome.store != device.boundStore.store
            else { return nil }
            return .otherRegistry(welcome.store, at: client.endpoint, device.boundStore)
        } catch {
            // A principal without access of its own may still be authorized for its requests.
            if error.cause is Failure { return nil }
            throw error
        }
    }

    // MARK: Users

    /// Adds a user. For administrators, as all calls about users.
    ///
    /// - Parameter uid: The uid of the local user to register under this name.
    package func addUser(_ name: UserID, uid: UInt32?) async throws(NavigationClientError) {
        try await done(.addUser(name, uid: uid))
    }

    /// All users, in the order of their names: page by page, all of them within the timeout.
    package var users: [UserInfo] {
        get async throws(NavigationClientError) {
            let deadline = ContinuousClock.now + timeout
            var users: [UserInfo] = []
            for _ in 0..<Self.pages {
                let last = users.last?.name
                let answer = try await connection.request(.listUsers(after: last), until: deadline)
                guard case .users(let page, let hasMore) = answer, page.continues(after: last)
                else {
                    throw .strange
                }
                users += page
                guard hasMore, !page.isEmpty else { return users }
            }
            throw .strange
        }
    }

    /// The maximum of pages of a list: of a hundred users each, at present daemons.
    static let pages = 10_000

    /// Removes a user and revokes its devices; removes its scenes too if `erasing`.
    package func removeUser(
        _ name: UserID, erasing: Bool
    ) async throws(NavigationClientError) {
        try await done(.removeUser(name, erases: erasing))
    }

    // MARK: Scenes

    /// The names of the user's scenes, in their order.
    public var scenes: [SceneID] {
        get async throws(NavigationClientError) {
            try await scenesAndTrash().scenes
        }
    }

    /// The user's scenes in the trash, in the order of their names.
    public var trash: [TrashedScene] {
        get async throws(NavigationClientError) {
            try await scenesAndTrash().trash
        }
    }

    /// Returns the user's scenes and those in the trash, as of one moment.
    package func scenesAndTrash() async throws(NavigationClientError) -> (
        scenes: [SceneID], trash: [TrashedScene]
    ) {
        guard case .scenes(let scenes, let trash, _) = try await request(.listScenes(user)) else {
            throw .strange
        }
        return (scenes, trash)
    }

    /// Gives a scene another name, with its log and what its changes came to. This device's undo
    /// journal and pending changes of the scene go with it; other devices see the scene under its
    /// new name.
    ///
    /// - Throws: ``NavigationClientError/Code/refused`` also if a scene has the new name.
    public func renameScene(
        _ scene: SceneID, to newName: SceneID
    ) async throws(NavigationClientError) {
        try await done(.renameScene(user, scene, to: newName))
        do {
            try client.opened.device?.database.renameScene(scene, to: newName, of: user)
        } catch {
            throw .device(error, at: client.opened.path)
        }
    }

    /// Puts a scene of the user in the trash, with its log, for 30 days at most.
    public func trashScene(_ scene: SceneID) async throws(NavigationClientError) {
        try await done(.trashScene(user, scene))
    }

    /// Takes a scene of the user out of the trash.
    public func restoreScene(_ scene: SceneID) async throws(NavigationClientError) {
        try await done(.restoreScene(user, scene))
    }

    /// Removes a scene of the user for good, with its log; also one in the trash.
    public func removeScene(_ scene: SceneID) async throws(NavigationClientError) {
        try await done(.removeScene(user, scene))
    }

    // MARK: Devices

    /// The time for which an invitation is good unless another is given: ten minutes.
    public static let usualLifetime = InviteRequest.usualLifetime

    /// Creates an invitation for one device. The invitation's key is made here, and its secret is
    /// in the URL alone; its public half is for the `PairingCode` of the invited device.
    ///
    /// - Throws: ``NavigationClientError/Code/refused`` also if the daemon does not listen on tcp.
    public func invite(
        _ name: DeviceName, role: Role = .full, lifetime: Duration = usualLifetime
    ) async throws(NavigationClientError) -> (
        url: PairingURL, id: InvitationID, key: PublicKey
    ) {
        let keys: CurveKeyPair
        do { keys = try CurveKeyPair.generate() } catch {
            throw NavigationClientError(.configuration, "\(error)", cause: error)
        }
        guard let key = PublicKey(keys.publicKey),
            let secret = SecretKey(bytes: keys.secretKey.bytes)
        else { throw .strange }
        let call = Request.Call.invite(
            InviteRequest(user: user, name: name, role: role, key: key, lifetime: lifetime))
        guard case .invited(let invited) = try await request(call) else { throw .strange }
        do {
            let url = try PairingURL(
                secretKey: secret, serverKey: invited.serverKey, addresses: invited.addresses,
                expires: invited.expires, user: invited.user, name: name, role: role)
            return (url, invited.id, key)
        } catch {
            // Nobody will ever use it. If it can't be withdrawn now, it expires.
            try? await withdraw(invited.id)
            throw NavigationClientError(
                .refused,
                text: """
                    the daemon does not listen on tcp, so no other device can connect: \
                    \(advice: "set 'tcp' in navsyncd.yaml, or start it with --tcp ADDRESS:PORT")
                    """, cause: error)
        }
    }

    /// Returns the devices and open invitations of a user; `nil` is the client's.
    public func devices(
        of other: UserID? = nil
    ) async throws(NavigationClientError) -> (
        devices: [DeviceInfo], invitations: [InvitationInfo]
    ) {
        let answer = try await request(.listDevices(other ?? user))
        guard case .devices(let devices, let invitations, _) = answer else { throw .strange }
        return (devices, invitations)
    }

    /// Returns the devices that mirror a scene of the client's user now, unless they hide it: sorted by
    /// id, and none for a client without a device or without access of its own.
    public func presentDevices(
        in scene: SceneID
    ) async throws(NavigationClientError) -> [PresentDevice] {
        guard let hello else { return [] }
        do throws(NavigationClientError) {
            _ = try await request(.hello(hello))
            guard case .heads(let reply) = try await request(.presence(scene: scene)) else {
                throw NavigationClientError.strange
            }
            return reply.present
        } catch {
            // A principal without access of its own may still be authorized for its requests.
            if error.cause is Failure { return [] }
            throw error
        }
    }

    /// The hello of the client's device; `nil` without one.
    private var hello: Hello? {
        client.opened.device.map { device in
            Hello(user: user, device: device.database.device, name: device.database.name)
        }
    }

    /// Changes a device's name or role; `nil` leaves either as it is.
    public func update(
        _ device: DeviceID, name: DeviceName? = nil, role: Role? = nil
    ) async throws(NavigationClientError) {
        try await done(.updateDevice(user, device, name: name, role: role))
    }

    /// Revokes a device, at once and for good, and withdraws its open invitations.
    ///
    /// - Parameter withDescendants: A Boolean value indicating whether to revoke also the devices
    ///   that were paired by its invitations, and by theirs; the requesting device and its own
    ///   descendants are spared.
    /// - Throws: ``NavigationClientError/Code/refused`` also if the daemon has revoked the device
    ///   alone, because it records no descendants.
    @discardableResult
    public func revoke(
        _ device: DeviceID, withDescendants: Bool = false
    ) async throws(NavigationClientError) -> Revoked {
        let call = Request.Call.revokeDevice(user, device, withDescendants: withDescendants)
        guard case .revoked(let revoked) = try await request(call) else { throw .strange }
        guard !withDescendants || !revoked.devices.isEmpty else {
            throw .loneRevocation
        }
        return revoked
    }

    /// Withdraws an invitation.
    public func withdraw(_ invitation: InvitationID) async throws(NavigationClientError) {
        try await done(.withdrawInvitation(user, invitation))
    }

    // MARK: Keys

    /// Shows, prepares, activates or cancels the daemon's own keys. For administrators.
    package func serverKeys(
        _ action: ServerKeyAction
    ) async throws(NavigationClientError) -> ServerKeysInfo {
        guard case .serverKeys(let keys) = try await request(.serverKey(action)) else {
            throw .strange
        }
        return keys
    }

    // MARK: Fleets

    /// Shows the nodes of a fleet after an action on one of them. For administrators.
    package func fleet(
        _ action: FleetAction
    ) async throws(NavigationClientError) -> FleetStatus {
        guard case .fleet(let status) = try await request(.fleet(action)) else { throw .strange }
        return status
    }

    private func done(_ call: Request.Call) async throws(NavigationClientError) {
        guard case .done = try await request(call) else { throw .strange }
    }

    private func request(_ call: Request.Call) async throws(NavigationClientError) -> Reply.Result {
        try await connection.request(call, until: .now + timeout)
    }
}

extension [UserInfo] {
    /// Returns a Boolean value indicating whether the names grow, from the last of the previous
    /// page on, so that the list ends.
    fileprivate func continues(after last: UserID?) -> Bool {
        let names = (last.map { [$0] } ?? []) + map(\.name)
        return zip(names, names.dropFirst()).allSatisfy(<)
    }
}
