internal import NavigationWire

/// The final result of a change: settled or refused.
enum ChangeResolution: Hashable, Sendable {
    /// The daemon evaluated the change; the receipt has its outcomes.
    case settled(Receipt)
    /// The daemon refuses the change for good.
    case refused(Failure)
}
