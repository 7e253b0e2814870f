internal import CNavsync
internal import NavigationClient
internal import NavigationJSON
internal import NavigationSceneFile
internal import NavigationWire

/// The error of a call, as a code and a sentence.
struct CallError: Error {
    let code: navsync_code
    let sentence: String

    /// Returns the error of an argument.
    static func argument(_ sentence: String) -> CallError {
        CallError(code: NAVSYNC_ARGUMENT, sentence: sentence)
    }
}

extension CallError {
    /// Translates any error of a call.
    init(_ error: any Error) {
        switch error {
        case let error as CallError: self = error
        case let error as NavigationClientError:
            self.init(code: navsync_code(error.code), sentence: error.message)
        case let error as JSONSyntaxError: self = .argument(error.description)
        case let error as JSONContentError: self = .argument(error.description)
        case let error as SceneFileError: self = .argument(error.description)
        case let error as PairingURLError: self = .argument(String(describing: error))
        default: self.init(code: NAVSYNC_DEVICE, sentence: String(describing: error))
        }
    }
}

extension navsync_code {
    init(_ code: NavigationClientError.Code) {
        switch code {
        case .configuration: self = NAVSYNC_CONFIGURATION
        case .unreachable: self = NAVSYNC_UNREACHABLE
        case .notPermitted: self = NAVSYNC_NOT_PERMITTED
        case .notPaired: self = NAVSYNC_NOT_PAIRED
        case .revoked: self = NAVSYNC_REVOKED
        case .viewer: self = NAVSYNC_VIEWER
        case .impossible: self = NAVSYNC_IMPOSSIBLE
        // There is no delegate.
        case .refused, .vetoed: self = NAVSYNC_REFUSED
        case .damaged: self = NAVSYNC_DAMAGED
        case .otherStore: self = NAVSYNC_OTHER_STORE
        case .device: self = NAVSYNC_DEVICE
        case .closed: self = NAVSYNC_CLOSED
        }
    }
}
