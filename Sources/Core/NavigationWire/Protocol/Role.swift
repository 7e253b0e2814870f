/// The role of a device, with its number on the wire.
public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// All of its user's rights.
    case full = 0
    /// Read access only.
    case viewer = 1
}
