internal import NavigationModel
internal import NavigationWire

/// The writes that may use the reserve of a disk that is full: those that take access, devices, users
/// or scenes away. So who has filled the disk can be shut out, and room be made.
public enum Reserve {
    /// Returns `true` for a batch that takes away and does nothing else, and for an empty one. What the
    /// daemon itself commits to scenes goes along: that is how their devices learn of it.
    public static func admits(_ writes: [SceneWrite], _ changes: [RegistryChange]) -> Bool {
        changes.allSatisfy(\.takesAway) && (writes.isEmpty || !changes.isEmpty)
            && writes.allSatisfy { $0.storedReceipts.isEmpty && $0.snapshot == nil }
    }
}

extension RegistryChange {
    /// A Boolean value indicating whether it takes something away, and gives nothing.
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
