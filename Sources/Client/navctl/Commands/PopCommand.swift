internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationText

/// `navctl pop`
struct PopCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "pop",
        abstract: "Pop screens off a stack.",
        discussion: """
            Pops the top screen, one named screen, all above a screen, or all but the first.
            The first screen of a stack stays: only set-items replaces it. What was popped
            is printed, and in JSON under 'popped': one screen, a list of them with --to and
            --to-root, or null.

            The top screen is the one that is there now, and another device may have put it
            there since you looked: name the screen to pop no other, or say --if-revision.

            EXAMPLES:
              navctl pop
              navctl pop k3f9x2m7q0va
              navctl pop --to k3f9x2m7q0va
              navctl pop --to-root --tab inbox
            """)

    @Argument(help: "The one screen to pop, by its id.")
    var screen: ScreenID?

    @Option(help: ArgumentHelp("Pop all above this screen.", valueName: "screen"))
    var to: ScreenID?

    @Flag(help: "Pop all but the first screen.")
    var toRoot = false

    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        let ways = [screen != nil, to != nil, toRoot].count { $0 }
        guard ways <= 1 else {
            throw ValidationError("name a screen, or use --to, or --to-root: only one of them")
        }
        guard place.stack == nil || screen == nil && to == nil else {
            throw ValidationError(
                "a screen is found on whatever stack it is: leave out --tab, --modal and --bar")
        }
    }

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func make(
        _ intent: Intent, in session: SceneMirror, _ output: Output
    ) async throws {
        let scene = await session.fetchScene().view.scene
        let result = try await perform(intent, in: session)
        let report = await report(result, of: session)
        var popped = report.popped.compactMap { scene.screen($0) }
        for stack in report.stacksPoppedUnnamed {
            let left = Set(await session.fetchScene().view.scene.stack(stack)?.map(\.id) ?? [])
            popped += (scene.stack(stack) ?? []).filter { !left.contains($0.id) }
        }
        switch output.format {
        case .json:
            let isOne = to == nil && !toRoot
            let one = popped.first.map(ScreenJSON.value) ?? .null
            let all = popped.isEmpty ? .null : JSON.array(popped.map(ScreenJSON.value))
            try output.write(report.object.adding(["popped": isOne ? one : all]))
        case .text:
            for line in report.lines { try output.write(line) }
            for screen in popped {
                try output.write(StyledLine("  " + DifferenceText.name(screen), .dim))
            }
        }
        try report.complete()
    }

    func intent() -> Intent {
        if let screen { return .popScreen(screen) }
        if let to { return .popTo(to) }
        return toRoot ? .popToRoot(of: place.stack) : .pop(from: place.stack)
    }
}
