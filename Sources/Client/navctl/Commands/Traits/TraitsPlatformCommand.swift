internal import ArgumentParser

/// `navctl traits platform`
struct TraitsPlatformCommand: TraitCommand {
    static let configuration = CommandConfiguration(
        commandName: "platform",
        abstract: "Set the device's platform and version.",
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
