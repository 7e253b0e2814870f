internal import Glibc
package import NavigationClient
package import NavigationText

/// The exit status of a command: scripts rely on the numbers.
package enum ExitStatus: Int32, Error, Hashable, Sendable {
    /// The command succeeded; an outcome such as superseded by a newer change is reported.
    case done = 0
    /// Refused by the daemon or by the rules, or something failed on this machine.
    case failed = 1
    /// The command line is invalid.
    case usage = 2
    /// The daemon can't be reached: the change is queued in the outbox, or the requested data is
    /// shown as it was last known, if at all. A change that is not queued ends as ``failed``.
    case unreachable = 3
    /// The system or the daemon denies permission.
    case notPermitted = 4
}

/// An error of this machine that prevents a command.
package struct CommandError: Error {
    /// The error, and its remedy.
    package let message: TerminalText
    /// The command's exit status: that of usage where the arguments alone are invalid.
    package let status: ExitStatus

    /// Joins the parts.
    package init(message: TerminalText, status: ExitStatus = .failed) {
        self.message = message
        self.status = status
    }
}

extension ExitStatus {
    /// The status for an error of the client.
    package init(_ error: NavigationClientError) {
        switch error.code {
        case .unreachable: self = .unreachable
        case .notPermitted, .notPaired, .revoked, .viewer: self = .notPermitted
        case .configuration: self = .usage
        case .impossible, .refused, .damaged, .vetoed, .otherStore, .device, .closed: self = .failed
        }
    }
}

extension NavigationClientError {
    /// The error for a change that was not queued: an unreachable daemon is then a failure like any
    /// other, and no promise.
    package var keepingNothing: any Error {
        code == .unreachable ? CommandError(message: "\(words)") : self
    }
}

extension CommandError {
    /// Returns the error of the last failed system call, by its error number.
    package static func system(_ what: TerminalText) -> CommandError {
        CommandError(message: "can't \(what): \(unsafe String(cString: strerror(errno)))")
    }
}

extension NavigationClientError {
    /// The message, with the remedy as commands and options of this program.
    package var words: String { message { $0.command } }
}

extension NavigationClientError.Remedy {
    /// The command or option that it is, as a part of a sentence.
    fileprivate var command: String {
        switch self {
        case .adopt:
            "'navctl device adopt' makes it this device's, --device names another device"
        case .answerModal:
            "answer it with 'navctl modal answer', name it with --modal to change its own stack, or "
                + "say --beneath to do it all the same"
        case .changeRole: ", with 'navctl device role'"
        case .dropWaiting: ", or drop some ('navctl outbox drop')"
        case .heal: "; if the other is gone, 'navctl heal' brings back what this device has"
        case .invite: "ask for another with 'navctl device invite'"
        case .listScreens: ": 'navctl show' lists them"
        case .listShelf: ": 'navctl shelf list' lists them"
        case .makeScene: "'navctl tab declare' and 'navctl apply' make one"
        case .mendStore:
            "whoever runs navsyncd has to bring a backup back with 'navctl restore', see 'A damaged "
                + "database' in its manual; what waits on devices waits on"
        case .nameEndpoint: "or name its endpoint with --endpoint or NAVSYNC_ENDPOINT"
        case .nameOtherEndpoint: "--endpoint names another daemon"
        case .pair:
            "run 'navctl device invite' where the daemon is, and 'navctl device pair' here"
        case .pairAgain:
            "with 'navctl device invite' on another device and 'navctl device pair' here"
        case .pairAnew: " (navctl device pair)"
        case .seekFault: "run navctl doctor"
        case .waitLonger: "wait longer with --timeout"
        }
    }
}
