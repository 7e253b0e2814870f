package import NavigationText

/// The outcome of an operation, or of a whole change: then the most severe of its operations'.
public struct Outcome: Hashable, Sendable {
    /// The kinds; each has its number on the wire.
    public enum Kind: Hashable, Comparable, Sendable {
        /// The projection changed.
        case applied
        /// The state was as requested already.
        case noop
        /// A newer change of the same thing won.
        case superseded
        /// The tab, modal or standalone bar that it is in is not shown.
        case hidden
        /// Not allowed; nothing of the change took effect.
        case rejected
        /// A kind that only a newer version knows, by its number.
        case unknown(UInt32)

        /// The kinds that this version knows, in the order of their numbers, from 1.
        public static let known: [Kind] = [.applied, .noop, .superseded, .hidden, .rejected]

        /// The kind with this number.
        public init(number: UInt32) {
            let index = Int(number) - 1
            self = Kind.known.indices.contains(index) ? Kind.known[index] : .unknown(number)
        }

        /// The number on the wire.
        public var number: UInt32 {
            switch self {
            case .applied: 1
            case .noop: 2
            case .superseded: 3
            case .hidden: 4
            case .rejected: 5
            case .unknown(let number): number
            }
        }

        /// Orders less severe kinds first. The least severe is `noop`: a change of which anything
        /// was applied is not one that changed nothing. Unknown kinds count as the most severe.
        public static func < (left: Kind, right: Kind) -> Bool { left.gravity < right.gravity }

        private var gravity: UInt32 { self == .noop ? 0 : number }
    }

    /// The kind of the outcome.
    public let kind: Kind
    /// The revision that explains an outcome other than applied, where one does.
    public let by: Revision?
    /// The reason for a rejection; `nil` for the other kinds.
    public let reason: Rejection?

    private init(_ kind: Kind, by: Revision?, reason: Rejection?) {
        self.kind = kind
        self.by = by
        self.reason = reason
    }

    /// The projection changed.
    public static let applied = Outcome(.applied, by: nil, reason: nil)
    /// Returns the outcome `noop`: the commit with this revision had made the state as requested
    /// already.
    public static func noop(by revision: Revision? = nil) -> Outcome {
        Outcome(.noop, by: revision, reason: nil)
    }
    /// Returns the outcome `superseded`: the commit with this revision won.
    public static func superseded(by revision: Revision?) -> Outcome {
        Outcome(.superseded, by: revision, reason: nil)
    }
    /// Returns the outcome `hidden`: the commit with this revision removed the tab, modal or
    /// standalone bar.
    public static func hidden(by revision: Revision?) -> Outcome {
        Outcome(.hidden, by: revision, reason: nil)
    }
    /// Returns the outcome `rejected`: not allowed, for this reason; by the commit with this
    /// revision where one is behind it.
    public static func rejected(_ reason: Rejection, by revision: Revision? = nil) -> Outcome {
        Outcome(.rejected, by: revision, reason: reason)
    }
    /// Returns an outcome that only a newer version knows, kept as it is.
    public static func unknown(
        _ number: UInt32, by revision: Revision?, reason: Rejection?
    ) -> Outcome {
        Outcome(Kind(number: number), by: revision, reason: reason)
    }
}

/// The reason for rejecting a change. Numbers are on the wire; an unknown one reads
/// ``unspecified``.
public enum Rejection: Int, Hashable, Sendable, CaseIterable, Error {
    /// A newer daemon has a reason that this version does not know.
    case unspecified = 0
    /// The change names a tab that was never declared.
    case unknownTab = 1
    /// The change names a screen that was never pushed.
    case unknownScreen = 2
    /// A push reuses the id of a screen that exists.
    case screenExists = 3
    /// The scene is not at the revision that the change insists on.
    case revisionMismatch = 4
    /// The tab bar, a stack or a change would grow past its limit.
    case limitExceeded = 5
    /// The daemon does not know one of the operations, or a part of one.
    case unsupported = 6
    /// The change contradicts itself or has malformed content.
    case malformed = 7
    /// The modal has been answered before.
    case answered = 8
    /// The base of the change is older than the oldest that can still be merged.
    case expired = 9
    /// The change names a modal that was never presented.
    case unknownModal = 10
    /// A device requests an operation that is the daemon's, or another device's, alone.
    case notPermitted = 11
    /// The change names a standalone bar that was never declared.
    case unknownBar = 12
    /// The preferred action of the modal can't be taken now.
    case preferredDisabled = 13

    /// The error and how to fix it.
    public var message: String { explanation.description }

    /// The error, and how to fix it where there is a way.
    package var explanation: AdvisedMessage {
        switch self {
        case .unspecified:
            .init("refused for a reason unknown to this version", advice: "update navsync")
        case .unknownTab: "no such tab"
        case .unknownScreen: "no such screen"
        case .screenExists:
            .init("a screen with this id exists already", advice: "push with a new id")
        case .revisionMismatch:
            .init("the scene is not at the required revision", advice: "check it and retry")
        case .limitExceeded:
            .init("a limit would be exceeded", advice: "shorten it, or remove something first")
        case .unsupported:
            .init(
                "the daemon does not support all operations of the change",
                advice: "update the daemon")
        case .answered: "already answered"
        case .expired:
            .init("expired, too old to be merged", advice: "check the scene and repeat the change")
        case .unknownModal: "no such modal"
        case .notPermitted: "only the daemon, or the device concerned, can make this change"
        case .unknownBar: "no such bar"
        case .preferredDisabled:
            .init(
                "the modal's preferred action is disabled", advice: "complete its input, or cancel")
        case .malformed: "malformed change from a faulty client"
        }
    }
}
