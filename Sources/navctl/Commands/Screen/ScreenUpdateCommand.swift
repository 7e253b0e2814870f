internal import ArgumentParser
internal import NavigationModel

/// `navctl screen update`
struct ScreenUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change what is shown of a screen.",
        discussion: """
            EXAMPLES:
              navctl screen update k3f9x2m7q0va --title "Re: Lunch"
            """)

    @Argument(help: "The screen, by its id.")
    var id: ScreenID

    @Option(help: "The title; empty takes it away.")
    var title: String

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .updateScreen(id, title: title) }
}
