import NavigationModel

extension Act: CustomStringConvertible {
    /// The person's action, behind the device's name: "pushes mail/1 on inbox".
    package var description: String {
        switch self {
        case .declare(let tabs): "declares " + tabs.map(\.rawValue).inWords
        case .push(let route, let tab, let length):
            "pushes \(route) " + (length > 0 ? "of \(length) bytes " : "") + "on \(tab)"
        case .pop(let tab): "pops \(tab)"
        case .popScreen(let route): "pops screen \(route)"
        case .popTo(let route): "pops to \(route)"
        case .popToRoot(let tab): "pops \(tab) to its root"
        case .setItems(let routes, let tab):
            "sets \(tab) to " + (routes.isEmpty ? "nothing" : routes.joined(separator: ", "))
        case .select(let tab): "selects \(tab)"
        case .keepSelection(.own): "keeps its own selection"
        case .keepSelection(.shared): "keeps the shared selection"
        case .keepSelection(.following), .follow: "follows another device"
        case .handOff: "hands off to another device"
        case .move(let tab, .before(let other)): "moves \(tab) before \(other)"
        case .move(let tab, .after(let other)): "moves \(tab) after \(other)"
        case .remove(let tab): "removes \(tab)"
        case .title(let tab, let title): "titles \(tab) \(title)"
        case .enable(let tab): "enables \(tab)"
        case .disable(let tab): "disables \(tab)"
        case .addToBadge(let count, let tab): "adds \(count) to the badge of \(tab)"
        case .setBadge(let text, let tab): "sets the badge of \(tab) to \(text)"
        case .clearBadge(let tab): "clears the badge of \(tab)"
        case .titleScreen(let route, let title): "titles screen \(route) \(title)"
        case .present(let route): "presents \(route)"
        case .answer(let route, let answer): "answers \(route) with \(answer)"
        case .dismiss(let route): "dismisses \(route)"
        case .novelOperation: "does what only a newer version knows"
        case .novelField(let tab, let text):
            "sets a field of \(tab) that only a newer version knows to \(text)"
        case .setBar(let key, let value): "sets the bar's \(key) to \(value)"
        case .declareBar(let bar): "adds bar \(bar)"
        case .removeBar(let bar): "removes bar \(bar)"
        case .setProperty(let name, let item, let text):
            "sets \(name) of \(item.kind) \(item.name) to \(text ?? "nothing")"
        }
    }

    /// Reads such words; `nil` for others.
    init?(_ text: Sentence) {
        guard
            let act = Self.modal(text) ?? Self.bar(text) ?? Self.stack(text) ?? Self.tab(text)
                ?? Self.badge(text)
        else { return nil }
        self = act
    }

    private static func modal(_ text: Sentence) -> Act? {
        if let gaps = text.match("presents {w}") { return .present(gaps[0]) }
        if let gaps = text.match("answers {w} with {w}") {
            return .answer(gaps[0], ModalAnswer(unchecked: gaps[1]))
        }
        if let gaps = text.match("dismisses {w}") { return .dismiss(gaps[0]) }
        if text.says("does what only a newer version knows") { return .novelOperation }
        if let gaps = text.match("sets a field of {w} that only a newer version knows to {w}") {
            return .novelField(TabID(unchecked: gaps[0]), gaps[1])
        }
        if let gaps = text.match("titles screen {w} {*}") {
            return .titleScreen(gaps[0], gaps[1])
        }
        return nil
    }

    private static func bar(_ text: Sentence) -> Act? {
        if let gaps = text.match("sets the bar's {w} to {*}") {
            return .setBar(BarKey(unchecked: gaps[0]), gaps[1])
        }
        if let name = text.match("adds bar {w}")?.first {
            return .declareBar(StandaloneBarID(unchecked: name))
        }
        if let name = text.match("removes bar {w}")?.first {
            return .removeBar(StandaloneBarID(unchecked: name))
        }
        if let gaps = text.match("sets {w} of {w} {w} to {*}"),
            let item = Act.Item(kind: gaps[1], name: gaps[2])
        {
            let value = gaps[3] == "nothing" ? nil : gaps[3]
            return .setProperty(PropertyName(unchecked: gaps[0]), of: item, value)
        }
        return nil
    }

    private static func stack(_ text: Sentence) -> Act? {
        if let gaps = text.match("pushes {w} of {w} bytes on {w}"), let length = Int(gaps[1]) {
            return .push(gaps[0], onto: gaps[2], length: length)
        }
        if let gaps = text.match("pushes {w} on {w}") {
            return .push(gaps[0], onto: gaps[1])
        }
        if let gaps = text.match("pops screen {w}") { return .popScreen(gaps[0]) }
        if let gaps = text.match("pops to {w}") { return .popTo(gaps[0]) }
        if let gaps = text.match("pops {w} to its root") {
            return .popToRoot(gaps[0])
        }
        if let gaps = text.match("pops {w}") { return .pop(gaps[0]) }
        if let gaps = text.match("sets {w} to {*}") {
            let routes = gaps[1] == "nothing" ? [] : [String](inWords: gaps[1])
            return .setItems(routes, of: gaps[0])
        }
        return nil
    }

    private static func tab(_ text: Sentence) -> Act? {
        if let gaps = text.match("declares {*}") {
            return .declare([String](inWords: gaps[0]).map(TabID.init(unchecked:)))
        }
        if text.says("keeps its own selection") { return .keepSelection(.own) }
        if text.says("keeps the shared selection") { return .keepSelection(.shared) }
        if text.says("follows another device") { return .follow }
        if text.says("hands off to another device") { return .handOff }
        if let gaps = text.match("selects {w}") { return .select(TabID(unchecked: gaps[0])) }
        if let gaps = text.match("moves {w} before {w}") {
            return .move(TabID(unchecked: gaps[0]), .before(TabID(unchecked: gaps[1])))
        }
        if let gaps = text.match("moves {w} after {w}") {
            return .move(TabID(unchecked: gaps[0]), .after(TabID(unchecked: gaps[1])))
        }
        if let gaps = text.match("removes {w}") { return .remove(TabID(unchecked: gaps[0])) }
        if let gaps = text.match("titles {w} {*}") {
            return .title(TabID(unchecked: gaps[0]), gaps[1])
        }
        if let gaps = text.match("enables {w}") { return .enable(TabID(unchecked: gaps[0])) }
        if let gaps = text.match("disables {w}") { return .disable(TabID(unchecked: gaps[0])) }
        return nil
    }

    private static func badge(_ text: Sentence) -> Act? {
        if let gaps = text.match("adds {w} to the badge of {w}"), let count = Int64(gaps[0]) {
            return .addToBadge(count, of: TabID(unchecked: gaps[1]))
        }
        if let gaps = text.match("sets the badge of {w} to {*}") {
            return .setBadge(gaps[1], of: TabID(unchecked: gaps[0]))
        }
        if let gaps = text.match("clears the badge of {w}") {
            return .clearBadge(TabID(unchecked: gaps[0]))
        }
        return nil
    }
}
