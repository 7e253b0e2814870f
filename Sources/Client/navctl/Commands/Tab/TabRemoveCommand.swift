internal import ArgumentParser
internal import NavigationModel

/// `navctl tab remove`
struct TabRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a tab and its stack.",
        discussion: """
            EXAMPLES:
              navctl tab remove search
            """)

    @Argument(help: "The tab.")
    var id: TabID

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .removeTab(id) }
}
