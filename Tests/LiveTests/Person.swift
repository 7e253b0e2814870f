import CommandLine
import NavigationBars
import NavigationModel
import NavigationSync
import NavigationText

@testable import Live

/// A person at a terminal: types keys, sees the screen, and has changes made at once in a scene
/// without a daemon.
struct Person {
    /// The state machine under test.
    var model: LiveModel
    /// The effects so far that are no changes.
    var effects: [LiveEffect] = []
    private var state: SceneState
    private var sequence: UInt64 = 0

    init(
        _ scene: SceneDescription = Person.inbox, columns: Int = 80, rows: Int = 24,
        isReadOnly: Bool = false, isMoving: Bool = false
    ) throws {
        model = LiveModel(
            LiveModel.Setup(
                device: "phone", scene: "main", isReadOnly: isReadOnly, isMoving: isMoving),
            Person.commands(areWhole: false), size: TerminalSize(columns: columns, rows: rows),
            traits: Person.traits())
        state = SceneState()
        try see(.replaceScene(scene))
    }

    /// Some commands, with their arguments or without.
    static func commands(areWhole: Bool) -> CommandTree {
        let explained: [CommandTree.Argument] = [
            .init(name: nil, value: "revision"),
            .init(
                name: "--output", summary: "The format", value: "output", values: ["text", "json"]),
            .init(name: "--open", value: nil),
        ]
        let removed: [CommandTree.Argument] = [.init(name: nil, value: "tab")]
        return CommandTree(
            name: "program",
            commands: [
                CommandTree(
                    name: "explain", summary: "Explain a commit.",
                    arguments: areWhole ? explained : [], isReading: true),
                CommandTree(
                    name: "tab", summary: "Change tabs.",
                    commands: [
                        CommandTree(name: "declare"),
                        CommandTree(name: "remove", arguments: areWhole ? removed : []),
                    ]),
                CommandTree(name: "watch", isReading: true, isEndless: true),
            ])
    }

    /// Two tabs, the first with two screens.
    static let inbox = SceneDescription(
        selectedTab: "inbox",
        tabs: [
            TabDescription(
                id: "inbox", title: "Inbox", icon: "tray",
                stack: [
                    ScreenDescription(route: "mail://", title: "Inbox"),
                    ScreenDescription(route: "mail://7", title: "Hello"),
                ]),
            TabDescription(
                id: "search", title: "Search", icon: "magnifyingglass",
                stack: [ScreenDescription(route: "search://", title: "Search")]),
        ])

    static func traits(
        _ profile: String = "iphone-16", locale: LanguageTag = .english
    ) -> LiveTraits {
        let device = DeviceProfile.named(profile) ?? DeviceProfile.all[0]
        return LiveTraits(device: device.traits(locale: locale), profile: device.name)
    }

    /// The device that the terminal is.
    static let device = DeviceID(high: 0, low: 1)

    /// The scene that the mirror has.
    var scene: Scene { state.scene(of: Self.device) }

    /// The tab that devices with the shared selection show.
    var sharedTab: TabID? { state.scene.selectedTab }

    /// Has an intent made by the device, and sees its commit.
    mutating func see(
        _ intent: Intent, status: MirrorStatus = .live, pending: Int = 0, author: String = "phone"
    ) throws {
        var numbers = SequentialGenerator(after: sequence << 16)
        let operations = try state.operations(
            for: intent, by: Self.device, using: &numbers)
        guard !operations.isEmpty else { return }
        sequence += 1
        let revision = Revision(rawValue: sequence)
        let change = Change(
            device: Self.device, sequence: SequenceNumber(rawValue: sequence),
            base: Change.Base(
                revision: Revision(rawValue: sequence - 1), latest: state.latest),
            operations: operations)
        _ = state.execute(change, at: state.latest.next, revision: revision)
        follow(
            status, pending: pending,
            [
                RecentChange(
                    revision: revision, time: "14:09:58", author: author,
                    words: OperationText.words(operations))
            ])
    }

    /// Sees the state of the mirror.
    mutating func follow(
        _ status: MirrorStatus, pending: Int = 0, shelved: Int = 0, problem: String? = nil,
        _ changes: [RecentChange] = []
    ) {
        take(
            .mirror(
                MirrorView(
                    scene: scene, revision: Revision(rawValue: sequence), pending: pending,
                    shelved: shelved, status: status, problem: problem, changes: changes)))
    }

    /// Types keys, and has the changes made that they ask for.
    mutating func press(_ keys: Key...) throws {
        for key in keys {
            for effect in model.update(.key(key)) {
                switch effect {
                case .perform(let intent): try see(intent)
                case .readCommands: take(.commands(Person.commands(areWhole: true)))
                default: effects.append(effect)
                }
            }
        }
    }

    /// Types text.
    mutating func type(_ text: String) throws {
        for character in text { try press(.character(character)) }
    }

    /// Takes an event.
    mutating func take(_ event: LiveEvent) {
        effects += model.update(event)
    }

    /// The lines of the screen.
    var screen: [String] { LiveScreen(model).drawing.rows() }

    /// The whole screen.
    var text: String { screen.map { $0 + "\n" }.joined() }

    /// The routes of the active stack, bottom to top.
    var routes: [String] { model.activeScreens.map(\.route) }
}
