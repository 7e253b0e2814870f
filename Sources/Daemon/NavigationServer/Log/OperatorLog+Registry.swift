internal import Logging
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The lines about access that was granted and revoked, with the actor.
extension OperatorLog {
    /// Logs changes of users, devices and invitations in the registry, on disk.
    func registered(_ changes: [RegistryChange]) {
        for change in changes {
            switch change {
            case .user(let user): registered(user)
            case .device(let device, let user, let former?):
                let provenance = device.provenance
                if device.name != former.name {
                    write("device renamed", device, of: user, by: provenance.renamedBy)
                }
                if device.role != former.role {
                    write(
                        "device role changed", device, of: user, by: provenance.roleChangedBy)
                }
            case .device(let device, let user, nil) where device.revoked != nil:
                write("device revoked", device, of: user, by: device.provenance.revokedBy)
            case .device(let device, let user, nil):
                let isPaired = changes.contains { $0.isUse(by: device.id, of: user) }
                write(
                    isPaired ? "device paired" : "device registered", device, of: user,
                    by: device.provenance.invitedBy, from: device.provenance.origin)
            case .invitation(let invitation, let user):
                switch invitation.end {
                case nil: write("invitation created", invitation, of: user, by: invitation.madeBy)
                case .withdrawn:
                    write("invitation withdrawn", invitation, of: user, by: invitation.withdrawnBy)
                case .used: break
                }
            case .deleteInvitation: break
            case .release(let device, let user, _):
                write("device registration released", device, of: user)
            case .eraseScene(let key, _, let actor):
                write(
                    key.scene.isTrash ? "scene in the trash erased" : "scene removed", key,
                    by: actor)
            case .moveScene(let key, let target, _, let actor):
                write(key, movedTo: target, by: actor)
            case .heal(let key, let healed, let actor):
                let metadata: Logger.Metadata = [
                    "nav.user.id": "\(key.user)", "nav.scene.id": "\(key.scene)",
                    "nav.revision": "\(healed.revision)",
                ]
                logger.notice(
                    "scene healed from a device's saved state",
                    metadata: metadata.naming(actor))
            case .erase(let user):
                let metadata: Logger.Metadata = ["nav.user.id": "\(user)"]
                logger.notice(
                    "user scenes erased",
                    metadata: metadata.naming(changes.removal(of: user)))
            }
        }
    }

    private func write(_ key: SceneKey, movedTo target: SceneKey, by actor: Attribution) {
        if target.scene.isTrash {
            write("scene moved to the trash", key, by: actor)
        } else if key.scene.isTrash {
            write("scene restored from the trash", key, by: actor)
        } else {
            write(
                "scene renamed", key, by: actor, ["nav.scene.renamed": "\(target.scene)"])
        }
    }

    private func write(
        _ message: Logger.Message, _ key: SceneKey, by actor: Attribution,
        _ more: Logger.Metadata = [:]
    ) {
        let metadata: Logger.Metadata = [
            "nav.user.id": "\(key.user)", "nav.scene.id": "\(key.named.scene)",
        ]
        logger.notice(message, metadata: metadata.merging(more) { $1 }.naming(actor))
    }

    private func registered(_ user: RegisteredUser) {
        var metadata: Logger.Metadata = ["nav.user.id": "\(user.name)"]
        if let uid = user.uid { metadata["nav.user.uid"] = "\(uid)" }
        if user.removed == nil {
            logger.notice("user registered", metadata: metadata.naming(user.addedBy))
        } else {
            logger.notice("user removed", metadata: metadata.naming(user.removedBy))
        }
    }

    /// - Parameter origin: The origin of the device itself, if it sent the request.
    private func write(
        _ message: Logger.Message, _ device: RegisteredDevice, of user: UserID,
        by actor: Attribution? = nil, from origin: String? = nil
    ) {
        var metadata: Logger.Metadata = [
            "nav.user.id": "\(user)", "nav.device.id": "\(device.id)",
            "nav.device.name": "\(device.name)", "nav.device.role": "\(device.role)",
        ]
        switch device.credential {
        case .key(let key): metadata["nav.device.fingerprint"] = "\(Fingerprint(of: key.bytes))"
        case .uid(let uid): metadata["nav.device.uid"] = "\(uid)"
        }
        if let invitation = device.invitation { metadata["nav.invitation.id"] = "\(invitation)" }
        metadata = metadata.naming(actor)
        if let origin, !origin.isEmpty { metadata["nav.origin"] = "\(origin)" }
        logger.notice(message, metadata: metadata)
    }

    private func write(
        _ message: Logger.Message, _ invitation: Invitation, of user: UserID,
        by actor: Attribution?
    ) {
        let metadata: Logger.Metadata = [
            "nav.user.id": "\(user)", "nav.invitation.id": "\(invitation.id)",
            "nav.device.name": "\(invitation.name)", "nav.device.role": "\(invitation.role)",
        ]
        logger.notice(message, metadata: metadata.naming(actor))
    }
}

extension Logger.Metadata {
    /// Returns the fields with an actor, if one is known: `nav.actor` is `device:` and its id, or
    /// `uid:` and the number of a local user; `nav.actor.name` is the device's name then;
    /// `nav.origin` is the origin of the request.
    fileprivate func naming(_ actor: Attribution?) -> Logger.Metadata {
        guard let actor else { return self }
        var metadata = self
        if let uid = actor.uid {
            metadata["nav.actor"] = "uid:\(uid)"
        } else if let device = actor.device {
            metadata["nav.actor"] = "device:\(device)"
        }
        if let name = actor.name { metadata["nav.actor.name"] = "\(name)" }
        if !actor.origin.isEmpty { metadata["nav.origin"] = "\(actor.origin)" }
        return metadata
    }
}

extension RegistryChange {
    /// Returns a Boolean value indicating whether this device used an invitation.
    fileprivate func isUse(by device: DeviceID, of user: UserID) -> Bool {
        guard case .invitation(let invitation, user) = self else { return false }
        return invitation.end == .used(by: device)
    }
}

extension [RegistryChange] {
    /// Returns the actor of a user's removal.
    fileprivate func removal(of name: UserID) -> Attribution? {
        lazy.compactMap { change in
            if case .user(let user) = change, user.name == name { user.removedBy } else { nil }
        }.first
    }
}

extension Failure {
    /// A Boolean value indicating whether the request was refused for its principal.
    var isAboutAccess: Bool {
        [.notPermitted, .revoked, .invitationUsed].contains(code)
    }
}
