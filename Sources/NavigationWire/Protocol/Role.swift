/// What a device may do, with its number on the wire.
public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// Everything that its user may.
    case full = 0
    /// See everything, and change nothing.
    case viewer = 1
}
