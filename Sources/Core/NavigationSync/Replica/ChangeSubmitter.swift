internal import NavigationModel
internal import NavigationWire

/// A mirror's submission of the device's pending changes.
struct ChangeSubmitter: Sendable {
    /// The states of this process as the device's only sender.
    enum Sender: Hashable, Sendable {
        case idle
        case requested
        case active
        /// A change was not accepted: the replies to later ones are awaited before `then` is done.
        case recovering(then: Recovery)
        /// The daemon was busy.
        case backingOff(until: Duration)
    }

    /// An action after a change was not accepted.
    enum Recovery: Hashable, Sendable {
        /// A change was removed from the outbox: reload it.
        case reload
        case renumber
        case sync
        case pause(Duration)
    }

    /// The state of this process as the sender.
    var sender: Sender = .idle
    /// The device's last sequence number that the daemon is known to have.
    var lastSequence: SequenceNumber?
    /// The numbers of pending changes that another copy of this device's state has used.
    var reused: Set<SequenceNumber> = []
    /// The failure with which the daemon last deferred a change; `nil` once it has accepted one.
    var backoffFailure: Failure?

    /// Records that the daemon has accepted a change.
    mutating func accepted(_ sequence: SequenceNumber) {
        backoffFailure = nil
        lastSequence = max(lastSequence ?? .zero, sequence)
    }

    /// Decides on the recovery after a refusal; `nil` for a change that is refused permanently.
    mutating func recovery(from failure: Failure, of sequence: SequenceNumber) -> Recovery? {
        switch failure.code {
        case .busy, .unavailable, .moved:
            backoffFailure = failure
            return .pause(
                min(failure.retryAfter ?? MirrorLimits.busyBackoff, MirrorLimits.longestBusyBackoff)
            )
        case .sequenceExpected:
            lastSequence = failure.expected ?? lastSequence
            return .renumber
        case .sequenceReused:
            // Another copy of this device's state has used the number: the daemon reports the last
            // one.
            reused.insert(sequence)
            return .sync
        case .sequenceSkipped:
            // It was never accepted, and never will be under this number: it gets another.
            reused.insert(sequence)
            lastSequence = max(failure.expected ?? .zero, lastSequence ?? .zero)
            return .renumber
        case .epochChanged:
            return .sync
        case .revoked, .damaged:
            // The device may be paired again, and the daemon's store be repaired.
            return .reload
        case .settled, .malformed, .tooLarge, .unsupported, .unspecified, .helloFirst,
            .versionUnsupported, .snapshotGone, .limitExceeded, .outOfHistory, .notPermitted,
            .invitationUsed, .notFound, .alreadyExists:
            return nil
        }
    }

    /// Begins a recovery, unless one is under way: the first refusal decides, later ones only
    /// follow from it.
    mutating func recover(by recovery: Recovery) {
        if case .recovering = sender { return }
        sender = .recovering(then: recovery)
    }

    /// Goes on once the pause after a busy daemon has passed.
    mutating func resume(at now: Duration) {
        if case .backingOff(let until) = sender, until <= now { sender = .active }
    }
}
