internal import NavigationModel
internal import NavigationWire

/// The limit of ``UserLimits/devices`` devices a user. Each new directory of a local user is a
/// device, and no script ends those that it made: so the least recently seen local device is
/// evicted for a new one. It loses nothing: the outcomes of its changes are kept, and its next
/// change registers it as its first did.
extension DaemonCore {
    /// Makes sure that a user may have one more device.
    mutating func evictIdleDevice(ifFull user: UserID, at now: ClockReading) throws(RequestError) {
        let registered = try access.cachedUser(user).account?.devices ?? [:]
        let count = registered.values.count { $0.revoked == nil }
        if count >= UserLimits.devices {
            guard let idle = try idleDevice(of: user, among: registered, at: now) else {
                throw .refused(
                    Failure(
                        .limitExceeded,
                        "user \(user) has \(count) devices, the maximum",
                        advice: "revoke one, and use ephemeral devices for scripts"),
                    showing: user)
            }
            change(.release(idle, of: user, forGood: false), of: user)
            feed.progress.remove(idle.id, of: user)
        } else if registered.count >= UserLimits.devicesKept {
            throw .refused(
                Failure(
                    .limitExceeded,
                    "user \(user) has \(registered.count) registered devices, the "
                        + "maximum with revoked ones, which stay registered",
                    advice: "pair one of those again"),
                showing: user)
        }
    }

    /// Returns the device to evict: of those without a key the least recently seen, and not seen
    /// for ``DaemonLimits/idleDevice`` at least; an ephemeral one, as soon as its session is over.
    /// `nil` if there is none.
    private func idleDevice(
        of user: UserID, among registered: [DeviceID: RegisteredDevice], at now: ClockReading
    ) throws(RequestError) -> RegisteredDevice? {
        let keys = try pipeline.scenesInMemory(of: user, access.cachedUser(user).usage)
        let presences = access.sessions.presences(of: user)
        let parents = Set(registered.values.compactMap { $0.provenance.invitedBy?.device })
        var idle: (lastSeen: Timestamp, device: RegisteredDevice)?
        for device in registered.values {
            guard case .uid = device.credential, device.revoked == nil,
                !parents.contains(device.id), !isWaiting(device.id, of: user)
            else { continue }
            let presence = presences[device.id]
            guard presence?.connections ?? 0 == 0 else { continue }
            let changed = keys.compactMap { pipeline.scenes[$0]?.settled.last(of: device.id)?.time }
            let seen = presence.map {
                now.wall.advanced(byMicroseconds: ($0.lastSeen - now.uptime).microseconds)
            }
            let lastSeen = max(device.added, max(changed.max() ?? .zero, seen ?? .zero))
            let due = lastSeen.advanced(byMicroseconds: DaemonLimits.idleDevice.microseconds)
            guard now.wall >= due || presence?.isEphemeral ?? false else { continue }
            if let found = idle, (found.lastSeen, found.device.id) < (lastSeen, device.id) {
                continue
            }
            idle = (lastSeen, device)
        }
        return idle?.device
    }

    /// Returns `true` for a device that has reported a change that is not submitted yet.
    private func isWaiting(_ device: DeviceID, of user: UserID) -> Bool {
        feed.progress.of(device, of: user).values.contains { progress in
            progress.oldestBase.map { $0 < progress.revision } ?? false
        }
    }

    /// Ends the device of a connection permanently.
    mutating func leave(_ peer: Peer, at now: ClockReading) throws(RequestError) -> ProposedReply {
        guard let session = access.sessions[peer] else {
            if case .device = peer.principal { _ = try access.caller(at: peer) }
            throw .refused(.helloFirst)
        }
        let user = session.user
        guard let device = try access.device(of: session, at: peer) else {
            return ProposedReply(.done, showing: user)
        }
        let account = try access.cachedUser(user).account
        let isParent =
            account?.devices.values.contains { $0.provenance.invitedBy?.device == device.id }
            ?? false
        let accumulatedUptime = accumulatedUptime(at: now)
        let invites =
            account?.invitations.values.contains { invitation in
                invitation.madeBy?.device == device.id
                    && invitation.isOpen(at: now.wall, accumulatedUptime: accumulatedUptime)
            } ?? false
        guard case .uid = device.credential, !isParent, !invites else {
            throw .refused(.mayNotLeave, showing: user)
        }
        change(.release(device, of: user, forGood: true), of: user)
        feed.progress.remove(device.id, of: user)
        pipeline.batches.add(.left(device.id, of: user))
        return ProposedReply(.done, showing: user)
    }
}

extension Failure {
    fileprivate static let mayNotLeave = Failure(
        .notPermitted,
        "this device is paired, or has invited others", advice: "revoke it instead")
}
