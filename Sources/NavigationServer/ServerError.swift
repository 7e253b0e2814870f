/// Why the daemon can't start, or had to stop.
public struct ServerError: Error, CustomStringConvertible {
    /// The kind, for programs.
    public enum Code: String, Sendable {
        /// The configuration asks for what is not possible or not allowed.
        case configuration
        /// An address is taken, too long or not permitted.
        case address
        /// The system gave no thread, socket or descriptor.
        case resources
        /// The server key can't be used, or not be changed.
        case keys
        /// The server key is gone, and devices are known that know the daemon by it.
        case missingKey
        /// Another daemon has taken over the store.
        case fenced
        /// The store's files are gone from under the daemon.
        case damaged
    }

    /// The kind, for programs.
    public let code: Code
    /// What was wrong, and what to do.
    public let message: String
    /// What it follows from.
    public let cause: (any Error)?

    /// Joins the parts.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, and what it follows from.
    public var description: String { cause.map { "\(message): \($0)" } ?? message }
}
