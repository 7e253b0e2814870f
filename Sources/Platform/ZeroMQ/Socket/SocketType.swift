internal import CZeroMQ

/// The messaging pattern of a socket; see the manual page `zmq_socket(3)`.
package enum SocketType: Hashable, Sendable, CaseIterable {
    /// One to one, between threads.
    case pair
    /// Sends to all subscribers, and drops messages that do not fit into a slow one's queue.
    case pub
    /// Receives messages of its subscriptions.
    case sub
    /// As ``pub``, and receives the subscriptions.
    case xpub
    /// As ``sub``, and subscribes by messages.
    case xsub
    /// Sends a request, then receives the reply.
    case req
    /// Receives a request, then sends the reply.
    case rep
    /// Sends requests without waiting for replies; spreads over its peers.
    case dealer
    /// Receives with the sender's ``RoutingID`` and sends to one.
    case router
    /// Receives the messages of a ``push``.
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

    /// A Boolean value indicating whether libzmq generates routing ids for it, and so needs a
    /// seeded source of random numbers.
    var makesRoutingIDs: Bool { self == .router || self == .rep }

    /// A Boolean value indicating whether the socket drops the rest of a message after a send that
    /// fails in the middle of it.
    var dropsRestOfMessage: Bool { self == .dealer || self == .push || self == .req }
}

/// The name in messages, which are made at each call: reflection takes longer than the call.
extension SocketType: CustomStringConvertible {
    package var description: String {
        switch self {
        case .pair: "pair"
        case .pub: "pub"
        case .sub: "sub"
        case .xpub: "xpub"
        case .xsub: "xsub"
        case .req: "req"
        case .rep: "rep"
        case .dealer: "dealer"
        case .router: "router"
        case .pull: "pull"
        case .push: "push"
        }
    }
}
