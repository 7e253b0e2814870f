package import NavigationModel
package import NavigationWire

/// The identity of a store.
package struct StoreIdentity: Hashable, Sendable {
    /// The store's id: a device's state belongs to one store.
    package let id: StoreID
    /// The seed of the epochs of scenes without commits; replaced by a restore and by an erasure.
    package let epochSeed: UInt64
    /// The heads known, apart from the database, to have been acknowledged: of the present
    /// histories as of the claim, and of lost ones.
    package let acknowledged: [SceneKey: [Head]]

    /// Joins the parts.
    package init(id: StoreID, epochSeed: UInt64, acknowledged: [SceneKey: [Head]] = [:]) {
        self.acknowledged = acknowledged
        self.id = id
        self.epochSeed = epochSeed
    }

    /// Returns the epoch of a scene without commits: the same after each start, so that a first
    /// change meets the history that its device has observed. Never `Epoch.none`.
    func epoch(of key: SceneKey) -> Epoch {
        // No name contains a zero byte.
        let bytes =
            Array("\(epochSeed)".utf8) + [0] + Array(key.user.rawValue.utf8) + [0]
            + Array(key.scene.rawValue.utf8)
        return Epoch(rawValue: max(1, Digest(hashing: bytes).firstLane))
    }
}

/// The writes that may use the reserve of a full disk: those that remove access, devices, users or
/// scenes. So a client that has filled the disk can be revoked, and space be freed.
package enum Reserve {
    /// Returns `true` for a batch that removes and does nothing else, and for an empty one. The
    /// daemon's own commits are allowed with it: they announce the removal to devices.
    package static func admits(_ writes: [SceneWrite], _ changes: [RegistryChange]) -> Bool {
        changes.allSatisfy(\.takesAway) && (writes.isEmpty || !changes.isEmpty)
            && writes.allSatisfy { $0.storedReceipts.isEmpty && $0.snapshot == nil }
    }
}

extension RegistryChange {
    /// A Boolean value indicating whether the change removes something, and adds nothing.
    fileprivate var takesAway: Bool {
        switch self {
        case .user(let user): user.removed != nil
        case .device(let device, _, _): device.revoked != nil || device.role == .viewer
        case .invitation(let invitation, _): invitation.end == .withdrawn
        case .deleteInvitation, .release, .eraseScene, .erase: true
        case .moveScene, .heal: false
        }
    }
}
