internal import NavigationModel

/// The dead-letter queue of a device's refused changes, kept until a person decides.
public struct Shelf: Hashable, Sendable {
    /// The changes, in the order in which they were made.
    public let entries: [OutboxEntry]
    /// The number of older changes that were dropped from a full shelf.
    public let overflowed: Int

    /// Joins the parts.
    public init(entries: [OutboxEntry], overflowed: Int) {
        self.entries = entries
        self.overflowed = overflowed
    }
}

extension Rejection {
    /// A Boolean value indicating whether a change with this failure stays on the shelf although
    /// its author was notified: a retry may well be accepted.
    var isRetryable: Bool {
        switch self {
        case .unspecified, .limitExceeded, .unsupported, .expired, .notPermitted: true
        case .unknownTab, .unknownScreen, .screenExists, .revisionMismatch, .malformed, .answered,
            .unknownModal, .unknownBar, .preferredDisabled:
            false
        }
    }
}
