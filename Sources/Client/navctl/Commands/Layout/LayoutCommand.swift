internal import ArgumentParser

/// `navctl layout`
struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Measure the elements of the scene, in points.",
        discussion: """
            The ids are those of 'navctl render'. Points are counted from the upper left
            corner, to the right and down, whatever the direction of the text.

            EXAMPLES:
              navctl layout elements --profile iphone
              navctl layout convert 10 5 --from tab.inbox --to screen
              navctl layout fit --profile pixel-9
            """,
        subcommands: [
            LayoutElementsCommand.self, LayoutConvertCommand.self, LayoutFitCommand.self,
        ],
        defaultSubcommand: LayoutElementsCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}
