internal import CZeroMQ

/// What a socket does with its messages and its peers; see the manual page `zmq_socket(3)`.
public enum SocketType: Hashable, Sendable, CaseIterable {
    /// One to one, between threads.
    case pair
    /// Sends to all that subscribed, and drops what a slow one has no room for.
    case pub
    /// Receives what it subscribed to.
    case sub
    /// As ``pub``, and receives the subscriptions.
    case xpub
    /// As ``sub``, and subscribes by messages.
    case xsub
    /// Asks, and waits for the answer.
    case req
    /// Answers, in turn.
    case rep
    /// Asks without waiting; spreads over its peers.
    case dealer
    /// Receives with the sender's ``RoutingID`` and sends to one.
    case router
    /// Receives what a ``push`` sends.
    case pull
    /// Spreads messages over its peers.
    case push

    /// The constant of `zmq.h`.
    var rawValue: Int32 {
        switch self {
        case .pair: ZMQ_PAIR
        case .pub: ZMQ_PUB
        case .sub: ZMQ_SUB
        case .xpub: ZMQ_XPUB
        case .xsub: ZMQ_XSUB
        case .req: ZMQ_REQ
        case .rep: ZMQ_REP
        case .dealer: ZMQ_DEALER
        case .router: ZMQ_ROUTER
        case .pull: ZMQ_PULL
        case .push: ZMQ_PUSH
        }
    }

    /// Whether libzmq makes routing ids for it, and so needs a seeded source of random numbers.
    var makesRoutingIDs: Bool { self == .router || self == .rep }

    /// Whether a send that fails in the middle of a message leaves the socket dropping the rest.
    var dropsRestOfMessage: Bool { self == .dealer || self == .push || self == .req }
}
