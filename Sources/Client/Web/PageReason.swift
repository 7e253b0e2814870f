package import NavigationClient
package import NavigationModel

/// The reason for which a change of a browser was refused or changed nothing, as a code: the page has
/// the words for each, in its own language.
package enum PageReason: String, Hashable, Sendable, CaseIterable {
    /// The browser was invited to look only.
    case viewer
    /// The scene as it is does not allow the change.
    case impossible
    /// A program on the server's machine has refused it.
    case vetoed
    /// It is no change that this version knows.
    case unreadable
    /// The daemon refuses it for a reason that has no code of its own.
    case refused
    /// A newer change has won.
    case superseded
    /// The tab or the dialog was removed meanwhile.
    case hidden
    /// The tab, screen, dialog or bar is not there.
    case missing
    /// The dialog has been answered before.
    case answered
    /// The preferred action of the dialog is disabled.
    case disabled
    /// It has waited too long to be merged.
    case expired
    /// A limit would be exceeded.
    case limit
    /// The scene has changed since the revision that it requires.
    case changed
    /// The daemon or the server is too old for it.
    case outdated
    /// The daemon denies permission.
    case notPermitted
    /// The browser's device was revoked.
    case revoked
    /// The daemon serves another store.
    case otherStore
    /// The daemon's data is damaged.
    case damaged
    /// The daemon can't be reached.
    case unreachable
    /// The server can't do it: a file, a setting, an end.
    case server

    /// The reason of a client's error.
    package init(_ error: NavigationClientError) {
        self =
            switch error.code {
            case .viewer: .viewer
            case .impossible: .impossible
            case .vetoed: .vetoed
            case .refused: .refused
            case .notPermitted: .notPermitted
            case .revoked: .revoked
            case .otherStore: .otherStore
            case .damaged: .damaged
            case .unreachable: .unreachable
            case .configuration, .notPaired, .device, .closed: .server
            }
    }

    /// The reason that an outcome has to be told of; `nil` for one that is as wished.
    package init?(_ outcome: Outcome) {
        switch outcome.kind {
        case .applied, .noop: return nil
        case .superseded: self = .superseded
        case .hidden: self = .hidden
        case .rejected: self.init(outcome.reason ?? .unspecified)
        case .unknown: self = .outdated
        }
    }

    private init(_ rejection: Rejection) {
        self =
            switch rejection {
            case .unspecified, .screenExists: .refused
            case .unknownTab, .unknownScreen, .unknownModal, .unknownBar: .missing
            case .revisionMismatch: .changed
            case .limitExceeded: .limit
            case .unsupported: .outdated
            case .malformed: .unreadable
            case .answered: .answered
            case .expired: .expired
            case .notPermitted: .notPermitted
            case .preferredDisabled: .disabled
            }
    }
}
