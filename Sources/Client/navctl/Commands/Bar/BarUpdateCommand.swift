internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl bar update`
struct BarUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a standalone bar's properties.",
        discussion: """
            EXAMPLES:
              navctl bar update tools --set navigationBar.delegate=toolbox
              navctl bar update filters --set selectedItem=k3f9x2m7q0va
            """)

    @Argument(help: "The bar.")
    var id: StandaloneBarID

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !properties.isEmpty else {
            throw ValidationError("say what to change: --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .setProperties(.bar(id), try properties.texts(of: .standaloneBar))
    }
}
