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
        let reason = reason(of: outcome, operations, authors)
        return outcome.reason?.advice.map { "\(reason): \($0)" } ?? reason
    }

    /// Returns the reason of a refusal, and the author of the commit that explains it.
    static func reason(
        of outcome: Outcome, _ operations: [Operation], _ authors: Authors
    ) -> TerminalText {
        let message = TerminalText((outcome.reason ?? .unspecified).message(for: operations))
        guard let revision = outcome.by else { return message }
        return "\(message) (\(authors.words(for: revision)))"
    }
}

extension Rejection {
    /// Returns the reason and the remedy, with the command that lists the valid names.
    package func words(for operations: [Operation]) -> String {
        message(for: operations) + (advice.map { ": " + $0 } ?? "")
    }

    /// The command that lists the valid names; `nil` if it is no name that was rejected.
    var advice: String? {
        switch self {
        case .unknownTab, .unknownScreen, .unknownModal, .unknownBar: "see 'navctl show'"
        case .unspecified, .malformed, .screenExists, .revisionMismatch, .limitExceeded,
            .unsupported, .answered, .expired, .notPermitted, .preferredDisabled:
            nil
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
