import ArgumentParser

/// The benchmark's command: see ``Measure``.
@main
struct Navbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "navbench",
        abstract: "Measure navsyncd beside the least possible server.",
        subcommands: [Measure.self, LeastServer.self], defaultSubcommand: Measure.self)
}
