internal import ArgumentParser

/// `navctl traits scroll`
struct TraitsScrollCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "scroll",
        abstract: "Scroll the content.",
        discussion: """
            EXAMPLES:
              navctl traits scroll 40
            """)

    @Argument(help: "How far, in points.")
    var points: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.scroll.set(points, in: &traits)
    }
}
