internal import ArgumentParser
internal import NavigationModel

/// `navctl push`
struct PushCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Push a screen on the stack of a tab, a modal or a standalone bar.",
        discussion: """
            EXAMPLES:
              navctl push clock://alarms/1 --title "Early bird"
              navctl push inbox/42 --tab inbox --if-revision 17
              navctl push inbox/42 --set prompt='Pick one' --set right=edit --animated
            """)

    @Argument(help: "The screen's route: its deep link.")
    var route: String

    @Option(help: "The screen's title.")
    var title: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: CoverOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() throws -> Intent {
        .push(
            ScreenDescription(
                route: route, title: title, properties: try properties.properties(of: .screen)),
            onto: place.stack)
    }
}
