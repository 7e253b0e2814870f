internal import ArgumentParser

/// `navctl traits keyboard`
struct TraitsKeyboardCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyboard",
        abstract: "Show or hide the keyboard.",
        discussion: """
            EXAMPLES:
              navctl traits keyboard shown
            """)

    @Argument(help: "shown or hidden.")
    var state: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.keyboard.set(state, in: &traits)
    }
}
