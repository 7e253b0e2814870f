internal import NavigationModel
internal import NavigationWire

/// Revocation. Changes that a device submitted before it stay: the order of arrival decides. All
/// later ones are refused at once, even those in the same batch, but the refusal is sent only when
/// the revocation is durable: if it can't be written, nothing has happened. The open invitations
/// that the device made are withdrawn in the same batch.
extension DaemonCore {
    /// Revokes a device, in one batch with a commit in each of the user's scenes that announces it.
    mutating func revoke(
        _ id: DeviceID, withDescendants: Bool, of user: UserID, by actor: Attribution,
        at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        let known = try known(user)
        guard let account = known.account, let device = account.devices[id] else {
            throw .refused(.notFound("device \(id)"), showing: user)
        }
        let keys = try scenesInMemory(of: user)
        let meant =
            [device]
            + (withDescendants
                ? account.descendants(of: id, sparing: actor.device == id ? nil : actor.device)
                : [])
        let active = meant.filter { $0.revoked == nil }
        if !active.isEmpty {
            revoke(active, of: user, in: keys, by: actor, at: now)
            batches.add(.revoked(active, of: user))
        }
        let withdrawn = withdrawInvitations(madeBy: meant, of: user, by: actor, at: now)
        let left = registry[user]?.account?.descendants(of: id).filter { $0.revoked == nil }
        return ProposedReply(
            .revoked(
                Revoked(
                    heads: keys.compactMap { scenes[$0]?.head }, devices: meant.map(\.id),
                    withdrawn: withdrawn,
                    letIn: (left ?? []).map { entry(for: $0, nil, [], at: now) })),
            showing: [.registry(user)] + keys.map { .scene($0) })
    }

    private mutating func revoke(
        _ devices: [RegisteredDevice], of user: UserID, in keys: [SceneKey],
        by actor: Attribution, at now: ClockReading
    ) {
        for var device in devices {
            device.revoked = now.wall
            device.provenance.revokedBy = actor
            change(.device(device, of: user), of: user)
        }
        for key in keys {
            guard var scene = scenes.removeValue(forKey: key) else { continue }
            let expected = scene.revision
            let commit = scene.revoke(devices.map { ($0.id, $0.name) }, at: now.wall)
            if let commit { batches.add(commit, to: scene, expected: expected) }
            scenes[key] = scene
        }
    }

    /// Revokes all devices of a user, withdraws its invitations and frees its local user; its
    /// scenes stay for a user of the same name that is added later, unless they are erased.
    mutating func remove(
        _ user: UserID, erases: Bool, by actor: Attribution, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        let known = try known(user)
        guard let account = known.account, account.user.removed == nil else {
            throw .refused(.notFound("user \(user)"), showing: user)
        }
        // A read under way would bring the scene back.
        if erases, let key = loading.filter({ $0.user == user }).min() {
            throw .needs(.scene(key))
        }
        let keys = erases ? [] : try scenesInMemory(of: user)
        let devices = account.devices.values.filter { $0.revoked == nil }
            .sorted { $0.id < $1.id }
        revoke(devices, of: user, in: keys, by: actor, at: now)
        withdrawInvitations(of: user, by: actor, at: now) { _ in true }
        var removed = account.user
        removed.removed = now.wall
        removed.removedBy = actor
        removed.uid = nil
        change(.user(removed), of: user)
        if erases { erase(user) }
        batches.add(.revoked(devices, of: user))
        batches.add(.removed(user))
        return ProposedReply(.done, showing: user)
    }

    private mutating func erase(_ user: UserID) {
        change(.erase(user), of: user)
        erased.insert(user)
        for key in scenes.keys where key.user == user {
            drop(key)
            snapshots.forget(key, &deadlines)
        }
    }

    // MARK: When it is durable

    /// Ends the access of revoked parties to what is published from now on.
    mutating func close(_ consequence: PostCommitAction, _ effects: inout [Effect]) {
        switch consequence {
        case .revoked(let devices, let user):
            rotateFeed(of: user, &effects)
            for device in devices { sessions.end(device.id, of: user) }
        case .removed(let user):
            sessions.end(of: user)
            remembered.forget(user)
            // The topic and key made at the revocation of its devices have been sent to nobody.
            _ = feeds.close(user)
        case .roleChanged(let user):
            // All say hello again, and so learn their role.
            rotateFeed(of: user, &effects)
        case .left(let device, let user):
            sessions.end(device, of: user)
            for key in scenes.keys where key.user == user { scenes[key]?.forget(device) }
        case .withdrawn, .erased: break
        }
    }

    /// Disconnects the keys that have lost access, after the last reply.
    mutating func disconnectAll(_ consequence: PostCommitAction, _ effects: inout [Effect]) {
        switch consequence {
        case .revoked(let devices, _):
            for case .key(let key) in devices.map(\.credential) {
                effects.append(.disconnectAll(.device(key)))
            }
        case .withdrawn(let id, _): effects.append(.disconnectAll(.invitation(id)))
        case .removed, .roleChanged, .erased, .left: break
        }
    }
}
