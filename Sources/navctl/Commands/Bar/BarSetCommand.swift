internal import ArgumentParser
internal import NavigationModel

/// `navctl bar set`
struct BarSetCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set how a part of the bars looks; without a value, leave it to the platform.",
        discussion: """
            EXAMPLES:
              navctl bar set tint '#3478f6'
              navctl bar set tint
            """)

    @Argument(help: "The part.")
    var key: BarKey

    @Argument(help: "How it looks.")
    var value: String?

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .setBar(key, value.flatMap { $0.isEmpty ? nil : $0 }) }
}
