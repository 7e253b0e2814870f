internal import ArgumentParser
internal import NavigationBars
internal import NavigationText

/// `navctl traits focus`
struct TraitsFocusCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Move the focus to an element, or remove it.",
        discussion: """
            EXAMPLES:
              navctl traits focus next
              navctl traits focus tab.inbox
            """)

    @Argument(help: "next, previous, the id that the layout gives an element, or none.")
    var target: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) async throws {
        guard target == "next" || target == "previous" else {
            try await check(target, on: traits)
            return try TraitName.focused.set(target, in: &traits)
        }
        let tour = try await tour(on: traits)
        traits.focused =
            target == "next"
            ? tour.focus(after: traits.focused) : tour.focus(before: traits.focused)
        if traits.focused == nil { Console.print("nothing here can have the focus") }
    }
}
