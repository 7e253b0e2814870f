internal import ArgumentParser

/// `navctl traits platform`
struct TraitsPlatformCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "platform",
        abstract: "Say which system in which version this device has.",
        discussion: """
            EXAMPLES:
              navctl traits platform iOS 18.0
            """)

    @Argument(help: "The system and its version, as iOS 18.0.")
    var words: [String]

    @OptionGroup var options: GlobalOptions

    func change(_ traits: inout StoredTraits) throws {
        try TraitName.platform.set(words.joined(separator: " "), in: &traits)
    }
}
