package import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationText

/// The commands of bars and scene files, by their places in the command tree.
package enum BarCommands {
    /// Read the properties of an item.
    package static let reading: [any ParsableCommand.Type] = [DescribeCommand.self]
    /// Change the appearance of bars.
    package static let appearance: [any ParsableCommand.Type] = [
        BarCommand.self, PropertiesCommand.self,
    ]
    /// Compare revisions and scene files.
    package static let comparing: [any ParsableCommand.Type] = [DiffCommand.self]
    /// Read and write scene files.
    package static let sceneFiles: [any ParsableCommand.Type] = [
        ApplyCommand.self, ExportCommand.self,
    ]
    /// Draw, measure, announce and check a scene.
    package static let drawing: [any ParsableCommand.Type] = [
        RenderCommand.self, LayoutCommand.self, AnnounceCommand.self, LintCommand.self,
    ]
    /// Change a device's traits.
    package static let traits: [any ParsableCommand.Type] = [TraitsCommand.self]
}

/// `navctl bar`
struct BarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bar",
        abstract: "Set the appearance of bars, and manage standalone bars.",
        subcommands: [
            BarGetCommand.self, BarSetCommand.self, BarDeclareCommand.self,
            BarUpdateCommand.self, BarRemoveCommand.self, BarListCommand.self,
        ])

    /// Also here, so that the options may stand before the subcommand.
    @OptionGroup var options: GlobalOptions
}

/// `navctl bar get`
struct BarGetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Show the appearance of bars.",
        discussion: """
            Prints the effective value: the bar's own ('own'), else the one for all bars
            ('appearance'), else the platform's default ('platform'). Without a key, and in
            JSON, the source is included.

            EXAMPLES:
              navctl bar get
              navctl bar get navigationBar.isTranslucent
              navctl bar get navigationBar.behavioralStyle --tab inbox --output json
            """)

    @Argument(help: "The key, as navigationBar.tintColor")
    var key: PropertyName?

    @OptionGroup var target: BarTarget
    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        if let key { try PropertyCheck.check(key, nil, of: target.subject) }
        let (view, blockingError) = await session.fetchScene()
        let reading = EffectiveBar(try target.state(in: view.scene), on: options.platform)
        let values = key.map { [reading.value($0, of: target.subject)] } ?? reading.explicit
        switch output.format {
        case .json:
            let all = AppearanceJSON(
                bars: view.scene.bars.texts, revision: view.revision.rawValue,
                properties: values.map(\.object))
            if key == nil {
                try output.write(object: all)
            } else {
                try output.write(object: Joined(values[0].object, all))
            }
        case .text:
            for value in values {
                if key == nil {
                    try output.write(value.line)
                } else if let text = value.text {
                    try output.write(StyledLine(text.label()))
                }
            }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
        if let key, values[0].text == nil {
            throw CommandError(message: "\(key.label) is not set: the platform decides")
        }
    }
}

/// The appearance of bars as JSON.
private struct AppearanceJSON: Encodable {
    let bars: [String: String]
    let revision: UInt64
    let properties: [EffectivePropertyJSON]
}

/// `navctl bar set`
struct BarSetCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set or reset the appearance of bars.",
        discussion: """
            Sets the default of all bars, or the value of one bar; without a value, resets
            it. 'navctl properties appearance' lists the keys; keys of the app begin with
            'app.'.

            EXAMPLES:
              navctl bar set navigationBar.tintColor '#3478F6'
              navctl bar set tabBar.style bottomNavigation
              navctl bar set navigationBar.barStyle black --tab inbox
              navctl bar set navigationBar.tintColor
            """)

    @Argument(help: "The key, as navigationBar.tintColor")
    var key: PropertyName

    @Argument(help: "The value; none resets the key")
    var value: String?

    @OptionGroup var target: BarTarget
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() throws -> Intent {
        try PropertyCheck.check(key, value, of: target.subject)
        let text = value.flatMap { $0.isEmpty ? nil : $0 }
        guard let item = target.item else { return .setBar(BarKey(unchecked: key.rawValue), text) }
        return .setProperties(item, [key: text])
    }
}

/// `navctl bar declare`
struct BarDeclareCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare",
        abstract: "Add a standalone bar.",
        discussion: """
            Its items are a stack: change them with --bar of 'push', 'pop' and 'set-items'.
            A navigation bar shows the top item; a tab bar shows all of them.

            EXAMPLES:
              navctl bar declare tools --root tools:// --title Tools
              navctl bar declare filters --kind bottomNavigation --screen k3f9x2m7q0va
              navctl bar declare tools --root t:// --set navigationBar.barPosition=bottom
            """)

    @Argument(help: "The id of the bar, the same on every device")
    var id: StandaloneBarID

    @Option(
        help: ArgumentHelp(
            "The kind: navigationBar, tabBar or bottomNavigation", valueName: "kind"))
    var kind: String?

    @Option(help: ArgumentHelp("The screen of the bar; default: all screens", valueName: "screen"))
    var screen: ScreenID?

    @Option(help: ArgumentHelp("The route of its root item", valueName: "route"))
    var root: String?

    @Option(help: "The title of its root item")
    var title: String?

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    var needsScene: Bool { false }

    func validate() throws {
        guard title == nil || root != nil else {
            throw ValidationError("--title needs --root")
        }
    }

    func intent() throws -> Intent {
        var explicit = try properties.properties(of: .standaloneBar)
        if let kind {
            try PropertyCheck.check(Property.barKind.name(), kind, of: .standaloneBar)
            explicit[Property.barKind.name()] = kind
        }
        if let screen { explicit[Property.barScreen.name()] = screen.rawValue }
        let items = root.map { [ScreenDescription(route: $0, title: title)] } ?? []
        return .declareBar(StandaloneBarDescription(id: id, properties: explicit, items: items))
    }
}

/// `navctl bar update`
struct BarUpdateCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Update a standalone bar's properties.",
        discussion: """
            EXAMPLES:
              navctl bar update tools --set navigationBar.delegate=toolbox
              navctl bar update filters --set selectedItem=k3f9x2m7q0va
            """)

    @Argument(help: "The id of the bar")
    var id: StandaloneBarID

    @OptionGroup var properties: PropertyOptions
    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !properties.isEmpty else {
            throw ValidationError("nothing to update: use --set or --unset")
        }
    }

    func intent() throws -> Intent {
        .setProperties(.bar(id), try properties.texts(of: .standaloneBar))
    }
}

/// `navctl bar remove`
struct BarRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a standalone bar and its items.",
        discussion: """
            EXAMPLES:
              navctl bar remove tools
            """,
        aliases: ["rm"])

    @Argument(help: "The id of the bar")
    var id: StandaloneBarID

    @OptionGroup var condition: RevisionOption
    @OptionGroup var options: GlobalOptions

    func intent() -> Intent { .removeBar(id) }
}

/// `navctl bar list`
struct BarListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List standalone bars and their items.",
        discussion: """
            EXAMPLES:
              navctl bar list --output json | jq -r '.standaloneBars[].id'
            """,
        aliases: ["ls"])

    @OptionGroup var options: GlobalOptions

    func run(in session: SceneMirror, _ output: Output) async throws {
        let (view, blockingError) = await session.fetchScene()
        switch output.format {
        case .json:
            try output.write(
                object: StandaloneBarsJSON(
                    standaloneBars: SceneJSON(view.scene, on: options.platform).standaloneBars,
                    revision: view.revision.rawValue))
        case .text:
            for line in view.scene.standaloneBars.flatMap(SceneText.lines) {
                try output.write(line)
            }
            if view.scene.standaloneBars.isEmpty {
                Console.print("no standalone bars")
            }
        }
        try StaleSceneWarning.complain(of: blockingError, view)
    }
}

/// The standalone bars of a scene as JSON.
private struct StandaloneBarsJSON: Encodable {
    let standaloneBars: [StandaloneBarJSON]
    let revision: UInt64
}
