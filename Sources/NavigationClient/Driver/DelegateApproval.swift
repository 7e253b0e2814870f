/// What a delegate has allowed on the way of one change into the outbox.
///
/// The change is built in the transaction that writes it, where nobody can be waited for. So a change
/// that nobody has allowed yet throws its ``ApprovalRequired`` out of the transaction, the delegate is asked, and
/// the change is built anew: with the same random words, so that it is the same change.
struct DelegateApproval {
    /// What was asked and allowed.
    var allowed: Set<NavigationEvent.Identity> = []
    /// Where new screens have their ids from.
    var generator = RepeatableGenerator()

    /// How often a scene may change under the delegate before the change is given up.
    static let rounds = 16

    /// What has to be asked first.
    struct ApprovalRequired: Error {
        let events: [NavigationEvent]
    }
}

/// The system's random words, which can be drawn once more.
struct RepeatableGenerator: RandomNumberGenerator {
    private var source = SystemRandomNumberGenerator()
    private var words: [UInt64] = []
    private var position = 0

    mutating func next() -> UInt64 {
        if position == words.count { words.append(source.next()) }
        defer { position += 1 }
        return words[position]
    }

    /// Begins again with the first word.
    mutating func rewind() {
        position = 0
    }
}
