/// The limits of the work for unauthenticated clients. Every overflow has a defined response.
package struct HTTPLimits: Hashable, Sendable {
    /// The maximum of concurrent connections. A further one evicts the oldest that is not being
    /// answered: so a prompt client gets its response, however many others are slow. If all are
    /// being answered, it is queued in the system.
    package static let connections = 16
    /// The maximum size of a request's head, in bytes; a longer one gets status 431.
    package static let head = 4_096
    /// The timeout for receiving a request; then the connection is closed.
    package var asking = Duration.seconds(2)
    /// The timeout for making a response; then it is status 503.
    package var answering = Duration.seconds(5)
    /// The timeout for a client to read its response; then the connection is closed.
    package var reading = Duration.seconds(5)
    /// The maximum of connections to be accepted.
    static let backlog: Int32 = 16
    /// The backoff before accepting again after the system had no descriptor for a connection.
    static let pause = Duration.seconds(1)

    /// Creates the default limits.
    package init() {}
}
