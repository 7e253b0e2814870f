/// What became of an operation, or of a whole change: then the gravest of its operations.
public struct Outcome: Hashable, Sendable {
    /// The kinds, with their numbers on the wire.
    public enum Kind: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// What people see changed.
        case applied = 1
        /// What was wished is so already.
        case noop
        /// A newer change of the same thing won.
        case superseded
        /// The tab or modal it is in is not shown.
        case hidden
        /// Not allowed; nothing of the change took effect.
        case rejected

        /// Lighter kinds come first. The lightest is `noop`: a change of which anything was applied
        /// is not one that changed nothing.
        public static func < (left: Kind, right: Kind) -> Bool { left.gravity < right.gravity }

        private var gravity: Int { self == .noop ? 0 : rawValue }
    }

    /// What became of it.
    public let kind: Kind
    /// The revision that explains an outcome other than applied, where one does.
    public let by: Revision?
    /// Why it was rejected; `nil` for the other kinds.
    public let reason: Rejection?

    private init(_ kind: Kind, by: Revision?, reason: Rejection?) {
        self.kind = kind
        self.by = by
        self.reason = reason
    }

    /// What people see changed.
    public static let applied = Outcome(.applied, by: nil, reason: nil)
    /// What was wished is so already, by the commit with this revision.
    public static func noop(by revision: Revision? = nil) -> Outcome {
        Outcome(.noop, by: revision, reason: nil)
    }
    /// The commit with this revision won.
    public static func superseded(by revision: Revision?) -> Outcome {
        Outcome(.superseded, by: revision, reason: nil)
    }
    /// The commit with this revision took the tab or modal away.
    public static func hidden(by revision: Revision?) -> Outcome {
        Outcome(.hidden, by: revision, reason: nil)
    }
    /// Not allowed, for this reason; by the commit with this revision where one is behind it.
    public static func rejected(_ reason: Rejection, by revision: Revision? = nil) -> Outcome {
        Outcome(.rejected, by: revision, reason: reason)
    }
}
