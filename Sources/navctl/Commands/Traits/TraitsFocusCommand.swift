internal import ArgumentParser

/// `navctl traits focus`
struct TraitsFocusCommand: TraitChange {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Move the focus: to the next or previous element, to one by its id, or to none.",
        discussion: """
            EXAMPLES:
              navctl traits focus next
              navctl traits focus tab.inbox
            """)

    @Argument(help: "next, previous, the id that the layout gives an element, or none.")
    var target: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) async throws {
        try TraitName.focused.set(target, in: &traits)
    }
}
