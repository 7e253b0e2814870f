internal import NavigationModel
internal import NavigationWire

/// A reply that waits until what it shows is durable.
struct HeldReply: Sendable {
    let reply: Reply
    let peer: Peer
    /// The time when its request came in.
    let received: Duration
    /// Whose scenes or registry it shows.
    let user: UserID
    /// The request, if it changes nothing: it is asked again if what the reply shows is taken back.
    let question: Arrival?
    /// The request, if it takes something away: it is asked again if only room for something else was
    /// lacking.
    let removal: Arrival?

    init(_ reply: Reply, to arrival: Arrival, of user: UserID) {
        self.reply = reply
        self.user = user
        peer = arrival.peer
        received = arrival.received
        question = arrival.request.call.isQuestion ? arrival : nil
        removal = arrival.request.call.takesAway ? arrival : nil
    }
}

extension HeldReply: Summand {
    /// The client whose change it answers; `nil` if it is no receipt.
    var group: Share? {
        if case .receipt = reply.result { Share(peer) } else { nil }
    }

    var weight: Int { 1 }
    var length: Int { Int(reply.result.price) * Price.requestLength }
}
