internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl tab declare`
struct TabDeclareCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare",
        abstract: "Add a tab.",
        discussion: """
            EXAMPLES:
              navctl tab declare inbox --title Inbox --icon tray --root inbox
              navctl tab declare search --title Search --after inbox --set role=search
            """)

    @Argument(help: "The tab's id, the same on every device.")
    var id: TabID

    @Option(help: "The label.")
    var title: String

    @Option(help: ArgumentHelp("The name of a symbol.", valueName: "name"))
    var icon: String?

    @Option(help: ArgumentHelp("The route of its first screen.", valueName: "route"))
    var root: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var place: TabPlaceOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func intent() throws -> Intent {
        let stack = root.map { [ScreenDescription(route: $0)] } ?? []
        return .declareTab(
            TabDescription(
                id: id, title: title, icon: icon, properties: try properties.properties(of: .tab),
                stack: stack), place.place)
    }
}
