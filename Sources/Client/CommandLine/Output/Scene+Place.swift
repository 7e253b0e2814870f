package import NavigationModel

extension Scene {
    /// Returns the place of a device for people, `Inbox › Lunch on Friday`: the title of its tab, and
    /// of the screen on top there, or the identifier of a tab that the scene does not have; `nil`
    /// without a tab.
    package func words(for tab: TabID?, _ screen: ScreenID?) -> String? {
        guard let tab else { return nil }
        let known = self.tab(tab)
        let name = known.flatMap { $0.title.isEmpty ? nil : $0.title } ?? tab.rawValue
        guard let screen = known?.stack.first(where: { $0.id == screen }) else { return name }
        return "\(name) › \(screen.title ?? screen.route)"
    }
}
