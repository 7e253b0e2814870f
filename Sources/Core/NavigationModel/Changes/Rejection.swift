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
    /// A device requests an operation that is the daemon's alone.
    case notPermitted = 11
    /// The change names a standalone bar that was never declared.
    case unknownBar = 12
    /// The preferred action of the modal can't be taken now.
    case preferredDisabled = 13

    /// The error and how to fix it.
    public var message: String {
        switch self {
        case .unspecified: "the daemon refused it for a reason this version does not know: update"
        case .unknownTab: "there is no such tab"
        case .unknownScreen: "there is no such screen"
        case .screenExists: "a screen with this id exists already: push with a fresh id"
        case .revisionMismatch: "the scene has moved on from the required revision: look and retry"
        case .limitExceeded: "a limit would be exceeded: shorten it, or remove something first"
        case .unsupported: "the daemon does not know all that is in it: update the daemon"
        case .answered: "somebody has answered before"
        case .expired: "it comes too late to be merged: look at the scene and do it again"
        case .unknownModal: "there is no such modal"
        case .notPermitted: "this is the daemon's alone to do"
        case .unknownBar: "there is no such bar"
        case .preferredDisabled:
            "the modal's preferred action is disabled: fill in what it needs, or cancel"
        case .malformed: "the change is malformed: it comes from a faulty client"
        }
    }
}
