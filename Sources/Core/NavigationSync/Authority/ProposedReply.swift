internal import NavigationModel
internal import NavigationWire

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
