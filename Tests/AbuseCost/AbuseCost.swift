import ArgumentParser

/// What an abuse costs those who do nothing wrong: the latency of one device's changes, alone and
/// while somebody floods the daemon.
@main
struct AbuseCost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "AbuseCost",
        abstract: "Measures a good device's latency with and without each abuse.",
        subcommands: [Measure.self, Growth.self, Abusing.self], defaultSubcommand: Measure.self)
}
