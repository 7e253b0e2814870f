internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl screen update`
struct ScreenUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a screen's properties.",
        discussion: """
            EXAMPLES:
              navctl screen update k3f9x2m7q0va --title "Re: Lunch"
              navctl screen update k3f9x2m7q0va --set right=edit --set right.edit.title=Edit
              navctl screen update k3f9x2m7q0va --set page=2 --unset prompt
            """)

    @Argument(help: "The screen, by its id.")
    var id: ScreenID

    @Option(help: "The title; empty takes it away.")
    var title: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard title != nil || !properties.isEmpty else {
            throw ValidationError("say what to change: --title, --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .batch([
            .updateScreen(id, title: title),
            .setProperties(.screen(id), try properties.texts(of: .screen)),
        ])
    }
}
