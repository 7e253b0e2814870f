internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl layout elements`
struct LayoutElementsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "elements",
        abstract: "List elements with their frames.",
        discussion: """
            EXAMPLES:
              navctl layout elements --file clock.yaml --orientation landscape
            """)

    @OptionGroup var scene: SceneOptions
    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    mutating func run() async throws {
        let looked = try await scene.source.load(options)
        let elements = BarLayout(looked.scene, on: try traits.device(options)).elements
        switch options.output {
        case .json:
            try options.results.write([
                "elements": try JSON(encoding: elements), "revision": .init(looked.revision),
            ])
        case .text:
            let width = elements.map { $0.id.label().displayWidth }.max() ?? 0
            for element in elements {
                var line = StyledLine(element.id.label())
                line.pad(to: width + 2)
                let frame = element.frame
                let numbers = [frame.x, frame.y, frame.width, frame.height]
                    .map { JSON.points($0).text }.joined(separator: " ")
                line.append("\(numbers)", .dim)
                try options.results.write(line)
            }
        }
        try looked.complete()
    }
}

extension JSON {
    /// A number of points, to a hundredth.
    static func points(_ number: Double) -> JSON { .number((number * 100).rounded() / 100) }
}
