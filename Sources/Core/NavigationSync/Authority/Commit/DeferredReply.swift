internal import NavigationModel
internal import NavigationWire

/// A reply deferred until what it shows is durable.
struct DeferredReply: Sendable {
    let reply: Reply
    let peer: Peer
    /// The arrival time of its request.
    let received: Duration
    /// The user whose scenes or registry it shows.
    let user: UserID
    /// The request, if it can be retried after a rollback.
    let retry: Retry?

    /// A request that is retried, kept apart because few are.
    indirect enum Retry: Sendable {
        /// A read-only one, if what the reply shows is rolled back.
        case read(InboundRequest)
        /// A removal, if only disk space for other writes was missing.
        case removal(InboundRequest)
    }
}

extension InboundRequest {
    /// The request itself, if it can be retried after a rollback.
    var retry: DeferredReply.Retry? {
        if rules.isReadOnly { return .read(self) }
        return rules.takesAway ? .removal(self) : nil
    }
}

extension DeferredReply: Summand {
    /// The client whose change it receipts; `nil` if it is no receipt.
    var group: FairnessKey? {
        if case .receipt = reply.result { FairnessKey(peer) } else { nil }
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
