internal import NavigationModel

/// What a device's changes came to that the daemon will not take: kept until a person decides.
public struct Shelf: Hashable, Sendable {
    /// The changes, in the order in which they were made.
    public let entries: [OutboxEntry]
    /// How many older ones had to leave because there was no room for more.
    public let overflowed: Int

    /// Joins the parts.
    public init(entries: [OutboxEntry], overflowed: Int) {
        self.entries = entries
        self.overflowed = overflowed
    }
}

extension Rejection {
    /// Whether a change that is refused for this reason stays on the shelf although its author has
    /// been told: made anew, or later, it may well be taken.
    var isRetryable: Bool {
        switch self {
        case .unspecified, .limitExceeded, .unsupported, .expired, .notPermitted: true
        case .unknownTab, .unknownScreen, .screenExists, .revisionMismatch, .malformed, .answered,
            .unknownModal, .unknownBar, .preferredDisabled:
            false
        }
    }
}
