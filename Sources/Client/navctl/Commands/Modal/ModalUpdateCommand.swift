internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl modal update`
struct ModalUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a modal's properties.",
        discussion: """
            EXAMPLES:
              navctl modal update k3f9x2m7q0va --title "Discard 3 drafts?"
              navctl modal update k3f9x2m7q0va --set step=2 --set preferred.isEnabled=false
            """)

    @Argument(help: "The modal, by its id.")
    var id: ModalID

    @Option(help: "The title; empty takes it away.")
    var title: String?

    @Option(help: "How much it asks of the person: simple, multiStep or fullScreen.")
    var kind: ModalKind?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard title != nil || kind != nil || !properties.isEmpty else {
            throw ValidationError("say what to change: --title, --kind, --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .batch([
            .updateModal(id, title: title, kind: kind),
            .setProperties(.modal(id), try properties.texts(of: .modal)),
        ])
    }
}
