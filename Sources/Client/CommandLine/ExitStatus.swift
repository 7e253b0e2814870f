package import NavigationClient
internal import NavigationWire

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
        code == .unreachable ? CommandError(self, status: .failed) : self
    }
}

extension NavigationClientError {
    /// The message, with the remedy as commands and options of this program.
    package var words: String {
        let command = remedies.isEmpty ? (cause as? Failure)?.code.command : nil
        return message { $0.command } + (command ?? "")
    }

    /// The remedy alone; `nil` if the message names none.
    var advice: String? {
        advice { $0.command } ?? (cause as? Failure)?.code.advice ?? causeAdvice
    }
}

extension Failure.Code {
    /// The remedy for a refusal of the daemon, as a sentence; `nil` if there is no command for it.
    fileprivate var advice: String? {
        switch self {
        case .invitationUsed: "create another with 'navctl device invite'"
        case .revoked: "pair the device again with 'navctl device pair'"
        default: command.map { String($0.drop { [";", " "].contains($0) }) }
        }
    }

    /// The command that resolves a refusal of the daemon, as the end of a sentence; `nil` if there
    /// is none, or the message needs none.
    fileprivate var command: String? {
        switch self {
        case .notPermitted: "; see 'navctl help user add' and 'navctl help device role'"
        case .invitationUsed: " with 'navctl device invite'"
        case .revoked: " with 'navctl device pair'"
        case .alreadyExists, .busy, .damaged, .epochChanged, .helloFirst, .limitExceeded,
            .malformed, .moved, .notFound, .outOfHistory, .sequenceExpected, .sequenceReused,
            .sequenceSkipped, .settled, .snapshotGone, .tooLarge, .unavailable, .unspecified,
            .unsupported, .versionUnsupported:
            nil
        }
    }
}

extension NavigationClientError.Remedy {
    /// The command or option that it is, as a part of a sentence.
    fileprivate var command: String {
        switch self {
        case .adopt:
            "adopt it with 'navctl device adopt', or use another device with --device"
        case .answerModal:
            "answer it with 'navctl modal answer', change its own stack with --modal, or use "
                + "--beneath"
        case .changeRole: ", with 'navctl device role'"
        case .dropWaiting: ", or drop some ('navctl outbox drop')"
        case .heal: "; if the other store is lost, run 'navctl heal'"
        case .invite: "create another with 'navctl device invite'"
        case .listScreens: ": see 'navctl show'"
        case .listShelf: ": see 'navctl shelf list'"
        case .makeScene: "create one with 'navctl tab declare' or 'navctl apply'"
        case .restoreStore:
            "the operator has to restore a backup with 'navctl restore', see 'A damaged database' in "
                + "the manual; pending changes stay in the outbox"
        case .nameEndpoint: "or set --endpoint or NAVSYNC_ENDPOINT"
        case .nameOtherEndpoint: "use --endpoint for another daemon"
        case .pair:
            "run 'navctl device invite' on the daemon's machine, then 'navctl device pair' here"
        case .pairAgain:
            "with 'navctl device invite' on another device, then 'navctl device pair' here"
        case .pairAnew: " with 'navctl device pair'"
        case .seekFault: "run 'navctl doctor'"
        case .waitLonger: "increase --timeout"
        }
    }
}
