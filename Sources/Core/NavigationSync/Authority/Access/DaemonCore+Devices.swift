internal import NavigationModel
package import NavigationWire

/// Calls about a user's devices: for its devices with full access, for its local user, and for
/// administrators.
extension DaemonCore {
    /// Returns the account of the owner of a key, if it is in memory and as durable as on disk.
    package func account(holding key: PublicKey) -> UserAccount? {
        guard let account = access.registry.account(holding: key),
            !pipeline.batches.isWriting(registryOf: account.user.name)
        else { return nil }
        return account
    }

    /// Handles one of them.
    mutating func manage(
        _ call: Request.Call, from peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply? {
        let caller = try access.caller(at: peer)
        switch call {
        case .invite(let invite):
            let user = try access.manager(of: invite.user, caller, at: peer)
            return try self.invite(invite, to: user, by: peer, at: now)
        case .listDevices(let name):
            let user = try access.manager(of: name, caller, at: peer)
            try pipeline.checkAreInMemory(feed.progress.scenes(of: user))
            return ProposedReply(
                devices(of: user, try access.cachedUser(user).account, at: now), showing: user)
        case .updateDevice(let name, let device, let newName, let role):
            let user = try access.manager(of: name, caller, at: peer)
            let actor = access.attribution(of: peer, about: user, at: now)
            return try update(device, of: user, name: newName, role: role, by: actor, at: now)
        case .revokeDevice(let name, let device, let withDescendants):
            let user = try access.manager(of: name, caller, at: peer)
            let actor = access.attribution(of: peer, about: user, at: now)
            return try revoke(
                device, withDescendants: withDescendants, of: user, by: actor, at: now)
        case .withdrawInvitation(let name, let invitation):
            let user = try access.manager(of: name, caller, at: peer)
            let actor = access.attribution(of: peer, about: user, at: now)
            return try withdraw(invitation, of: user, by: actor)
        default: return nil
        }
    }

    private func devices(
        of user: UserID, _ account: UserAccount?, at now: ClockReading
    ) -> Reply.Result {
        let presences = access.sessions.presences(of: user)
        let accumulatedUptime = accumulatedUptime(at: now)
        let devices = (account?.devices ?? [:]).values.sorted { $0.id < $1.id }
        let invitations = (account?.invitations ?? [:]).values.sorted { $0.id < $1.id }
        return .devices(
            devices.map { device in
                access.entry(
                    for: device, presences[device.id],
                    device.revoked == nil ? progress(of: device.id, of: user, at: now) : [],
                    at: now)
            },
            invitations: invitations.filter {
                $0.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime)
            }
            .map(\.entry), of: user)
    }

    private mutating func update(
        _ id: DeviceID, of user: UserID, name: DeviceName?, role: Role?, by actor: Attribution,
        at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        guard let device = try access.cachedUser(user).account?.devices[id] else {
            throw .refused(.noDevice(id), showing: user)
        }
        guard device.revoked == nil else {
            throw .refused(Failure(.revoked, "device \(id) was revoked"), showing: user)
        }
        if role == .viewer, case .uid = device.credential {
            throw .refused(.unenforceable, showing: user)
        }
        if let name, name != device.name { try name.checkNew("device name") }
        var updated = device
        if let name, name != device.name {
            updated.name = name
            updated.provenance.renamedBy = actor
        }
        if let role, role != device.role {
            updated.role = role
            updated.provenance.roleChangedBy = actor
        }
        guard updated != device else { return ProposedReply(.done, showing: user) }
        change(.device(updated, of: user, former: device), of: user)
        if updated.role != device.role { pipeline.batches.add(.roleChanged(of: user)) }
        if updated.role == .viewer, device.role == .full {
            _ = withdrawInvitations(madeBy: [device], of: user, by: actor, at: now)
        }
        return ProposedReply(.done, showing: user)
    }
}
