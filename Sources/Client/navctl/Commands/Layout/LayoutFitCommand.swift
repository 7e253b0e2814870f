internal import ArgumentParser
internal import NavigationBars

/// `navctl layout fit`
struct LayoutFitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit",
        abstract: "Show a bottom navigation bar's fitting frame.",
        discussion: """
            As sizeThatFits does: as wide as the screen, as high as fingers need, with the
            safe area below it; at the lower edge.

            EXAMPLES:
              navctl layout fit --profile pixel-9 --output json | jq .height
            """)

    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func run() throws {
        let device = try traits.device(options)
        let size = TabBarLayout.fittingSize(in: device.size, safeBottom: device.safeArea.bottom)
        let y = device.size.height - size.height
        switch options.output {
        case .json:
            try options.results.write([
                "x": .number(0), "y": .points(y), "width": .points(size.width),
                "height": .points(size.height), "safeBottom": .points(device.safeArea.bottom),
            ])
        case .text:
            let numbers = [0, y, size.width, size.height].map { JSON.points($0).text }
            try options.results.write(document: numbers.joined(separator: " ") + "\n")
        }
    }
}
