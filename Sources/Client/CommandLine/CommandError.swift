internal import Glibc
package import NavigationClient
internal import NavigationSceneFile
internal import NavigationStore
package import NavigationText
internal import NavigationWire
package import POSIX

/// The kinds of errors, for programs: the names are part of the contract of the objects.
package enum ErrorCode: String, CaseIterable, Encodable, Sendable {
    // Those of the client library, see `NavigationClientError.Code`.
    case configuration, unreachable, notPermitted, notPaired, revoked, viewer, impossible
    case refused, damaged, vetoed, otherStore, device, closed
    /// The command line is invalid.
    case usage
    /// The change was evaluated and disallowed: the object of the change has the reason.
    case rejected
    /// A file or directory can't be used.
    case file
    /// The scene file is invalid.
    case sceneFile
    /// The pairing URL is invalid.
    case pairingURL
    /// The daemon's database can't be used.
    case store
    /// Standard output can't be written to.
    case output
    /// Any other failure of this machine.
    case failed

    init(_ code: NavigationClientError.Code) {
        self =
            switch code {
            case .configuration: .configuration
            case .unreachable: .unreachable
            case .notPermitted: .notPermitted
            case .notPaired: .notPaired
            case .revoked: .revoked
            case .viewer: .viewer
            case .impossible: .impossible
            case .refused: .refused
            case .damaged: .damaged
            case .vetoed: .vetoed
            case .otherStore: .otherStore
            case .device: .device
            case .closed: .closed
            }
    }
}

/// An error that ends a command.
package struct CommandError: Error {
    /// The place where a change was kept that has not reached the daemon.
    package enum Kept: String, CaseIterable, Encodable, Sendable {
        /// In the outbox: the next command that connects submits it.
        case outbox
        /// On the shelf: it is retried or discarded there.
        case shelf
    }

    /// The error, and its remedy.
    package let message: TerminalText
    /// The remedy alone; `nil` if the message names none.
    package let advice: TerminalText?
    /// The kind of the error.
    package let code: ErrorCode
    /// The place of the command's change; `nil` if nothing was kept.
    package let kept: Kept?
    /// The command's exit status: that of usage where the arguments alone are invalid.
    package let status: ExitStatus

    /// Joins the parts: the message is the failure and, if it names one, the remedy.
    package init(
        message: TerminalText, advice: TerminalText? = nil, status: ExitStatus = .failed,
        code: ErrorCode? = nil, kept: Kept? = nil
    ) {
        self.message = advice.map { message + ": " + $0 } ?? message
        self.advice = advice
        self.status = status
        self.code =
            code
            ?? (status == .usage ? .usage : status == .notPermitted ? .notPermitted : .failed)
        self.kept = kept
    }

    /// An error whose message has its remedy already.
    private init(error message: TerminalText, advice: String?, code: ErrorCode) {
        self.message = message
        self.advice = advice.map { TerminalText($0) }
        self.code = code
        (kept, status) = (nil, .failed)
    }

    /// An error of the client.
    ///
    /// - Parameter message: Another message than the error's own.
    package init(
        _ error: NavigationClientError, message: TerminalText? = nil, status: ExitStatus? = nil,
        kept: Kept? = nil
    ) {
        self.message = message ?? "\(error.words)"
        advice = error.advice.map { "\($0)" }
        code = ErrorCode(error.code)
        self.kept = kept
        self.status = status ?? ExitStatus(error)
    }

    /// The error of a failed system call on a file.
    package init(_ error: FileError) {
        self.init(message: "\(error.description)", code: .file)
    }

    /// Any error whose message has been written for people; `nil` for one of the parser.
    init?(reporting error: any Error) {
        switch error {
        case let error as CommandError:
            self = error
        case OutputError.failed(let number):
            self.init(
                message: "can't write to standard output: \(Self.reason(number)): the output is "
                    + "incomplete",
                code: .output)
        case let error as NavigationClientError:
            self.init(error)
        case StoreError.unavailable(let why):
            self.init(
                message: "\(why.failure)", advice: why.advice.map { "\($0)" }, code: .store)
        case let error as StoreError:
            self.init(
                message: "\(error.reason)", advice: error.advice.map { "\($0)" }, code: .store)
        case let error as SceneFileError:
            self.init(
                error: TerminalText(document: error.description), advice: error.advice,
                code: .sceneFile)
        case let error as FileError:
            self.init(error)
        case let error as PairingURLError:
            self.init(
                message: "\(error.reason)", advice: error.command, status: .usage,
                code: .pairingURL)
        default:
            return nil
        }
    }

    /// Returns the error of the last failed system call, by its error number.
    package static func system(_ what: TerminalText) -> CommandError {
        CommandError(message: "can't \(what): \(reason(errno))")
    }

    private static func reason(_ number: Int32) -> TerminalText {
        "\(unsafe String(cString: strerror(number)))"
    }
}

extension PairingURLError {
    /// The remedy, with the command that creates what is missing.
    fileprivate var command: TerminalText? {
        switch self {
        case .notPairingURL: "get one from 'navctl device invite'"
        case .incomplete: "create another invitation with 'navctl device invite'"
        case .cutOff, .mistyped, .newerVersion: advice.map { "\($0)" }
        }
    }
}

/// An error as JSON: the one member of the last line that a failed command prints on standard error.
struct ErrorJSON: Encodable {
    private let error: Members

    private struct Members: Encodable {
        let code: ErrorCode
        let reason: String
        let advice: String?
        let kept: CommandError.Kept?
        let status: Int32
    }

    /// Takes an error.
    init(_ failure: CommandError) {
        error = Members(
            code: failure.code, reason: failure.message.description,
            advice: failure.advice?.description, kept: failure.kept,
            status: failure.status.rawValue)
    }
}
