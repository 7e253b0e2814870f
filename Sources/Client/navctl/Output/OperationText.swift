internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// Operations in words, in the past: `pushed clock://alarms/1 on alarms`.
enum OperationText {
    /// The words.
    static func words(_ operation: Operation) -> TerminalText {
        switch operation {
        case .declareTab(let id, _, _): "declared tab \(id.label)"
        case .updateTab(let id, let attributes): "updated tab \(id.label)\(changes(attributes))"
        case .moveTab(let id, _): "moved tab \(id.label)"
        case .removeTab(let id): "removed tab \(id.label)"
        case .selectTab(let id): "selected \(id.label)"
        case .refreshTab(let id): "refreshed \(id.label)"
        case .setBadge(let id, .cleared, _): "cleared the badge of \(id.label)"
        case .setBadge(let id, .dot, _): "put a dot on \(id.label)"
        case .setBadge(let id, .text(let text), _):
            "set the badge of \(id.label) to \(text.label())"
        case .addToBadge(let id, let count): "added \(count) to the badge of \(id.label)"
        case .push(_, let stack, _, let attributes):
            "pushed \((attributes.route ?? "").label()) on \(stack.label)"
        case .pop(let screens, let stack): "popped \(named(screens)) from \(stack.label)"
        case .restore(let screens, let stack):
            "brought \(named(screens)) back to \(stack.label)"
        case .setItems(let stack, let items):
            items.isEmpty
                ? "emptied the stack of \(stack.label)"
                : "set the stack of \(stack.label) to "
                    + items.map { ($0.attributes.route ?? $0.id.rawValue).label() }.listed
        case .updateScreen(let id, let attributes):
            "updated screen \(id.label)\(changes(attributes))"
        case .presentModal(let id, let attributes):
            attributes.modalRoute.map { "presented \($0.label()) as \(id.label)" }
                ?? "presented \(id.label) again"
        case .updateModal(let id, let attributes):
            "updated modal \(id.label)\(changes(attributes))"
        case .dismissModal(let id): "closed \(id.label)"
        case .answerModal(let id, let answer): "answered \(id.label) with \(answer.label)"
        case .setBar(let key, let text):
            text.map { "set \(key.label) to \($0.label())" } ?? "reset \(key.label)"
        case .declareBar(let id, _): "declared bar \(id.label)"
        case .updateBar(let id, let attributes): "updated bar \(id.label)\(changes(attributes))"
        case .removeBar(let id): "removed bar \(id.label)"
        case .prune(let revision): "forgot what was gone by revision \(revision)"
        case .rekey: "gave tabs shorter keys"
        case .deviceRevoked(_, let name): "revoked device '\(name.label)'"
        case .devicePaired(_, let name): "paired device '\(name.label)'"
        case .unknown: "did something that only a newer version knows"
        }
    }

    /// Returns all operations of a change in one line; the first few if there are many.
    static func words(_ operations: [Operation]) -> TerminalText {
        guard !operations.isEmpty else { return "what can't be read any more" }
        let shown = operations.prefix(operations.count > 4 ? 3 : 4).map(words)
        let rest = operations.count - shown.count
        return (shown + (rest > 0 ? ["\(rest) more steps"] : [])).joined(separator: ", ")
    }

    private static func named(_ screens: ObservedScreens) -> TerminalText {
        switch screens {
        case .named(let screens):
            screens.isEmpty ? "nothing" : screens.map(\.id.label).listed
        case .spans: "many screens"
        }
    }

    private static func changes(_ attributes: [Attribute]) -> TerminalText {
        let words = attributes.compactMap { attribute -> TerminalText? in
            switch attribute.field {
            case TabField.title: "title \"\((attribute.value.text ?? "").label())\""
            case TabField.icon: "icon \((attribute.value.text ?? "").label())"
            case TabField.isEnabled: attribute.value.flag == false ? "disabled" : "enabled"
            default: attribute.field.property.map { said($0, attribute.value.nonEmptyText) }
            }
        }
        return words.isEmpty ? "" : " (\(words.listed))"
    }

    private static func said(_ name: PropertyName, _ text: String?) -> TerminalText {
        text.map { "\(name.label) \"\($0.label())\"" } ?? "no \(name.label)"
    }
}

extension Identifier {
    /// The identifier for a terminal.
    var label: TerminalText { rawValue.label() }
}

extension StackID {
    /// The owner of the stack, for a terminal.
    var label: TerminalText { description.label() }
}

extension [TerminalText] {
    /// The elements with commas; the first few if there are many.
    fileprivate var listed: TerminalText {
        let shown = prefix(count > 4 ? 3 : 4)
        let rest = count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
