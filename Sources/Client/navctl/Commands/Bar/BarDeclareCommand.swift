internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl bar declare`
struct BarDeclareCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare",
        abstract: "Add a standalone bar.",
        discussion: """
            Its items are a stack of its own, changed by 'push', 'pop' and 'set-items' with
            --bar. Of a navigation bar the topmost shows; a bar of tabs shows all of them.

            EXAMPLES:
              navctl bar declare tools --root tools:// --title Tools
              navctl bar declare filters --kind bottomNavigation --screen k3f9x2m7q0va
              navctl bar declare tools --root t:// --set navigationBar.barPosition=bottom
            """)

    @Argument(help: "The bar's id, the same on every device.")
    var id: StandaloneBarID

    @Option(
        help: ArgumentHelp("navigationBar, tabBar or bottomNavigation.", valueName: "kind"))
    var kind: String?

    @Option(help: ArgumentHelp("The screen that it is on; default: over all.", valueName: "screen"))
    var screen: ScreenID?

    @Option(help: ArgumentHelp("The route of its root item.", valueName: "route"))
    var root: String?

    @Option(help: "The title of its root item.")
    var title: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func validate() throws {
        guard title == nil || root != nil else {
            throw ValidationError("--title is that of the root item: say --root, too")
        }
    }

    func intent() throws -> Intent {
        var said = try properties.properties(of: .standaloneBar)
        if let kind {
            try PropertyCheck.check(Property.barKind.name(), kind, of: .standaloneBar)
            said[Property.barKind.name()] = kind
        }
        if let screen { said[Property.barScreen.name()] = screen.rawValue }
        let items = root.map { [ScreenDescription(route: $0, title: title)] } ?? []
        return .declareBar(StandaloneBarDescription(id: id, properties: said, items: items))
    }
}
