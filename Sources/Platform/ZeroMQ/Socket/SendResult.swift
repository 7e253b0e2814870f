/// The result of sending a message.
public enum SendResult: Hashable, Sendable {
    /// libzmq has it. That is all that is known: it is lost if the connection fails now.
    case sent
    /// The queue to the peer is full, or there is no peer; nothing was taken.
    case wouldBlock
    /// A ROUTER with ``SocketOption/routerMandatory`` has no such connection any more; nothing was
    /// taken.
    case unreachable
}
