internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl modal present`
struct ModalPresentCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "present",
        abstract: "Present a modal over everything.",
        discussion: """
            Its stack is changed like a tab's: 'push', 'pop' and 'set-items' take --modal.

            EXAMPLES:
              navctl modal present mail://discard --kind simple --title "Discard the draft?"
              navctl modal present setup:// --kind multiStep --set steps=2 \\
                --stack setup://name setup://photo --animated
            """)

    @Argument(help: "The modal's route: its deep link.")
    var route: String

    @Option(help: "How much it asks of the person: simple, multiStep or fullScreen.")
    var kind: ModalKind

    @Option(help: "The modal's title.")
    var title: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The routes of its screens, bottom to top.", valueName: "route"))
    var stack: [String] = []

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var motion: MotionOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var isAnimated: Bool { motion.animated }

    func intent() throws -> Intent {
        .presentModal(
            ModalDescription(
                route: route, kind: kind, title: title,
                properties: try properties.properties(of: .modal),
                stack: stack.map { ScreenDescription(route: $0) }))
    }
}
