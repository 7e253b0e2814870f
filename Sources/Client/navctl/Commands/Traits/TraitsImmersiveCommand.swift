internal import ArgumentParser

/// `navctl traits immersive`
struct TraitsImmersiveCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "immersive",
        abstract: "Enter or leave full screen.",
        discussion: """
            EXAMPLES:
              navctl traits immersive on
            """)

    @Argument(help: "on or off.")
    var state: String

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.immersive.set(state, in: &traits)
    }
}
