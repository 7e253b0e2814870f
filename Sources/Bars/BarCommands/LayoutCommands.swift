internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl layout`
struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Measure the elements of the scene, in points.",
        discussion: """
            The element ids are those of 'navctl render'. The origin is the upper left
            corner, x grows to the right and y down, in every writing direction.

            EXAMPLES:
              navctl layout elements --profile iphone
              navctl layout convert 10 5 --from tab.inbox --to screen
              navctl layout fit --profile pixel-9
            """,
        subcommands: [
            LayoutElementsCommand.self, LayoutConvertCommand.self, LayoutFitCommand.self,
        ],
        defaultSubcommand: LayoutElementsCommand.self)

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

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
            try options.results.write(
                object: ElementsJSON(
                    elements: Sparse(elements), revision: looked.revision?.rawValue))
        case .text:
            let width = elements.map { $0.id.label().displayWidth }.max() ?? 0
            for element in elements {
                var line = StyledLine(element.id.label())
                line.pad(to: width + 2)
                let frame = element.frame
                let numbers = [frame.x, frame.y, frame.width, frame.height]
                    .map(\.pointsText).joined(separator: " ")
                line.append("\(numbers)", .dim)
                try options.results.write(line)
            }
        }
        try looked.complete()
    }
}

/// The elements of a layout as JSON.
private struct ElementsJSON: Encodable {
    let elements: Sparse<[LaidOutElement]>
    let revision: UInt64?
}

extension Double {
    /// The number of points, to a hundredth.
    fileprivate var points: Double { (self * 100).rounded() / 100 }
    /// The number of points in words, as in JSON.
    fileprivate var pointsText: String { JSON.number(points).text }
}

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

    @Argument(help: "The x coordinate")
    var x: Double

    @Argument(help: "The y coordinate")
    var y: Double

    @Option(help: ArgumentHelp("The source element", valueName: "id"))
    var from = "screen"

    @Option(help: ArgumentHelp("The destination element", valueName: "id"))
    var to = "screen"

    @OptionGroup var scene: SceneOptions
    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard x.isFinite, y.isFinite else {
            throw ValidationError("x and y must be finite numbers")
        }
    }

    mutating func run() async throws {
        let looked = try await scene.source.load(options)
        let elements = BarLayout(looked.scene, on: try traits.device(options)).elements
        let point = try Self.find(from, elements).convert(
            Point(x: x, y: y), to: try Self.find(to, elements))
        switch options.output {
        case .json:
            try options.results.write(
                object: PointJSON(
                    x: point.x.points, y: point.y.points, from: from, to: to,
                    revision: looked.revision?.rawValue))
        case .text:
            let numbers = [point.x, point.y].map(\.pointsText)
            try options.results.write(document: numbers.joined(separator: " ") + "\n")
        }
        try looked.complete()
    }

    private static func find(
        _ id: String, _ elements: [LaidOutElement]
    ) throws(CommandError) -> LaidOutElement {
        guard let element = elements.first(where: { $0.id == id }) else {
            throw CommandError(
                message: "no visible element '\(id.label())'",
                advice: "see 'navctl layout elements'")
        }
        return element
    }
}

/// A converted point as JSON.
private struct PointJSON: Encodable {
    let x: Double
    let y: Double
    let from: String
    let to: String
    let revision: UInt64?
}

/// `navctl layout fit`
struct LayoutFitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Show a bottom navigation bar's fitting frame.",
        discussion: """
            Like sizeThatFits: as wide as the screen, as high as touch targets need, above
            the safe area at the lower edge.

            EXAMPLES:
              navctl layout fit --profile pixel-9 --output json | jq .height
            """)

    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let device = try traits.device(options)
        let size = TabBarLayout.fittingSize(on: device)
        let y = device.size.height - size.height
        switch options.output {
        case .json:
            try options.results.write(
                object: FittingFrameJSON(
                    x: 0, y: y.points, width: size.width.points, height: size.height.points,
                    safeBottom: device.safeArea.bottom.points))
        case .text:
            let numbers = [0, y, size.width, size.height].map(\.pointsText)
            try options.results.write(document: numbers.joined(separator: " ") + "\n")
        }
    }
}

/// A fitting frame as JSON, in points.
private struct FittingFrameJSON: Encodable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let safeBottom: Double
}
