import ArgumentParser
import Foundation

/// The cost of an abuse for well-behaved clients: the latency of one device's changes, alone and
/// while another floods the daemon.
@main
struct AbuseCost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "AbuseCost",
        abstract: "Measures a good device's latency with and without each abuse.",
        subcommands: [Measure.self, Growth.self, Return.self, Abusing.self, Mirrors.self],
        defaultSubcommand: Measure.self)
}

/// Prints a line at once, to a file as well.
func say(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
