internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl push`
struct PushCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Push a screen onto a stack.",
        discussion: """
            EXAMPLES:
              navctl push clock://alarms/1 --title "Early bird"
              navctl push inbox/42 --tab inbox --if-revision 17
              navctl push inbox/42 --set prompt='Pick one' --set right=edit --animated
              navctl push compose://new --title "Dear Ann" --identity draft-7

            Two devices that push on the same screen, and say the same, push one screen.
            With --identity only that counts: one identity is one screen.
            """)

    @Argument(help: "The screen's route: its deep link.")
    var route: String

    @Option(help: "The screen's title.")
    var title: String?

    @Option(
        help: ArgumentHelp(
            "The app's own name for it: pushes of one identity on one screen are one.",
            valueName: "name"))
    var identity: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() throws -> Intent {
        .push(
            ScreenDescription(
                route: route, title: title, properties: try properties.properties(of: .screen),
                identity: identity),
            onto: place.stack)
    }
}
