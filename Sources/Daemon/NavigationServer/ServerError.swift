/// The error of a daemon that can't start, or had to stop.
public struct ServerError: Error, CustomStringConvertible {
    /// The kind, for programs.
    public enum Code: String, Sendable {
        /// The configuration is impossible or not allowed.
        case configuration
        /// An address is taken, too long or not permitted.
        case address
        /// The system provided no thread, socket or descriptor.
        case resources
        /// The server key can't be used or changed.
        case keys
        /// The server key is missing, and there are devices that know the daemon by it.
        case missingKey
        /// Another daemon has taken over the store.
        case fenced
        /// The store's files were removed while the daemon ran.
        case damaged
    }

    /// The kind, for programs.
    public let code: Code
    /// The failure and its remedy.
    public let message: String
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Joins the parts.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, with the underlying error.
    public var description: String { cause.map { "\(message): \($0)" } ?? message }
}
