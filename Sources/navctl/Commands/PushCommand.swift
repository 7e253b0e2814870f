internal import ArgumentParser
internal import NavigationModel

/// `navctl push`
struct PushCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Push a screen on a tab's stack.",
        discussion: """
            EXAMPLES:
              navctl push clock://alarms/1 --title "Early bird"
              navctl push inbox/42 --tab inbox --if-revision 17
            """)

    @Argument(help: "The screen's route: its deep link.")
    var route: String

    @Option(help: "The screen's title.")
    var title: String?

    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent {
        .push(ScreenDescription(route: route, title: title), onto: place.stack)
    }
}
