internal import ArgumentParser
internal import NavigationModel

/// `navctl bar remove`
struct BarRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a standalone bar and its items.",
        discussion: """
            EXAMPLES:
              navctl bar remove tools
            """)

    @Argument(help: "The bar.")
    var id: StandaloneBarID

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .removeBar(id) }
}
