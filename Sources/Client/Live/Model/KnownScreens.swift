internal import NavigationModel

/// The screens that the scene has shown, for suggestions; the latest first.
struct KnownScreens: Hashable, Sendable {
    /// A screen by what it says.
    struct Known: Hashable, Sendable {
        /// The deep link.
        let route: String
        /// The title, if it has one.
        let title: String?
    }

    /// The screens.
    private(set) var all: [Known] = []

    /// The most screens that are remembered.
    static let limit = 200

    /// Remembers all screens of a scene.
    mutating func note(_ scene: Scene) {
        let stacks = scene.tabs.map(\.stack) + scene.modals.map(\.stack)
        var seen = Set(all)
        for screen in stacks.joined() {
            let known = Known(route: screen.route, title: screen.title)
            guard seen.insert(known).inserted else { continue }
            all.insert(known, at: 0)
        }
        all = Array(all.prefix(Self.limit))
    }

    /// Returns the screens whose route or title contains a text, regardless of case: first those
    /// whose route begins with it.
    func matching(_ text: String) -> [Known] {
        let text = text.lowercased()
        guard !text.isEmpty else { return all }
        let matches = all.filter { $0.contains(text) }
        return matches.filter { $0.route.lowercased().hasPrefix(text) }
            + matches.filter { !$0.route.lowercased().hasPrefix(text) }
    }
}

extension KnownScreens.Known {
    fileprivate func contains(_ text: String) -> Bool {
        route.lowercased().contains(text) || (title ?? "").lowercased().contains(text)
    }
}
