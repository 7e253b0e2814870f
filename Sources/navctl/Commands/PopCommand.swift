internal import ArgumentParser
internal import NavigationModel

/// `navctl pop`
struct PopCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "pop",
        abstract: "Pop screens off a tab's stack.",
        discussion: """
            Pops the top screen, one named screen, all above a screen, or all but the first. The
            first screen of a stack stays: only set-items replaces it.

            EXAMPLES:
              navctl pop
              navctl pop k3f9x2m7q0va
              navctl pop --to k3f9x2m7q0va
              navctl pop --to-root --tab inbox
            """)

    @Argument(help: "The one screen to pop, by its id.")
    var screen: ScreenID?

    @Option(help: ArgumentHelp("Pop all above this screen.", valueName: "screen"))
    var to: ScreenID?

    @Flag(help: "Pop all but the first screen.")
    var toRoot = false

    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        let ways = [screen != nil, to != nil, toRoot].count { $0 }
        guard ways <= 1 else {
            throw ValidationError("name a screen, or use --to, or --to-root: only one of them")
        }
        guard place.stack == nil || screen == nil && to == nil else {
            throw ValidationError(
                "a screen is found on whatever stack it is: leave out --tab and --modal")
        }
    }

    func intent() -> Intent {
        if let screen { return .popScreen(screen) }
        if let to { return .popTo(to) }
        return toRoot ? .popToRoot(of: place.stack) : .pop(from: place.stack)
    }
}
