internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// `navctl push`
struct PushCommand: ChangeCommand, WordsReadable {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Push a screen onto a stack.",
        discussion: """
            EXAMPLES:
              navctl push clock://alarms/1 --title "Early bird"
              navctl push inbox/42 --tab inbox --if-revision 17
              navctl push inbox/42 --set prompt='Pick one' --set right=edit --animated
              navctl push compose://new --title "Dear Ann" --identity draft-7

            Identical pushes of two devices on the same screen push one screen. With
            --identity, pushes of the same identity on the same screen push one screen.
            """)

    @Argument(help: "The route (deep link) of the screen")
    var route: String

    @Option(help: "The title of the screen")
    var title: String?

    @Option(
        help: ArgumentHelp(
            "The app's identity of the screen, to merge duplicate pushes",
            valueName: "name"))
    var identity: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        title = try words.option("--title")
        identity = try words.option("--identity")
        properties = try words.group()
        motion = try words.group()
        cover = try words.group()
        place = try words.group()
        condition = try words.group()
        options = try words.group()
        route = try words.argument()
    }

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() throws -> Intent {
        .push(
            ScreenDescription(
                route: route, title: title, properties: try properties.properties(of: .screen),
                identity: identity),
            onto: place.stack)
    }
}

/// `navctl pop`
struct PopCommand: ChangeCommand, WordsReadable {
    static let configuration = CommandConfiguration(
        commandName: "pop",
        abstract: "Pop screens off a stack.",
        discussion: """
            Pops the top screen, a named screen, all above a screen, or all but the root.
            The root screen can't be popped: replace it with set-items. Prints the popped
            screens; in JSON, 'popped' is one screen, a list with --to and --to-root, or
            null.

            Another device may push concurrently: name the screen, or use --if-revision, to
            pop no other.

            EXAMPLES:
              navctl pop
              navctl pop k3f9x2m7q0va
              navctl pop --to k3f9x2m7q0va
              navctl pop --to-root --tab inbox
            """)

    @Argument(help: "The id of the screen to pop")
    var screen: ScreenID?

    @Option(help: ArgumentHelp("Pop all screens above this one", valueName: "screen"))
    var to: ScreenID?

    @Flag(help: "Pop all screens but the root")
    var toRoot = false

    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    /// Creates the command for the parser.
    init() {}

    init(_ words: inout CommandWords) throws {
        to = try words.option("--to")
        toRoot = words.flag("--to-root")
        motion = try words.group()
        cover = try words.group()
        place = try words.group()
        condition = try words.group()
        options = try words.group()
        screen = try words.argumentIfAny()
    }

    func validate() throws {
        let targets = [screen != nil, to != nil, toRoot].count { $0 }
        guard targets <= 1 else {
            throw ValidationError("use only one of: a screen, --to, --to-root")
        }
        guard place.stack == nil || screen == nil && to == nil else {
            throw ValidationError(
                "a screen id determines the stack: leave out --tab, --modal and --bar")
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
            let screens = popped.map(ScreenJSON.init)
            if isOne {
                try output.write(object: Joined(report.object, PoppedJSON(popped: screens.first)))
            } else {
                let all = screens.isEmpty ? nil : screens
                try output.write(object: Joined(report.object, PoppedJSON(popped: all)))
            }
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

/// The popped screens as JSON: the one, or the list of them.
private struct PoppedJSON<Screens: Encodable>: Encodable {
    let popped: Screens?
}

/// `navctl set-items`
struct SetItemsCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-items",
        abstract: "Replace the whole stack of a tab, modal or bar.",
        discussion: """
            Screens whose route is on the stack already keep their ids.

            EXAMPLES:
              navctl set-items inbox inbox/42 inbox/42/reply --tab inbox
              navctl set-items --empty --tab inbox
            """)

    @Argument(help: "The routes, bottom to top")
    var routes: [String] = []

    @Flag(help: "Remove all screens")
    var empty = false

    @OptionGroup var motion: MotionOption
    @OptionGroup var cover: BeneathModalOption
    @OptionGroup var place: StackOption
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard routes.isEmpty == empty else {
            throw ValidationError(
                empty ? "use either routes or --empty" : "name the routes, or use --empty")
        }
    }

    var isAnimated: Bool { motion.animated }
    var isBeneath: Bool { cover.beneath }

    func intent() -> Intent {
        .setItems(routes.map { ScreenDescription(route: $0) }, of: place.stack)
    }
}

/// `navctl screen`
struct ScreenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screen",
        abstract: "Update screens in place.",
        subcommands: [ScreenUpdateCommand.self])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl screen update`
struct ScreenUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a screen's properties.",
        discussion: """
            EXAMPLES:
              navctl screen update k3f9x2m7q0va --title "Re: Lunch"
              navctl screen update k3f9x2m7q0va --set right=edit --set right.edit.title=Edit
              navctl screen update k3f9x2m7q0va --set page=2 --unset prompt
            """)

    @Argument(help: "The id of the screen")
    var id: ScreenID

    @Option(help: "The title; empty removes it")
    var title: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard title != nil || !properties.isEmpty else {
            throw ValidationError("nothing to update: use --title, --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .batch([
            .updateScreen(id, title: title),
            .setProperties(.screen(id), try properties.texts(of: .screen)),
        ])
    }
}
