internal import ArgumentParser

/// `navctl traits show`
struct TraitsShowCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print this device's traits.",
        discussion: """
            EXAMPLES:
              navctl traits show --output json | jq .scrollOffset
            """)

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) {}
}
