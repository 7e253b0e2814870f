package import NavigationModel
package import NavigationWire

/// A new value of a registry row; it is part of a batch, and becomes durable with the commits
/// beside it or not at all.
package enum RegistryChange: Hashable, Sendable {
    /// Insert or update a user.
    case user(RegisteredUser)
    /// Insert or update a device of a user; `former` is its old value, if no more than its name and
    /// role change.
    case device(RegisteredDevice, of: UserID, former: RegisteredDevice? = nil)
    /// Insert or update an invitation of a user.
    case invitation(Invitation, of: UserID)
    /// Delete an invitation.
    case deleteInvitation(InvitationID, of: UserID)
    /// Deregister a device of a user, which may come back as a new one; its receipts are deleted,
    /// too, if it never comes back.
    case release(RegisteredDevice, of: UserID, forGood: Bool)
    /// Erase one scene, with its log and receipts; `epoch` is that of the log, if it can be read.
    case eraseScene(SceneKey, epoch: Epoch?, by: Attribution)
    /// Give one scene, with its log and receipts, an id that none has: another name, or one in the
    /// trash, or its name again; `epoch` is that of the log.
    case moveScene(SceneKey, to: SceneKey, epoch: Epoch, by: Attribution)
    /// Replace one scene and its log by a healed state; the receipts stay.
    case heal(SceneKey, HealedScene, by: Attribution)
    /// Erase all scenes of a user, with their logs and receipts.
    case erase(UserID)

    /// The user whose rows or scenes it changes.
    package var user: UserID {
        switch self {
        case .user(let row): row.name
        case .device(_, let user, _), .invitation(_, let user), .deleteInvitation(_, let user),
            .release(_, let user, _), .erase(let user):
            user
        case .eraseScene(let key, _, _), .moveScene(let key, _, _, _), .heal(let key, _, _):
            key.user
        }
    }
}

/// A healed state that replaces a scene in the store, in a history of its own.
package struct HealedScene: Hashable, Sendable {
    /// The id of the new history.
    package let epoch: Epoch
    /// The digest of the state.
    package let digest: Digest
    /// The whole state, with which the new history begins.
    package let snapshot: SceneSnapshot
    /// The histories that it replaces and contains.
    package let former: [FormerHistory]
    /// The store that the state came from; `StoreID.none` if it is this one, or not known.
    package let store: StoreID
    /// The head that the store must have; `nil` if what it has can't be read.
    package let expected: Head?
    /// The last revision that the state has of an unreadable history that is none of ``former``.
    package let common: Revision

    /// Joins the parts.
    package init(
        epoch: Epoch, digest: Digest, snapshot: SceneSnapshot, former: [FormerHistory],
        store: StoreID, expected: Head?, common: Revision
    ) {
        self.epoch = epoch
        self.digest = digest
        self.snapshot = snapshot
        self.former = former
        self.store = store
        self.expected = expected
        self.common = common
    }

    /// The revision that the new history begins with.
    package var revision: Revision { snapshot.mark.revision }

    /// Returns the last revision whose changes keep their receipts, if the store's history of this
    /// epoch can't be read: later ones are not in the state, and have to be accepted again.
    package func lastKept(of epoch: Epoch) -> Revision { former.end(of: epoch) ?? common }
}
