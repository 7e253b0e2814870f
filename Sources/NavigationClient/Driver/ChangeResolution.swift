internal import NavigationWire

/// What finally became of a change.
enum ChangeResolution: Hashable, Sendable {
    /// The daemon took it, and this is what it came to.
    case settled(Receipt)
    /// The daemon will never take it.
    case refused(Failure)
}
