package import NavigationModel
package import NavigationText

/// Outcomes in words.
package enum OutcomeText {
    /// Returns the outcome of a change, for behind its words; `nil` if it was simply applied.
    ///
    /// - Parameter authors: the known authors of the commits that explain it.
    package static func words(
        _ outcome: Outcome, of operations: [Operation], _ authors: Authors = Authors()
    ) -> TerminalText? {
        let by = outcome.by.map { " " + authors.words(for: $0) } ?? .empty
        switch outcome.kind {
        case .applied: return nil
        case .noop:
            let unchanged = operations.first?.unchangedText(by: outcome.by) ?? "already set"
            return "\(unchanged)\(by): nothing changed"
        case .superseded: return "superseded" + (by.isEmpty ? " by a newer change" : by)
        case .hidden:
            let place = operations.lazy.compactMap(\.place).first?.words ?? "its stack"
            return "hidden: \(place) was removed\(by)"
        case .rejected: return "refused: " + refusal(outcome, of: operations, authors)
        case .unknown(let number):
            return "unknown outcome (\(number)): update navsync"
        }
    }

    /// Returns the reason of a refusal, and the remedy.
    private static func refusal(
        _ outcome: Outcome, of operations: [Operation], _ authors: Authors
    ) -> TerminalText {
        let refusal = explained(outcome, operations, authors)
        return refusal.advice.map { "\(refusal.reason): \($0)" } ?? refusal.reason
    }

    /// Returns the reason of a refusal with the author of the commit that explains it, and the
    /// remedy apart.
    static func explained(
        _ outcome: Outcome, _ operations: [Operation], _ authors: Authors
    ) -> (reason: TerminalText, advice: TerminalText?) {
        let message = (outcome.reason ?? .unspecified).explained(for: operations)
        var reason = TerminalText(message.failure)
        if let revision = outcome.by { reason = "\(reason) (\(authors.words(for: revision)))" }
        return (reason, message.advice.map { "\($0)" })
    }
}

extension Rejection {
    /// Returns the reason and the remedy: for a name that is not there, the command that lists the
    /// valid ones.
    package func explained(for operations: [Operation]) -> AdvisedMessage {
        let message = explanation(for: operations)
        return switch self {
        case .unknownTab, .unknownScreen, .unknownModal, .unknownBar:
            AdvisedMessage(message.failure, advice: "see 'navctl show'")
        case .unspecified, .malformed, .screenExists, .revisionMismatch, .limitExceeded,
            .unsupported, .answered, .expired, .notPermitted, .preferredDisabled:
            message
        }
    }
}

extension StackID {
    /// The tab, modal or standalone bar, in words.
    fileprivate var words: TerminalText {
        switch self {
        case .tab(let id): "tab '\(id.label)'"
        case .modal(let id): "modal '\(id.label)'"
        case .bar(let id): "bar '\(id.label)'"
        }
    }
}
