internal import ArgumentParser

/// `navctl traits reset`
struct TraitsResetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset all traits to the device's own.",
        discussion: """
            EXAMPLES:
              navctl traits reset
            """)

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try StoredTraits.file(in: options.deviceDirectory).remove()
        switch options.output {
        case .json: try options.results.write(.object(StoredTraits().members))
        case .text: for line in StoredTraits().lines { try options.results.write(line) }
        }
    }
}
