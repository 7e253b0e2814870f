import NavigationModel

extension Act: CustomStringConvertible {
    /// What is done, as a story tells it.
    var description: String {
        switch self {
        case .begin: "declares the tabs one, two and three"
        case .declare(let tab, nil): "declares tab \(tab)"
        case .declare(let tab, .some(let route)): "declares tab \(tab) with /\(route)"
        case .remove(let tab): "removes tab \(tab)"
        case .title(let tab, let title): "titles \(tab) 'title \(title)'"
        case .enable(let tab, let isEnabled): "\(isEnabled ? "enables" : "disables") \(tab)"
        case .move(let tab, .before(let other)): "moves \(tab) before \(other)"
        case .move(let tab, .after(let other)): "moves \(tab) after \(other)"
        case .select(let tab): "selects \(tab)"
        case .setBadge(let tab, .cleared): "clears the badge of \(tab)"
        case .setBadge(let tab, .dot): "sets the badge of \(tab) to a dot"
        case .setBadge(let tab, .text(let text)): "sets the badge of \(tab) to '\(text)'"
        case .addToBadge(let tab, let count): "adds \(count) to the badge of \(tab)"
        case .push(let tab, let route): "pushes /\(route) on \(tab)"
        case .pop(let tab): "pops \(tab)"
        case .popScreen(let tab, let depth): "pops the screen \(depth) under the top of \(tab)"
        case .popTo(let tab, let depth): "pops \(tab) to the screen \(depth) under the top"
        case .popToRoot(let tab): "pops \(tab) to the root"
        case .setItems(let tab, let keeping, let fresh):
            "sets the items of \(tab), keeping 0b\(String(keeping, radix: 2)), then "
                + fresh.map { "/\($0)" }.joined(separator: " ")
        case .retitle(let tab, let depth, let title):
            "titles the screen \(depth) under the top of \(tab) 'title \(title)'"
        case .odd(let oddity, let tab): "sends on \(tab) an odd \(oddity)"
        }
    }
}
