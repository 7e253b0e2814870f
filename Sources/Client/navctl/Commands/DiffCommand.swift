internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl diff`
struct DiffCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what changed between two revisions.",
        discussion: """
            It reaches back as far as the daemon's history does.

            EXAMPLES:
              navctl diff 17 23
              navctl diff 17 23 --output json | jq '.differences[].kind'
            """)

    @Argument(help: ArgumentHelp("The revision to start from.", valueName: "from"))
    var from: Revision

    @Argument(help: ArgumentHelp("The revision to compare it with.", valueName: "to"))
    var to: Revision

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let former = try await session.state(at: from)
        let later = try await session.state(at: to)
        let differences = former.scene.differences(to: later.scene)
        switch output.format {
        case .json:
            try output.write([
                "epoch": .string(later.epoch.description), "from": .init(from), "to": .init(to),
                "differences": DifferenceJSON.values(of: differences),
            ])
        case .text:
            for line in DifferenceText.lines(of: differences) { try output.write(line) }
            if differences.isEmpty { try output.write(StyledLine("nothing differs", .dim)) }
        }
    }
}
