internal import ArgumentParser
internal import NavigationModel

/// `navctl tab badge`
struct TabBadgeCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge",
        abstract: "Change a tab's badge.",
        usage: "navctl tab badge <id> (set <text> | add <count> | dot | clear) [<options>]",
        discussion: """
            Additions of several devices all count, also when they are made offline.

            EXAMPLES:
              navctl tab badge inbox set 3
              navctl tab badge inbox add 1
              navctl tab badge inbox add -- -1
              navctl tab badge inbox clear
            """)

    @Argument(help: "The tab.")
    var id: TabID

    @Argument(help: "What to do with the badge.")
    var action: Action

    @Argument(help: "The text to set, or the number to add.")
    var value: String?

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

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
            throw ValidationError("'\(action.rawValue)' takes nothing more")
        }
    }
}
