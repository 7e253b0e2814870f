/// The events of one change that a delegate has approved before it enters the outbox.
///
/// The change is built in the transaction that writes it, which can't wait. So a change that lacks
/// approval throws its ``ApprovalRequired`` out of the transaction, the delegate is called, and the
/// change is built again: from the same random words, so that it is the same change.
struct DelegateApproval {
    /// The events that the delegate has approved.
    var allowed: Set<NavigationEvent.Identity> = []
    /// The generator of the ids of new screens.
    var generator = RepeatableGenerator()

    /// The number of times a scene may change under the delegate before the change fails.
    static let rounds = 16

    /// The events to be approved first.
    struct ApprovalRequired: Error {
        let events: [NavigationEvent]
    }
}

/// The system's random words, which can be drawn again.
struct RepeatableGenerator: RandomNumberGenerator {
    private var source = SystemRandomNumberGenerator()
    private var words: [UInt64] = []
    private var position = 0

    mutating func next() -> UInt64 {
        if position == words.count { words.append(source.next()) }
        defer { position += 1 }
        return words[position]
    }

    /// Starts again with the first word.
    mutating func rewind() {
        position = 0
    }
}
