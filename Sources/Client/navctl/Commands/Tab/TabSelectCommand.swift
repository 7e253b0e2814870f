internal import ArgumentParser
internal import NavigationModel

/// `navctl tab select`
struct TabSelectCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "select",
        abstract: "Select a tab, or refresh the selected one.",
        discussion: """
            EXAMPLES:
              navctl tab select inbox
            """)

    @Argument(help: "The tab.")
    var id: TabID

    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() -> Intent { .selectTab(id) }
}
