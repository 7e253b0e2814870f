internal import DeviceStore
internal import NavigationModel
internal import NavigationSync
internal import NavigationWire

/// The error of a client's operation.
public struct NavigationClientError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors, for programs.
    public enum Code: Hashable, Sendable {
        /// The endpoint or another setting is invalid.
        case configuration
        /// The daemon can't be reached, or does not answer in time. Changes stay in the outbox.
        case unreachable
        /// The system denies this user access to the daemon's socket or the device's directory, or
        /// the daemon denies permission.
        case notPermitted
        /// The device is not paired with a daemon, and the endpoint is a tcp one.
        case notPaired
        /// The daemon refuses the device: its access was revoked, or its key is unknown there.
        /// Changes stay in the outbox until the device is accepted again.
        case revoked
        /// The device's role is viewer, which may not make changes. Nothing was done.
        case viewer
        /// The request is impossible in the scene as this device sees it. Nothing was done.
        case impossible
        /// The daemon refuses the client or the change. Nothing was done.
        case refused
        /// The daemon's store of the scene, or of all, is damaged: retrying makes no sense before a
        /// person has repaired it. Changes stay in the outbox.
        case damaged
        /// The mirror's delegate vetoed the change. Nothing was done.
        case vetoed
        /// The daemon serves another store than the device's own. Nothing was done.
        case otherStore
        /// The device's directory can't be used.
        case device
        /// The client has been closed.
        case closed
    }

    /// The kind of the error, for programs.
    public let code: Code
    /// The failure and its remedy, in words that fit any program.
    public var message: String { message { $0.words } }
    let text: Text
    /// The underlying error, if there is one: an `IntentError`, a `Failure`, and so on.
    public let cause: (any Error)?

    /// Creates an error with a message.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.init(code, text: Text([.words(message)]), cause: cause)
    }

    /// Creates an error with a message in parts.
    init(_ code: Code, text: Text, cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

extension NavigationClientError {
    static let closed = NavigationClientError(
        .closed, text: "the client is closed: \(advice: "create a new one")")

    static let strange = NavigationClientError(
        .refused,
        text: """
            unexpected reply from the daemon: \(advice: "update the older of client and daemon")
            """)

    static let loneRevocation = NavigationClientError(
        .refused,
        text: """
            only this device was revoked: the daemon is too old to revoke the devices that it \
            invited: \(advice: "revoke those by name")
            """)

    static func refused(by failure: Failure) -> NavigationClientError {
        let code: Code =
            switch failure.code {
            case .notPermitted: .notPermitted
            case .revoked: .revoked
            case .damaged: .damaged
            // The change waits until the node that serves the user is there.
            case .moved: .unreachable
            default: .refused
            }
        // Failures of libzmq, or of a daemon's mirror, are not the daemon's own replies.
        let text: Text =
            switch failure {
            case .unknownKey: unknownKey.text
            case .unusableSnapshot: Text([.words(failure.message)])
            case let failure where failure.code == .damaged:
                "\(failure.message): \(remedy: .restoreStore)"
            default: "refused by the daemon: \(failure.message)"
            }
        return NavigationClientError(code, text: text, cause: failure)
    }

    /// Returns the error of a daemon that refuses a call.
    static func refused(
        by failure: Failure, to call: Request.Call
    ) -> NavigationClientError {
        guard failure.isOfOlderDaemon(to: call) else { return refused(by: failure) }
        return olderDaemon(failure)
    }

    /// Returns the error of a daemon that knows no such call or operation.
    static func olderDaemon(_ cause: Failure? = nil) -> NavigationClientError {
        NavigationClientError(
            .refused,
            text: "the daemon is too old for this request: \(advice: "update the daemon")",
            cause: cause)
    }

    static let unknownKey = NavigationClientError(
        .revoked,
        text: """
            access denied: this device's key is unknown to the daemon or was revoked; changes stay in \
            the outbox until it is paired again, \(remedy: .pairAgain)
            """)

    static let viewer = NavigationClientError(
        .viewer,
        text: """
            this device is a viewer and can't make changes; \
            \(advice: "another device of the user can set its role to full")\(remedy: .changeRole)
            """)

    package static let viewerSelection = NavigationClientError(
        .viewer,
        text: """
            this device is a viewer and keeps the shared selection; \
            \(advice: "another device of the user can set its role to full")\(remedy: .changeRole)
            """)

    static func impossible(_ error: IntentError) -> NavigationClientError {
        var text = Text([.words(error.description)])
        if case .unknownScreen = error { text.parts.append(.remedy(.listScreens)) }
        return NavigationClientError(.impossible, text: text, cause: error)
    }
}

extension Failure {
    /// The last call that a daemon of version 0.1.0 knows, which refuses all others as malformed.
    private static let lastOldCall: UInt32 = 20

    fileprivate func isOfOlderDaemon(to call: Request.Call) -> Bool {
        code == .unsupported || code == .malformed && call.number > Failure.lastOldCall
    }
}
