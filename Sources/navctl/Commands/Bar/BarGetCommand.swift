internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel

/// `navctl bar get`
struct BarGetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print how a part of the bars looks; without a key, all that is set.",
        discussion: """
            EXAMPLES:
              navctl bar get
              navctl bar get tint
            """)

    @Argument(help: "The part.")
    var key: BarKey?

    @OptionGroup var options: GlobalOptions

    func run(in session: OneShotSession, _ output: Output) async throws {
        let (view, obstacle) = await session.look()
        let bars = view.scene.bars.filter { key == nil || $0.key == key }
        switch output.format {
        case .json:
            try output.write([
                "bars": SceneObject.value(of: bars), "revision": .init(view.revision),
            ])
        case .text:
            for line in lines(bars) { try output.write(line) }
        }
        try LastKnown.complain(of: obstacle, view)
        if let key, bars.isEmpty {
            throw Complaint(message: "\(key.label) is not set: it is left to the platform")
        }
    }

    /// The value alone if one was asked for, else a line for each.
    private func lines(_ bars: [BarKey: String]) -> [StyledLine] {
        if key != nil { return bars.values.map { StyledLine($0.label()) } }
        return bars.sorted { $0.key < $1.key }.map { key, text in
            var line = StyledLine(key.label, .bold)
            line.append(" " + text.label())
            return line
        }
    }
}
