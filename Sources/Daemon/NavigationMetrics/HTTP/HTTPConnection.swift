internal import Reactor
internal import ZeroMQ
internal import POSIX

/// One connection: a request, a response, and its end.
final class HTTPConnection {
    /// The number of the connection, in order of acceptance.
    let number: UInt64
    /// The socket.
    let socket: FileDescriptor
    /// The bytes received so far.
    var head: [UInt8] = []
    /// The bytes still to be sent.
    var rest: ArraySlice<UInt8> = []
    /// The phase of the connection.
    var phase = Phase.receiving
    /// A Boolean value indicating whether it may be closed in favour of another: it waits for its
    /// client.
    var isEvictable: Bool {
        switch phase {
        case .responding: false
        case .receiving, .sending, .finishing: true
        }
    }

    /// The timer of the present phase.
    var deadline: TimerID?

    /// The phases of a connection, in order.
    enum Phase {
        /// The request's head is being received.
        case receiving
        /// The response is being made.
        case responding(HTTPRequest)
        /// The response is being sent.
        case sending
        /// All is sent: the client has it when it closes its side.
        case finishing
    }

    init(_ number: UInt64, _ socket: FileDescriptor) {
        self.number = number
        self.socket = socket
    }
}
