internal import NavigationModel
internal import NavigationWire

/// An answer, and what it shows: it is held back until all of that is durable.
struct ProposedReply: Sendable {
    let result: Reply.Result
    let subjects: [DurabilityKey]

    init(_ result: Reply.Result, showing subjects: [DurabilityKey] = []) {
        self.result = result
        self.subjects = subjects
    }

    /// An answer that shows what the registry has of a user.
    init(_ result: Reply.Result, showing user: UserID) {
        self.init(result, showing: [.registry(user)])
    }
}
