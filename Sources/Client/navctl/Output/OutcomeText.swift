internal import NavigationModel
internal import NavigationText

/// Outcomes in words.
enum OutcomeText {
    /// Returns the outcome of a change, for behind its words; `nil` if it was simply applied.
    ///
    /// - Parameter authors: the known authors of the commits that explain it.
    static func words(
        _ outcome: Outcome, of operations: [Operation], _ authors: Authors = Authors()
    ) -> TerminalText? {
        let by = outcome.by.map { " " + authors.words(for: $0) } ?? .empty
        switch outcome.kind {
        case .applied: return nil
        case .noop: return "\(already(operations, outcome))\(by): nothing changed"
        case .superseded: return "superseded" + (by.isEmpty ? " by a newer change" : by)
        case .hidden:
            let place = operations.lazy.compactMap(\.place).first ?? "its place"
            return "hidden: \(place) was removed\(by)"
        case .rejected: return "refused: " + refusal(outcome, of: operations, authors)
        case .unknown(let number):
            return "came to something that this version does not know (\(number)): update"
        }
    }

    /// Returns the reason of a refusal, and the remedy.
    static func refusal(
        _ outcome: Outcome, of operations: [Operation], _ authors: Authors = Authors()
    ) -> TerminalText {
        let message = TerminalText((outcome.reason ?? .unspecified).words(for: operations))
        guard let revision = outcome.by else { return message }
        return "\(message) (\(authors.words(for: revision)))"
    }

    private static func already(_ operations: [Operation], _ outcome: Outcome) -> TerminalText {
        switch operations.first {
        case .pop(let screens, _) where screens.isEmpty: "nothing to pop"
        case .pop: outcome.by == nil ? "the first screen of a stack stays" : "already popped"
        case .push: "already there"
        case .removeTab, .removeBar: "already removed"
        case .selectTab, .refreshTab: "already selected"
        case .declareTab, .declareBar: "already declared"
        case .restore: "already back"
        case .presentModal: "already presented"
        case .dismissModal: "already closed"
        case .addToBadge(_, ..<0): "a badge counts no less than nothing"
        case .addToBadge(_, 1...): "counted against what was taken off the badge before"
        case .updateTab, .moveTab, .setBadge, .addToBadge, .setItems, .updateScreen, .updateModal,
            .answerModal, .setBar, .updateBar, .prune, .rekey, .deviceRevoked, .devicePaired,
            .unknown, nil:
            "already so"
        }
    }
}

extension Rejection {
    /// Returns the reason and the remedy, with the command that lists the valid names.
    func words(for operations: [Operation]) -> String {
        switch self {
        case .unknownTab, .unknownScreen, .unknownModal, .unknownBar:
            "\(message): see 'navctl show' for those that there are"
        case .unspecified, .malformed, .screenExists, .revisionMismatch, .limitExceeded,
            .unsupported, .answered, .expired, .notPermitted, .preferredDisabled:
            message(for: operations)
        }
    }
}

extension Operation {
    /// The tab, modal or standalone bar of the operation, in words; `nil` if it names none.
    fileprivate var place: TerminalText? {
        switch self {
        case .declareTab(let id, _, _), .updateTab(let id, _), .moveTab(let id, _),
            .removeTab(let id), .selectTab(let id), .refreshTab(let id), .setBadge(let id, _, _),
            .addToBadge(let id, _), .push(_, .tab(let id), _, _), .pop(_, .tab(let id)),
            .restore(_, .tab(let id)), .setItems(.tab(let id), _):
            "tab '\(id.label)'"
        case .push(_, .modal(let id), _, _), .pop(_, .modal(let id)), .restore(_, .modal(let id)),
            .setItems(.modal(let id), _), .presentModal(let id, _), .updateModal(let id, _),
            .dismissModal(let id), .answerModal(let id, _):
            "modal '\(id.label)'"
        case .push(_, .bar(let id), _, _), .pop(_, .bar(let id)), .restore(_, .bar(let id)),
            .setItems(.bar(let id), _), .declareBar(let id, _), .updateBar(let id, _),
            .removeBar(let id):
            "bar '\(id.label)'"
        case .updateScreen, .setBar, .prune, .rekey, .deviceRevoked, .devicePaired, .unknown: nil
        }
    }

    /// The screen that it makes; `nil` if it makes none.
    var pushedScreen: ScreenID? { if case .push(let id, _, _, _) = self { id } else { nil } }

    /// The modal that it makes; `nil` if it makes none.
    var presentedModal: ModalID? { if case .presentModal(let id, _) = self { id } else { nil } }
}
