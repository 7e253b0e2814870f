internal import ArgumentParser
internal import NavigationModel

/// `navctl bar set`
struct BarSetCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set or reset the appearance of bars.",
        discussion: """
            Said for all bars, it holds for those that say nothing of their own. 'navctl
            properties appearance' lists what there is; names of the app's own begin with
            'app.'.

            EXAMPLES:
              navctl bar set navigationBar.tintColor '#3478F6'
              navctl bar set tabBar.style bottomNavigation
              navctl bar set navigationBar.barStyle black --tab inbox
              navctl bar set navigationBar.tintColor
            """)

    @Argument(help: "The part.")
    var key: PropertyName

    @Argument(help: "How it looks.")
    var value: String?

    @OptionGroup var target: BarTarget
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() throws -> Intent {
        try PropertyCheck.check(key, value, of: target.subject)
        let text = value.flatMap { $0.isEmpty ? nil : $0 }
        guard let item = target.item else { return .setBar(BarKey(unchecked: key.rawValue), text) }
        return .setProperties(item, [key: text])
    }
}
