internal import DeviceStore
internal import Glibc
internal import NavigationModel
internal import NavigationSync
internal import NavigationTransport
internal import NavigationWire
internal import ZeroMQ

extension NavigationClientError {
    /// Returns the error of a device's directory that can't be used; a client's error stays as it
    /// is.
    static func device(_ error: any Error, at path: String) -> NavigationClientError {
        switch error {
        case let error as NavigationClientError:
            error
        case let error as IntentError:
            .impossible(error)
        case let error as DeviceDatabaseError where error.code == .notFound:
            NavigationClientError(
                .impossible, text: "\(error.description)\(remedy: .listShelf)", cause: error)
        case let error as DeviceDatabaseError where error.code == .outboxFull:
            NavigationClientError(
                .device, text: "\(error.description)\(remedy: .dropWaiting)", cause: error)
        case let error as DeviceDatabaseError:
            NavigationClientError(
                isDenied(path) ? .notPermitted : .device, error.description, cause: error)
        default:
            NavigationClientError(.device, "\(error)", cause: error)
        }
    }

    /// Returns the error of a transport that can't be opened.
    static func transport(_ error: any Error) -> NavigationClientError {
        NavigationClientError(.configuration, "\(error)", cause: error)
    }

    /// Returns the error of a daemon that can't be reached, by the findings of transport and file
    /// system.
    static func unreachable(_ reason: String, at endpoint: ControlEndpoint) -> NavigationClientError
    {
        if case .ipc(let path) = endpoint.endpoint, SocketAccess.isDenied(path) {
            return NavigationClientError(
                .notPermitted,
                text: "not permitted to use '\(path)': \(advice: SocketAccess(path).advice)")
        }
        let start =
            switch endpoint.endpoint {
            case .ipc(path: Locations.systemSocket):
                "start it ('sudo systemctl start navsyncd.socket')"
            case .ipc: "start navsyncd"
            default: "check that navsyncd is running there"
            }
        return NavigationClientError(
            .unreachable,
            text: """
                the daemon can't be reached: \(reason): \(advice: start + ", ")\(remedy: .nameEndpoint)
                """)
    }

    /// Returns the error of a daemon that no endpoint leads to.
    static func unavailable(
        _ reason: UnavailableReason, at endpoint: ControlEndpoint
    ) -> NavigationClientError {
        switch reason {
        case .unreachable(let reason): .unreachable(reason, at: endpoint)
        case .refused(.unknownKey): .unknownKey
        case .refused(let refusal):
            NavigationClientError(
                .unreachable, "the daemon can't be reached at '\(endpoint)': \(refusal)")
        }
    }

    /// Returns the error of a state that differed from the daemon's and has been replaced.
    static func repaired(_ divergence: Divergence, reports: String) -> NavigationClientError {
        let what =
            switch divergence.cause {
            case .differs: "the records differed from the daemon's"
            case .ahead: "the daemon has lost commits"
            case .replaced: "the daemon has started a new epoch, without all commits of this mirror"
            }
        return NavigationClientError(
            .device,
            "\(what) at revision \(divergence.mirror.revision): the mirror was replaced, and both "
                + "states are stored in \(reports): please report this")
    }

    /// Returns the error of a daemon that took too long or, where the deadline came before the
    /// transport's own finding, can't be reached.
    static func timedOut(_ what: String, at endpoint: ControlEndpoint) -> NavigationClientError {
        if endpoint.isBarred { return .unreachable(endpoint.unreachableMessage, at: endpoint) }
        return NavigationClientError(
            .unreachable,
            text: """
                timed out: the daemon at '\(endpoint)' did not \(what): \
                \(advice: "check that it is running and not stopped, or ")\(remedy: .waitLonger)
                """)
    }

    /// Returns the error of an ephemeral device's change that did not reach the daemon, or not for
    /// sure.
    static func lost(
        _ blockingError: NavigationClientError, _ fate: String
    ) -> NavigationClientError {
        NavigationClientError(
            .impossible,
            text: "\(messageOf: blockingError); an ephemeral device has no outbox: \(fate)",
            cause: blockingError)
    }

    /// Returns the error of a daemon that takes no changes for now, with its reason.
    static func putOff(by failure: Failure, at endpoint: ControlEndpoint) -> NavigationClientError {
        NavigationClientError(
            .unreachable,
            "the daemon at '\(endpoint)' accepts no changes now: \(failure.message)",
            cause: failure)
    }

    /// Returns a Boolean value indicating whether the system denies this user to write to
    /// `path`, or to create it.
    private static func isDenied(_ path: String) -> Bool {
        var path = path
        while unsafe access(path, W_OK) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/") else {
                return errno == EACCES || errno == EROFS
            }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return false
    }
}
