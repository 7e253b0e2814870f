internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl layout convert`
struct LayoutConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a point between two elements.",
        discussion: """
            EXAMPLES:
              navctl layout convert 10 5 --from tab.inbox
              navctl layout convert 200 800 --to tabBar
            """)

    @Argument(help: "How far to the right.")
    var x: Double

    @Argument(help: "How far down.")
    var y: Double

    @Option(help: ArgumentHelp("The element that it is counted from.", valueName: "id"))
    var from = "screen"

    @Option(help: ArgumentHelp("The element that it is to be counted from.", valueName: "id"))
    var to = "screen"

    @OptionGroup var scene: SceneOptions
    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard x.isFinite, y.isFinite else { throw ValidationError("a point has two numbers") }
    }

    mutating func run() async throws {
        let looked = try await scene.source.load(options)
        let elements = BarLayout(looked.scene, on: try traits.device(options)).elements
        let point = try Self.find(from, elements).convert(
            Point(x: x, y: y), to: try Self.find(to, elements))
        switch options.output {
        case .json:
            try options.results.write([
                "x": .points(point.x), "y": .points(point.y), "from": .string(from),
                "to": .string(to), "revision": .init(looked.revision),
            ])
        case .text:
            let numbers = [point.x, point.y].map { JSON.points($0).text }
            try options.results.write(document: numbers.joined(separator: " ") + "\n")
        }
        try looked.complete()
    }

    private static func find(
        _ id: String, _ elements: [LaidOutElement]
    ) throws(CommandError) -> LaidOutElement {
        guard let element = elements.first(where: { $0.id == id }) else {
            throw CommandError(
                message: "no element '\(id.label())' is in sight: 'navctl layout elements' lists "
                    + "what is")
        }
        return element
    }
}
