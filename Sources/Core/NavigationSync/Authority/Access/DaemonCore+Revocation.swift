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
        let cached = try access.cachedUser(user)
        guard let account = cached.account, let device = account.devices[id] else {
            throw .refused(.noDevice(id), showing: user)
        }
        let keys = try pipeline.scenesInMemory(of: user, cached.usage)
        let meant =
            [device]
            + (withDescendants
                ? account.descendants(of: id, sparing: actor.device == id ? nil : actor.device)
                : [])
        let active = meant.filter { $0.revoked == nil }
        if !active.isEmpty {
            revoke(active, of: user, in: keys, by: actor, at: now)
            pipeline.batches.add(.revoked(active, of: user))
        }
        let withdrawn = withdrawInvitations(madeBy: meant, of: user, by: actor, at: now)
        let left = access.registry[user]?.account?.descendants(of: id).filter { $0.revoked == nil }
        return ProposedReply(
            .revoked(
                Revoked(
                    heads: keys.compactMap { pipeline.scenes[$0]?.head }, devices: meant.map(\.id),
                    withdrawn: withdrawn,
                    letIn: (left ?? []).map { access.entry(for: $0, nil, [], at: now) })),
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
        let named = devices.map { ($0.id, $0.name) }
        pipeline.add(to: keys) { $0.revoke(named, at: now.wall) }
    }

    /// Revokes all devices of a user, withdraws its invitations and frees its local user; its
    /// scenes stay for a user of the same name that is added later, unless they are erased.
    mutating func remove(
        _ user: UserID, erases: Bool, by actor: Attribution, at now: ClockReading
    ) throws(RequestError) -> ProposedReply {
        let cached = try access.cachedUser(user)
        guard let account = cached.account, account.user.removed == nil else {
            throw .refused(.noUser(user), showing: user)
        }
        // A read under way would bring the scene back.
        if erases, let key = pipeline.loading.filter({ $0.user == user }).min() {
            throw .needs(.scene(key))
        }
        let keys = erases ? [] : try pipeline.scenesInMemory(of: user, cached.usage)
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
        pipeline.batches.add(.revoked(devices, of: user))
        pipeline.batches.add(.removed(user))
        return ProposedReply(.done, showing: user)
    }

    private mutating func erase(_ user: UserID) {
        change(.erase(user), of: user)
        pipeline.erase(user)
        for key in pipeline.scenes.keys where key.user == user {
            drop(key)
            feed.snapshots.remove(key, &deadlines)
        }
    }
}
