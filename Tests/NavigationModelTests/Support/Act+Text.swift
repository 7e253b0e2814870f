import NavigationModel

extension Act: CustomStringConvertible {
    /// The act, as a story tells it.
    var description: String {
        switch self {
        case .begin: "declares the tabs one, two and three"
        case .declare(let tab, let route):
            "declares tab \(tab)" + (route.map { " with /\($0)" } ?? "")
        case .remove(let tab): "removes tab \(tab)"
        case .title(let tab, let title): "titles \(tab) 'title \(title)'"
        case .enable(let tab, let isEnabled): "\(isEnabled ? "enables" : "disables") \(tab)"
        case .move(let tab, .before(let other)): "moves \(tab) before \(other)"
        case .move(let tab, .after(let other)): "moves \(tab) after \(other)"
        case .select(let tab): "selects \(tab)"
        case .keepSelection(let mode): "keeps the selection \(mode)"
        case .follow(let index): "follows device \(index)"
        case .handOff(let index): "hands off to device \(index)"
        case .setBadge(let tab, .cleared): "clears the badge of \(tab)"
        case .setBadge(let tab, .dot): "sets the badge of \(tab) to a dot"
        case .setBadge(let tab, .text(let text)): "sets the badge of \(tab) to '\(text)'"
        case .addToBadge(let tab, let count): "adds \(count) to the badge of \(tab)"
        case .push(let place, let route): "pushes /\(route) on \(place)"
        case .pushDraft(let place, let route, let title, let identity):
            "pushes /\(route) with title 'draft \(title)' on \(place)"
                + (identity.map { " as identity \($0)" } ?? "")
        case .pop(let place): "pops \(place)"
        case .popScreen(let place, let depth): "pops the screen \(depth) under the top of \(place)"
        case .popTo(let place, let depth): "pops \(place) to the screen \(depth) under the top"
        case .popToRoot(let place): "pops \(place) to the root"
        case .setItems(let place, let keeping, let fresh):
            "sets the items of \(place), keeping 0b\(String(keeping, radix: 2)), then "
                + fresh.map { "/\($0)" }.joined(separator: " ")
        case .retitle(let place, let depth, let title):
            "titles the screen \(depth) under the top of \(place) 'title \(title)'"
        case .present(let route, let screens):
            "presents /modal/\(route) with " + screens.map { "/\($0)" }.joined(separator: " ")
        case .titleModal(let title): "titles the modal 'title \(title)'"
        case .dismiss: "dismisses the modal"
        case .answer(let answer): "answers the modal \(answer)"
        case .setBar(let key, let text): "sets \(key) to \(text ?? "nothing")"
        case .setProperty(let place, let name, let text):
            "says \(name) of \(place) is \(text ?? "nothing")"
        case .setPropertyOfTop(let place, let name, let text):
            "says \(name) of the top of \(place) is \(text ?? "nothing")"
        case .declareBar(let bar, let items):
            "declares bar \(bar) with " + items.map { "/\($0)" }.joined(separator: " ")
        case .removeBar(let bar): "removes bar \(bar)"
        case .undo: "takes its last change back"
        case .odd(let oddity, let tab): "sends on \(tab) an odd \(oddity)"
        }
    }
}

extension Act.Place: CustomStringConvertible {
    var description: String {
        switch self {
        case .tab(let tab): "\(tab)"
        case .modal: "the modal"
        case .bar(let bar): "bar \(bar)"
        }
    }
}
