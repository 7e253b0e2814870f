internal import ArgumentParser
internal import CommandLine
internal import NavigationModel
internal import NavigationProperties

/// `navctl tab`
struct TabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tab",
        abstract: "Change the tab bar.",
        subcommands: [
            TabDeclareCommand.self, TabUpdateCommand.self, TabMoveCommand.self,
            TabRemoveCommand.self, TabSelectCommand.self, TabBadgeCommand.self,
        ])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl tab declare`
struct TabDeclareCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare",
        abstract: "Add a tab.",
        discussion: """
            EXAMPLES:
              navctl tab declare inbox --title Inbox --icon tray --root inbox
              navctl tab declare search --title Search --after inbox --set role=search
            """)

    @Argument(help: "The id of the tab, the same on every device")
    var id: TabID

    @Option(help: "The title of the tab")
    var title: String

    @Option(help: ArgumentHelp("The name of the icon (a symbol)", valueName: "name"))
    var icon: String?

    @Option(help: ArgumentHelp("The route of its root screen", valueName: "route"))
    var root: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var place: TabPlaceOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func intent() throws -> Intent {
        let stack = root.map { [ScreenDescription(route: $0)] } ?? []
        return .declareTab(
            TabDescription(
                id: id, title: title, icon: icon, properties: try properties.properties(of: .tab),
                stack: stack), place.place)
    }
}

/// `navctl tab update`
struct TabUpdateCommand: ChangeCommand, WordsReadable {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a tab's properties.",
        discussion: """
            EXAMPLES:
              navctl tab update inbox --title Post
              navctl tab update inbox --disable
              navctl tab update inbox --set accessibilityValue='{badge} unread emails'
              navctl tab update inbox --set navigationBar.prefersLargeTitles=true
            """)

    @Argument(help: "The id of the tab")
    var id: TabID

    @Option(help: "The title of the tab")
    var title: String?

    @Option(help: ArgumentHelp("The name of the icon (a symbol)", valueName: "name"))
    var icon: String?

    @Flag(help: "Enable or disable selection")
    var ability: Ability?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        title = try words.option("--title")
        icon = try words.option("--icon")
        ability = words.flag("--enable") ? .enable : words.flag("--disable") ? .disable : nil
        properties = try words.group()
        condition = try words.group()
        options = try words.group()
        id = try words.argument()
    }

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
                "nothing to update: use --title, --icon, --enable, --disable, --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .batch([
            .updateTab(id, title: title, icon: icon, isEnabled: ability.map { $0 == .enable }),
            .setProperties(.tab(id), try properties.texts(of: .tab)),
        ])
    }
}

/// `navctl tab move`
struct TabMoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a tab within the bar.",
        discussion: """
            EXAMPLES:
              navctl tab move search --before inbox
            """)

    @Argument(help: "The id of the tab")
    var id: TabID

    @OptionGroup var place: TabPlaceOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard place.place != nil else { throw ValidationError("use --before or --after") }
    }

    func intent() throws -> Intent {
        guard let place = place.place else { throw ValidationError("use --before or --after") }
        return .moveTab(id, place)
    }
}

/// `navctl tab remove`
struct TabRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a tab and its stack.",
        discussion: """
            EXAMPLES:
              navctl tab remove search
            """,
        aliases: ["rm"])

    @Argument(help: "The id of the tab")
    var id: TabID

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .removeTab(id) }
}

/// `navctl tab select`
struct TabSelectCommand: ChangeCommand, WordsReadable {
    static let configuration = CommandConfiguration(
        commandName: "select",
        abstract: "Select a tab, or refresh the selected one.",
        discussion: """
            A selected tab with the property reselect=popToRoot also goes back to its first
            screen.

            EXAMPLES:
              navctl tab select inbox
              navctl tab update inbox --set reselect=popToRoot
            """)

    @Argument(help: "The id of the tab")
    var id: TabID

    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        motion = try words.group()
        cover = try words.group()
        condition = try words.group()
        options = try words.group()
        id = try words.argument()
    }

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() -> Intent { .selectTab(id) }
}

/// `navctl tab badge`
struct TabBadgeCommand: ChangeCommand, WordsReadable {
    static let configuration = CommandConfiguration(
        commandName: "badge",
        abstract: "Change a tab's badge.",
        usage: "navctl tab badge <id> (set <text> | add <count> | dot | clear) [<options>]",
        discussion: """
            Concurrent additions of several devices are summed, even offline ones.

            EXAMPLES:
              navctl tab badge inbox set 3
              navctl tab badge inbox add 1
              navctl tab badge inbox add -- -1
              navctl tab badge inbox clear
            """)

    @Argument(help: "The id of the tab")
    var id: TabID

    @Argument(help: "The action")
    var action: Action

    @Argument(help: "The text to set, or the number to add")
    var value: String?

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        condition = try words.group()
        options = try words.group()
        id = try words.argument()
        action = try words.argument()
        value = try words.argumentIfAny()
    }

    /// The actions on a badge.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        /// Show this text.
        case set
        /// Add to the number.
        case add
        /// Show a dot.
        case dot
        /// Show nothing.
        case clear
    }

    func validate() throws {
        _ = try intent()
    }

    func intent() throws -> Intent {
        switch (action, value) {
        case (.set, let text?): return .setBadge(id, text.isEmpty ? .cleared : .text(text))
        case (.dot, nil): return .setBadge(id, .dot)
        case (.clear, nil): return .setBadge(id, .cleared)
        case (.add, let number?):
            guard let count = Int64(number) else {
                throw ValidationError("'add' takes a whole number, not '\(number)'")
            }
            return .addToBadge(id, count)
        case (.set, nil): throw ValidationError("'set' takes a text")
        case (.add, nil): throw ValidationError("'add' takes a whole number")
        case (.dot, _?), (.clear, _?):
            throw ValidationError("'\(action.rawValue)' takes no value")
        }
    }
}

/// The position of a tab in the bar.
struct TabPlaceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Place it directly before this tab", valueName: "tab"))
    var before: TabID?

    @Option(help: ArgumentHelp("Place it directly after this tab", valueName: "tab"))
    var after: TabID?

    /// The position; `nil` if none is named.
    var place: TabPlace? { before.map(TabPlace.before) ?? after.map(TabPlace.after) }

    func validate() throws {
        if before != nil, after != nil {
            throw ValidationError("use either --before or --after, not both")
        }
    }
}
