internal import NavigationModel
internal import NavigationWire

/// A reply deferred until what it shows is durable.
struct DeferredReply: Sendable {
    let reply: Reply
    let peer: Peer
    /// The client that sent the request.
    let sender: FairnessKey
    /// The arrival time of its request.
    let received: Duration
    /// The user whose scenes or registry it shows.
    let user: UserID
    /// The request, if it is read-only: it is retried if what the reply shows is rolled back.
    let question: InboundRequest?
    /// The request, if it is a removal: it is retried if only disk space for other writes was
    /// missing.
    let removal: InboundRequest?

    init(_ reply: Reply, to inbound: InboundRequest, of user: UserID) {
        self.reply = reply
        self.user = user
        peer = inbound.peer
        received = inbound.received
        sender = inbound.sender
        question = inbound.rules.isReadOnly ? inbound : nil
        removal = inbound.rules.takesAway ? inbound : nil
    }
}

extension DeferredReply: Summand {
    /// The client whose change it receipts; `nil` if it is no receipt.
    var group: FairnessKey? {
        if case .receipt = reply.result { sender } else { nil }
    }

    var weight: Int { 1 }
    var length: Int { Int(reply.result.price) * Price.requestLength }
}

/// A reply and the parts of memory that it shows: it is deferred until all of them are durable.
struct ProposedReply: Sendable {
    let result: Reply.Result
    let subjects: [DurabilityKey]

    init(_ result: Reply.Result, showing subjects: [DurabilityKey] = []) {
        self.result = result
        self.subjects = subjects
    }

    /// A reply that shows a user's registry rows.
    init(_ result: Reply.Result, showing user: UserID) {
        self.init(result, showing: [.registry(user)])
    }
}
