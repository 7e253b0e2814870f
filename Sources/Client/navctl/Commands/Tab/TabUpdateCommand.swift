internal import ArgumentParser
internal import NavigationModel
internal import NavigationProperties

/// `navctl tab update`
struct TabUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a tab's properties.",
        discussion: """
            EXAMPLES:
              navctl tab update inbox --title Post
              navctl tab update inbox --disable
              navctl tab update inbox --set accessibilityValue='10 unread emails'
              navctl tab update inbox --set navigationBar.prefersLargeTitles=true
            """)

    @Argument(help: "The tab.")
    var id: TabID

    @Option(help: "The label.")
    var title: String?

    @Option(help: ArgumentHelp("The name of a symbol.", valueName: "name"))
    var icon: String?

    @Flag(help: "Whether people can select it.")
    var ability: Ability?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// The states of a tab: selectable by people or not.
    enum Ability: String, EnumerableFlag {
        /// People can select it.
        case enable
        /// People can't select it.
        case disable
    }

    func validate() throws {
        guard title != nil || icon != nil || ability != nil || !properties.isEmpty else {
            throw ValidationError(
                "say what to change: --title, --icon, --enable, --disable, --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .batch([
            .updateTab(id, title: title, icon: icon, isEnabled: ability.map { $0 == .enable }),
            .setProperties(.tab(id), try properties.texts(of: .tab)),
        ])
    }
}
