internal import NavigationBars
internal import NavigationModel
internal import NavigationText

/// Differences between two scenes in words: `inbox: pushed mail/7 "Hello"`.
enum DifferenceText {
    /// Returns a line for each difference.
    static func lines(of differences: [SceneDifference]) -> [StyledLine] {
        differences.map { difference in
            var line = StyledLine(subject(of: difference) + ": ", .accent)
            line.append(words(difference))
            return line
        }
    }

    /// Returns the object of a difference.
    static func subject(of difference: SceneDifference) -> TerminalText {
        switch difference {
        case .selection: "selected"
        case .tabAdded(let tab), .tabRemoved(let tab): tab.id.label
        case .tabsReordered: "tabs"
        case .tabChanged(let id, _, _, _), .tabRefreshed(let id): id.label
        case .screenAdded(_, let stack), .screenRemoved(_, let stack),
            .screensReordered(_, let stack), .screenChanged(_, let stack, _, _, _):
            stack.label
        case .modalPresented(let modal), .modalClosed(let modal), .modalChanged(let modal, _, _, _):
            modal.id.label
        case .barAdded(let bar), .barRemoved(let bar): bar.id.label
        case .barChanged(let id, _, _, _): id.label
        case .bar(let key, _, _): key.label
        }
    }

    /// Returns the fields that differ.
    static func words(_ difference: SceneDifference) -> TerminalText {
        switch difference {
        case .selection(let from, let to): change(from?.label, to?.label)
        case .tabAdded(let tab): "added \"\(tab.title.label())\""
        case .tabRemoved(let tab):
            "removed" + (tab.stack.isEmpty ? "" : ", with \(count(tab.stack)) on it")
        case .tabsReordered(let tabs): "now in the order " + order(tabs.map(\.label))
        case .tabChanged(_, let aspect, let from, let to): words(aspect, from, to)
        case .tabRefreshed: "refreshed"
        case .screenAdded(let screen, _): "pushed " + name(screen)
        case .screenRemoved(let screen, _): "popped " + name(screen)
        case .screensReordered(let screens, _):
            "now in the order " + order(screens.map { $0.route.label() })
        case .screenChanged(let screen, _, let aspect, let from, let to):
            "\(screen.route.label()) " + words(aspect, from, to)
        case .modalPresented(let modal): "presented \(modal.route.label())"
        case .modalClosed(let modal): "closed \(modal.route.label())"
        case .modalChanged(_, let aspect, let from, let to): words(aspect, from, to)
        case .barAdded: "added"
        case .barRemoved(let bar):
            "removed" + (bar.items.isEmpty ? "" : ", with \(count(bar.items)) on it")
        case .barChanged(_, let aspect, let from, let to): words(aspect, from, to)
        case .bar(_, let from, let to): change(from?.label(), to?.label())
        }
    }

    /// `mail/7 "Hello"`
    static func name(_ screen: Screen) -> TerminalText {
        screen.route.label() + (screen.title.map { " \"\($0.label())\"" } ?? "")
    }

    private static func words(
        _ aspect: SceneDifference.Aspect, _ from: String?, _ to: String?
    ) -> TerminalText {
        switch aspect {
        case .enabled: to == "no" ? "disabled" : "enabled"
        case .payload: "with another payload"
        case .badge: "badge " + change(badge(from), badge(to))
        case .title, .icon, .kind, .property:
            "\(aspect.name.label()) " + change(from?.label(), to?.label())
        }
    }

    private static func badge(_ text: String?) -> TerminalText? {
        text.map { $0.isEmpty ? "dot" : $0.label() }
    }

    private static func change(_ from: TerminalText?, _ to: TerminalText?) -> TerminalText {
        "\(from ?? "none") → \(to ?? "none")"
    }

    private static func order(_ names: [TerminalText]) -> TerminalText {
        let shown = names.prefix(8).joined(separator: ", ")
        return names.count > 8 ? "\(shown), …" : shown
    }

    private static func count(_ stack: [Screen]) -> TerminalText {
        stack.count == 1 ? "1 screen" : "\(stack.count) screens"
    }
}
