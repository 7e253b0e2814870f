internal import ZeroMQ

/// One connection: a question, an answer, and its end.
final class HTTPConnection {
    /// Which of all it is.
    let number: UInt64
    /// The connection's descriptor; it is the exchange's.
    let descriptor: Int32
    /// What has come.
    var head: [UInt8] = []
    /// What is still to be sent.
    var rest: ArraySlice<UInt8> = []
    /// Where it stands.
    var phase = Phase.asking
    /// A Boolean value indicating whether it may end for the sake of another: it waits for its client.
    var givesWay: Bool {
        switch phase {
        case .answering: false
        case .asking, .sending, .finishing: true
        }
    }

    /// When it takes too long.
    var deadline: TimerID?

    /// From its beginning to its end.
    enum Phase {
        /// The head is still coming.
        case asking
        /// The answer is being made.
        case answering(HTTPRequest)
        /// The answer is being sent.
        case sending
        /// All is sent: the client has it when it closes its side.
        case finishing
    }

    init(_ number: UInt64, descriptor: Int32) {
        self.number = number
        self.descriptor = descriptor
    }
}
