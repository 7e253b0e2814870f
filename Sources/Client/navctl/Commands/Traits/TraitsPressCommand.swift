internal import ArgumentParser

/// `navctl traits press`
struct TraitsPressCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "press",
        abstract: "Press an element, or release it.",
        discussion: """
            EXAMPLES:
              navctl traits press tab.inbox
            """)

    @Argument(help: "The element, or none.")
    var element: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) async throws {
        try await check(element, on: traits)
        try TraitName.pressed.set(element, in: &traits)
    }
}
