internal import NavigationModel
internal import NavigationWire

/// A reply that waits until what it shows is durable.
struct DeferredReply: Sendable {
    let reply: Reply
    let peer: Peer
    /// The time when its request came in.
    let received: Duration
    /// Whose scenes or registry it shows.
    let user: UserID
    /// The request, if it changes nothing: it is asked again if what the reply shows is taken back.
    let question: InboundRequest?
    /// The request, if it takes something away: it is asked again if only room for something else was
    /// lacking.
    let removal: InboundRequest?

    init(_ reply: Reply, to inbound: InboundRequest, of user: UserID) {
        self.reply = reply
        self.user = user
        peer = inbound.peer
        received = inbound.received
        question = inbound.request.call.isReadOnly ? inbound : nil
        removal = inbound.request.call.takesAway ? inbound : nil
    }
}

extension DeferredReply: Summand {
    /// The client whose change it answers; `nil` if it is no receipt.
    var group: FairnessKey? {
        if case .receipt = reply.result { FairnessKey(peer) } else { nil }
    }

    var weight: Int { 1 }
    var length: Int { Int(reply.result.price) * Price.requestLength }
}
