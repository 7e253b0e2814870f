internal import NavigationModel
internal import NavigationWire

/// The writes that may use the reserve of a full disk: those that remove access, devices, users or
/// scenes. So a client that has filled the disk can be revoked, and space be freed.
public enum Reserve {
    /// Returns `true` for a batch that removes and does nothing else, and for an empty one. The
    /// daemon's own commits are allowed with it: they announce the removal to devices.
    public static func admits(_ writes: [SceneWrite], _ changes: [RegistryChange]) -> Bool {
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
        case .forget, .release, .eraseScene, .erase: true
        case .heal: false
        }
    }
}
