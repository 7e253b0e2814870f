internal import NavigationModel
internal import NavigationWire

/// The provenance of every authority: the registry records who requested it, and a device's grants
/// end with its own access.
extension DaemonCore {
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

    /// Withdraws the open invitations that these devices made; also those of unknown maker, since
    /// it may have been one of these.
    mutating func withdrawInvitations(
        madeBy devices: [RegisteredDevice], of user: UserID, by actor: Attribution,
        at now: ClockReading
    ) -> [InvitationInfo] {
        let parties = devices.map { Inviter(device: $0.id, credential: $0.credential) }
        return withdrawInvitations(of: user, by: actor, at: now) { invitation in
            guard let maker = invitation.madeBy else { return true }
            return parties.contains { $0.isActor(of: maker) }
        }
    }

    /// Withdraws the matching open invitations; returns those that were still usable.
    @discardableResult
    mutating func withdrawInvitations(
        of user: UserID, by actor: Attribution, at now: ClockReading,
        where isMeant: (Invitation) -> Bool
    ) -> [InvitationInfo] {
        let accumulatedUptime = accumulatedUptime(at: now)
        let all = registry[user]?.account?.invitations.values.sorted { $0.id < $1.id } ?? []
        var entries: [InvitationInfo] = []
        for var invitation in all where invitation.end == nil && isMeant(invitation) {
            if invitation.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime) {
                entries.append(invitation.entry)
            }
            invitation.end = .withdrawn
            invitation.withdrawnBy = actor
            change(.invitation(invitation, of: user), of: user)
            batches.add(.withdrawn(invitation.id, of: user))
        }
        return entries
    }
}

extension UserAccount {
    /// Returns the devices that came by an invitation of this one, or by one of theirs, and so on,
    /// revoked ones included; without the branch of `spared`, which is one of them itself.
    func descendants(of first: DeviceID, sparing spared: DeviceID? = nil) -> [RegisteredDevice] {
        let entries = devices.values.lazy.filter { $0.id != spared }
            .map { (id: $0.id, credential: $0.credential, by: $0.provenance.invitedBy) }
        return Inviter.descendants(of: first, among: Array(entries)).compactMap { devices[$0] }
    }
}

extension Invitation {
    /// The invitation's row in lists.
    var entry: InvitationInfo {
        InvitationInfo(id: id, name: name, role: role, expires: expires, madeBy: madeBy)
    }
}
