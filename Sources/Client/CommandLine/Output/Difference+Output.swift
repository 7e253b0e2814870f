package import NavigationBars
package import NavigationModel
package import NavigationText

/// Differences between two scenes in words: `inbox: pushed mail/7 "Hello"`.
package enum DifferenceText {
    /// Returns a line for each difference.
    package static func lines(of differences: [SceneDifference]) -> [StyledLine] {
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
            "removed" + (tab.stack.isEmpty ? "" : ", with \(count(tab.stack))")
        case .tabsReordered(let tabs): "reordered: " + order(tabs.map(\.label))
        case .tabChanged(_, let aspect, let from, let to): words(aspect, from, to)
        case .tabRefreshed: "refreshed"
        case .screenAdded(let screen, _): "pushed " + name(screen)
        case .screenRemoved(let screen, _): "popped " + name(screen)
        case .screensReordered(let screens, _):
            "reordered: " + order(screens.map { $0.route.label() })
        case .screenChanged(let screen, _, let aspect, let from, let to):
            "\(screen.route.label()) " + words(aspect, from, to)
        case .modalPresented(let modal): "presented \(modal.route.label())"
        case .modalClosed(let modal): "closed \(modal.route.label())"
        case .modalChanged(_, let aspect, let from, let to): words(aspect, from, to)
        case .barAdded: "added"
        case .barRemoved(let bar):
            "removed" + (bar.items.isEmpty ? "" : ", with \(count(bar.items))")
        case .barChanged(_, let aspect, let from, let to): words(aspect, from, to)
        case .bar(_, let from, let to): change(from?.label(), to?.label())
        }
    }

    /// `mail/7 "Hello"`
    package static func name(_ screen: Screen) -> TerminalText {
        screen.route.label() + (screen.title.map { " \"\($0.label())\"" } ?? "")
    }

    private static func words(
        _ aspect: SceneDifference.Aspect, _ from: String?, _ to: String?
    ) -> TerminalText {
        switch aspect {
        case .enabled: to == "no" ? "disabled" : "enabled"
        case .payload: "payload changed"
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

/// A difference between two scenes as JSON: a `kind`, the item, `from` and `to`.
package struct DifferenceJSON: Encodable {
    private let difference: SceneDifference

    private enum CodingKeys: CodingKey {
        case kind, words, from, to, aspect, tab, tabs, modal, bar, screen, screens, route, title
        case key
    }

    private typealias Members = KeyedEncodingContainer<CodingKeys>

    package init(_ difference: SceneDifference) {
        self.difference = difference
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        let words =
            DifferenceText.subject(of: difference) + ": " + DifferenceText.words(difference)
        try members.encode(words.description, forKey: .words)
        try members.encode(kind, forKey: .kind)
        if let values {
            try members.encodeIfPresent(values.from, forKey: .from)
            try members.encodeIfPresent(values.to, forKey: .to)
        }
        if let aspect { try members.encode(aspect.name, forKey: .aspect) }
        switch difference {
        case .selection: break
        case .tabAdded(let tab), .tabRemoved(let tab):
            try members.encode(tab.id.rawValue, forKey: .tab)
        case .tabsReordered(let tabs): try members.encode(tabs.map(\.rawValue), forKey: .tabs)
        case .tabChanged(let id, _, _, _), .tabRefreshed(let id):
            try members.encode(id.rawValue, forKey: .tab)
        case .screenAdded(let screen, let stack), .screenRemoved(let screen, let stack),
            .screenChanged(let screen, let stack, _, _, _):
            try Self.encode(stack, to: &members)
            try members.encode(screen.id.rawValue, forKey: .screen)
            try members.encode(screen.route, forKey: .route)
            try members.encodeIfPresent(screen.title, forKey: .title)
        case .screensReordered(let screens, let stack):
            try Self.encode(stack, to: &members)
            try members.encode(screens.map(\.id.rawValue), forKey: .screens)
        case .modalPresented(let modal), .modalClosed(let modal), .modalChanged(let modal, _, _, _):
            try members.encode(modal.id.rawValue, forKey: .modal)
            try members.encode(modal.route, forKey: .route)
        case .barAdded(let bar), .barRemoved(let bar):
            try members.encode(bar.id.rawValue, forKey: .bar)
        case .barChanged(let id, _, _, _): try members.encode(id.rawValue, forKey: .bar)
        case .bar(let key, _, _): try members.encode(key.rawValue, forKey: .key)
        }
    }

    private static func encode(_ stack: StackID, to members: inout Members) throws {
        try members.encodeIfPresent(stack.tab?.rawValue, forKey: .tab)
        try members.encodeIfPresent(stack.modal?.rawValue, forKey: .modal)
        try members.encodeIfPresent(stack.bar?.rawValue, forKey: .bar)
    }

    private var kind: String {
        switch difference {
        case .selection: "selection"
        case .tabAdded: "tabAdded"
        case .tabRemoved: "tabRemoved"
        case .tabsReordered: "tabsReordered"
        case .tabChanged: "tabChanged"
        case .tabRefreshed: "tabRefreshed"
        case .screenAdded: "screenAdded"
        case .screenRemoved: "screenRemoved"
        case .screensReordered: "screensReordered"
        case .screenChanged: "screenChanged"
        case .modalPresented: "modalPresented"
        case .modalClosed: "modalClosed"
        case .modalChanged: "modalChanged"
        case .barAdded: "barAdded"
        case .barRemoved: "barRemoved"
        case .barChanged: "barChanged"
        case .bar: "bar"
        }
    }

    private var values: (from: String?, to: String?)? {
        switch difference {
        case .selection(let from, let to): (from?.rawValue, to?.rawValue)
        case .tabChanged(_, _, let from, let to), .screenChanged(_, _, _, let from, let to),
            .modalChanged(_, _, let from, let to), .barChanged(_, _, let from, let to),
            .bar(_, let from, let to):
            (from, to)
        case .tabAdded, .tabRemoved, .tabsReordered, .tabRefreshed, .screenAdded, .screenRemoved,
            .screensReordered, .modalPresented, .modalClosed, .barAdded, .barRemoved:
            nil
        }
    }

    private var aspect: SceneDifference.Aspect? {
        switch difference {
        case .tabChanged(_, let aspect, _, _), .screenChanged(_, _, let aspect, _, _),
            .modalChanged(_, let aspect, _, _), .barChanged(_, let aspect, _, _):
            aspect
        case .selection, .tabAdded, .tabRemoved, .tabsReordered, .tabRefreshed, .screenAdded,
            .screenRemoved, .screensReordered, .modalPresented, .modalClosed, .barAdded,
            .barRemoved, .bar:
            nil
        }
    }
}
