internal import ArgumentParser
internal import NavigationModel

/// `navctl set-items`
struct SetItemsCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-items",
        abstract: "Replace the whole stack of a tab, modal or bar.",
        discussion: """
            A screen that is there already keeps its identity, found by its route.

            EXAMPLES:
              navctl set-items inbox inbox/42 inbox/42/reply --tab inbox
              navctl set-items --empty --tab inbox
            """)

    @Argument(help: "The routes, bottom to top.")
    var routes: [String] = []

    @Flag(help: "Leave the stack without any screen.")
    var empty = false

    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard routes.isEmpty == empty else {
            throw ValidationError(
                empty ? "use either routes or --empty" : "name the routes, or say --empty")
        }
    }

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() -> Intent {
        .setItems(routes.map { ScreenDescription(route: $0) }, of: place.stack)
    }
}
