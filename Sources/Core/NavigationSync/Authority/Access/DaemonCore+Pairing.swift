internal import NavigationModel
internal import NavigationWire

/// Pairing: an invitation enrols one device, once.
extension DaemonCore {
    /// Registers a device by its key, and uses up the invitation with it.
    mutating func pair(
        _ pair: PairRequest, from peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        guard case .invitee(let id) = try caller(at: peer) else {
            throw .refused(
                Failure(.notPermitted, "only an invitation's key pairs: connect with that"))
        }
        guard pair.version == ProtocolVersion.current else {
            throw .refused(.versionUnsupported(pair.version))
        }
        guard let user = try owner(of: peer.principal), let account = try known(user).account,
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
        guard known?.revoked != nil || known == nil, try owner(of: .device(pair.key)) == nil else {
            throw .refused(
                Failure(
                    .alreadyExists,
                    "a device of this id or this key is known already: revoke it, or pair with a "
                        + "new device directory"), showing: user)
        }
        if known?.name != paired.name { try paired.name.checkNew("device name") }
        let keys = try scenesInMemory(of: user)
        if known == nil { try evictIdleDevice(ifFull: user, at: now) }
        let device = RegisteredDevice(
            id: pair.device, name: paired.name, platform: pair.platform, role: paired.role,
            credential: .key(pair.key), invitation: id, added: now.wall,
            provenance: Provenance(origin: peer.origin, invitedBy: invitation.madeBy))
        var used = invitation
        used.end = .used(by: pair.device)
        change(.device(device, of: user), of: user)
        change(.invitation(used, of: user), of: user)
        for key in keys {
            guard var scene = scenes.removeValue(forKey: key) else { continue }
            let expected = scene.revision
            let commit = scene.pair((device.id, device.name), at: now.wall)
            batches.add(commit, to: scene, expected: expected)
            scenes[key] = scene
        }
        return ProposedReply(
            .paired(paired), showing: [.registry(user)] + keys.map { .scene($0) })
    }

    /// Creates an invitation for one device.
    mutating func invite(
        _ invite: InviteRequest, to user: UserID, by peer: Peer, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        try invite.name.checkNew("device name")
        if try known(user).account == nil { try user.checkNew("user") }
        let account = try known(user).account
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
                    "user \(user) has \(UserLimits.invitations) open invitations: withdraw one"),
                showing: user)
        }
        guard try owner(of: .device(invite.key)) == nil else {
            throw .refused(
                Failure(.alreadyExists, "this key is known already: make another"), showing: user)
        }
        let actor = attribution(of: peer, about: user, at: now)
        createUserIfNeeded(user, by: actor)
        forgetInvitations(of: user, at: now)
        let lifetime = max(.seconds(1), min(invite.lifetime, InviteRequest.longestLifetime))
        let invitation = Invitation(
            id: .random(using: &generator), key: invite.key, name: invite.name, role: invite.role,
            expires: now.wall.advanced(byMicroseconds: lifetime.microseconds),
            expiresAtUptime: accumulatedUptime + lifetime, madeBy: actor)
        change(.invitation(invitation, of: user), of: user)
        let invited = InviteReply(
            id: invitation.id, user: user, expires: invitation.expires, serverKey: serverKeys.key,
            addresses: addresses)
        return ProposedReply(.invited(invited), showing: user)
    }

    /// Deletes invitations that ended so long ago that no retry is expected, and more if there are
    /// many.
    private mutating func forgetInvitations(of user: UserID, at now: ClockReading) {
        let accumulatedUptime = accumulatedUptime(at: now)
        let ended = (registry[user]?.account?.invitations.values).map(Array.init) ?? []
        var kept = ended.count
        let oldest = ended.filter { !$0.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime) }
            .sorted { ($0.expiresAtUptime, $0.id) < ($1.expiresAtUptime, $1.id) }
        for invitation in oldest
        where kept >= DaemonLimits.invitationsKept
            || accumulatedUptime >= invitation.expiresAtUptime + DaemonLimits.endedInvitation
        {
            change(.forget(invitation.id, of: user), of: user)
            kept -= 1
        }
    }

    /// Withdraws an invitation.
    mutating func withdraw(
        _ id: InvitationID, of user: UserID, by actor: Attribution
    ) throws(RequestError) -> ProposedReply {
        guard let invitation = try known(user).account?.invitations[id] else {
            throw .refused(.notFound("invitation \(id)"), showing: user)
        }
        switch invitation.end {
        case .withdrawn: break
        case .used: throw .refused(.invitationUsed, showing: user)
        case nil:
            var withdrawn = invitation
            withdrawn.end = .withdrawn
            withdrawn.withdrawnBy = actor
            change(.invitation(withdrawn, of: user), of: user)
            batches.add(.withdrawn(id, of: user))
        }
        return ProposedReply(.done, showing: user)
    }
}
