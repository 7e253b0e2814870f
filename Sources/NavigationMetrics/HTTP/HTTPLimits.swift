/// What bounds the work for clients whom nobody knows. Every overflow has a stated answer.
package struct HTTPLimits: Hashable, Sendable {
    /// Connections at once. For a further one the oldest ends that is not being answered: whoever asks at
    /// once is answered, however many others take their time. If all are being answered, it waits in
    /// the system.
    package static let connections = 16
    /// Bytes of a request's head; a longer one is answered 431.
    package static let head = 4_096
    /// How long a connection may take to ask; then it is closed.
    package var asking = Duration.seconds(2)
    /// How long an answer may take to be made; then it is 503.
    package var answering = Duration.seconds(5)
    /// How long a client may take to read its answer; then the connection is closed.
    package var reading = Duration.seconds(5)
    /// Connections that wait to be accepted.
    static let backlog: Int32 = 16
    /// How long no connection is accepted after the system had no descriptor for one.
    static let pause = Duration.seconds(1)

    /// The usual ones.
    package init() {}
}
