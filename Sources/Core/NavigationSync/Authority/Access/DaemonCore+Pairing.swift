internal import NavigationModel
internal import NavigationWire

/// Pairing: an invitation enrols one device, once.
extension DaemonCore {
    /// Registers a device by its key, and uses up the invitation with it.
    mutating func pair(
        _ pair: PairRequest, from peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        guard case .invitee(let id) = try access.caller(at: peer) else {
            throw .refused(
                Failure(
                    .notPermitted, "pairing requires the invitation's key",
                    advice: "connect with that"))
        }
        guard pair.version == ProtocolVersion.current else {
            throw .refused(.versionUnsupported(pair.version))
        }
        guard let user = try access.owner(of: peer.principal),
            let account = try access.cachedUser(user).account,
            let invitation = account.invitations[id]
        else { throw .refused(.invitationUsed) }
        let paired = PairReply(
            user: user, name: pair.name ?? invitation.name, role: invitation.role)
        let known = account.devices[pair.device]
        if invitation.end == .used(by: pair.device), known?.credential == .key(pair.key),
            known?.invitation == id, known?.revoked == nil
        {
            return ProposedReply(.paired(paired), showing: user)
        }
        guard invitation.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime(at: now)),
            account.user.removed == nil
        else { throw .refused(.invitationUsed, showing: user) }
        // A revoked device may be paired again, by another key.
        guard known?.revoked != nil || known == nil,
            try access.owner(of: .device(pair.key), registeringFor: user) == nil
        else {
            throw .refused(
                Failure(
                    .alreadyExists,
                    "a device with this id or key exists already",
                    advice: "revoke it, or pair with a new device directory"), showing: user)
        }
        if known?.name != paired.name { try paired.name.checkNew("device name") }
        let keys = try pipeline.scenesInMemory(of: user, access.cachedUser(user).usage)
        if known == nil { try evictIdleDevice(ifFull: user, at: now) }
        let device = RegisteredDevice(
            id: pair.device, name: paired.name, platform: pair.platform, role: paired.role,
            credential: .key(pair.key), invitation: id, added: now.wall,
            provenance: Provenance(origin: peer.origin, invitedBy: invitation.madeBy))
        var used = invitation
        used.end = .used(by: pair.device)
        change(.device(device, of: user), of: user)
        change(.invitation(used, of: user), of: user)
        pipeline.add(to: keys) { $0.pair((device.id, device.name), at: now.wall) }
        return ProposedReply(
            .paired(paired), showing: [.registry(user)] + keys.map { .scene($0) })
    }

    /// Creates an invitation for one device.
    mutating func invite(
        _ invite: InviteRequest, to user: UserID, by peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        try invite.name.checkNew("device name")
        if try access.cachedUser(user).account == nil { try user.checkNew("user") }
        let account = try access.cachedUser(user).account
        let invitations = account.map { Array($0.invitations.values) } ?? []
        let accumulatedUptime = accumulatedUptime(at: now)
        guard
            invitations.count(where: {
                $0.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime)
            })
                < UserLimits.invitations
        else {
            throw .refused(
                Failure(
                    .limitExceeded,
                    "user \(user) has \(UserLimits.invitations) open invitations",
                    advice: "withdraw one"),
                showing: user)
        }
        guard try access.owner(of: .device(invite.key), registeringFor: user) == nil else {
            throw .refused(
                Failure(.alreadyExists, "this key exists already", advice: "create another"),
                showing: user)
        }
        let actor = access.attribution(of: peer, about: user, at: now)
        createUserIfNeeded(user, by: actor)
        removeInvitations(of: user, at: now)
        let lifetime = max(.seconds(1), min(invite.lifetime, InviteRequest.longestLifetime))
        let invitation = Invitation(
            id: .random(of: Shard(of: user), using: &generator), key: invite.key, name: invite.name,
            role: invite.role,
            expires: now.wall.advanced(byMicroseconds: lifetime.microseconds),
            expiresAtUptime: accumulatedUptime + lifetime, madeBy: actor)
        change(.invitation(invitation, of: user), of: user)
        let invited = InviteReply(
            id: invitation.id, user: user, expires: invitation.expires,
            serverKey: access.serverKeys.key,
            addresses: addresses + nodes)
        return ProposedReply(.invited(invited), showing: user)
    }

    /// Deletes invitations that ended so long ago that no retry is expected, and more if there are
    /// many.
    private mutating func removeInvitations(of user: UserID, at now: ClockReading) {
        let accumulatedUptime = accumulatedUptime(at: now)
        let ended = (access.registry[user]?.account?.invitations.values).map(Array.init) ?? []
        var kept = ended.count
        let oldest = ended.filter { !$0.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime) }
            .sorted { ($0.expiresAtUptime, $0.id) < ($1.expiresAtUptime, $1.id) }
        for invitation in oldest
        where kept >= DaemonLimits.invitationsKept
            || accumulatedUptime >= invitation.expiresAtUptime + DaemonLimits.endedInvitation
        {
            change(.deleteInvitation(invitation.id, of: user), of: user)
            kept -= 1
        }
    }

    /// Withdraws an invitation.
    mutating func withdraw(
        _ id: InvitationID, of user: UserID, by actor: Attribution
    ) throws(RequestError) -> ProposedReply {
        guard let invitation = try access.cachedUser(user).account?.invitations[id] else {
            throw .refused(.noInvitation(id), showing: user)
        }
        switch invitation.end {
        case .withdrawn: break
        case .used: throw .refused(.invitationUsed, showing: user)
        case nil:
            var withdrawn = invitation
            withdrawn.end = .withdrawn
            withdrawn.withdrawnBy = actor
            change(.invitation(withdrawn, of: user), of: user)
            pipeline.batches.add(.withdrawn(id, of: user))
        }
        return ProposedReply(.done, showing: user)
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
        let all = access.registry[user]?.account?.invitations.values.sorted { $0.id < $1.id } ?? []
        var entries: [InvitationInfo] = []
        for var invitation in all where invitation.end == nil && isMeant(invitation) {
            if invitation.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime) {
                entries.append(invitation.entry)
            }
            invitation.end = .withdrawn
            invitation.withdrawnBy = actor
            change(.invitation(invitation, of: user), of: user)
            pipeline.batches.add(.withdrawn(invitation.id, of: user))
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
