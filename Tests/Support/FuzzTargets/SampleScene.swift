import NavigationModel
import NavigationWire
import SeededRandom

/// A scene that something has happened in: what inputs meet.
struct SampleScene: Sendable {
    private(set) var state = SceneState()
    private(set) var revision = Revision.zero
    private(set) var commits: [Commit] = []
    private var generator = SeededGenerator(seed: 3)

    static let shared = SampleScene()
    /// The scene's user and name.
    static let key = SceneKey(user: "ada", scene: .main)
    static let epoch = Epoch(rawValue: 0x0123_4567_89ab_cdef)
    /// The device that has made the scene, and one that comes later.
    static let device = DeviceID(high: 0x0102_0304_0506_0708, low: 0x090a_0b0c_0d0e_0f10)
    static let other = DeviceID(high: 2, low: 2)

    /// A tab with a stack and a badge, one that was removed, a modal, a bar, a screen popped.
    private init() {
        let intents: [Intent] = [
            .replaceScene(Self.description), .pop(), .push(ScreenDescription(route: "/mail/2")),
            .addToBadge("inbox", 3), .selectTab("search"), .removeTab("old"),
            .setItems([ScreenDescription(route: "/find"), ScreenDescription(route: "/found")]),
            .push(ScreenDescription(route: "/found/1"), onto: "search"),
        ]
        for intent in intents { take(intent) }
    }

    /// The device does something; what can't be done is left out.
    mutating func take(_ intent: Intent) {
        guard let operations = try? state.operations(for: intent, using: &generator) else { return }
        let change = Change(
            device: Self.device, sequence: SequenceNumber(rawValue: revision.next.rawValue),
            base: Change.Base(revision: revision, latest: state.latest), operations: operations)
        let time = Timestamp(rawValue: 1_700_000_000_000_000).advanced(
            byMicroseconds: Int64(clamping: revision.rawValue) * 1_000_000)
        revision = revision.next
        let admission = state.execute(change, at: time, revision: revision)
        commits.append(
            Commit(
                revision: revision, stamp: change.stamp(at: time), author: "phone",
                operations: operations, outcomes: admission.outcomes, effects: admission.effects))
    }

    private static let description = SceneDescription(
        selectedTab: "inbox",
        tabs: [
            TabDescription(
                id: "inbox", title: "Inbox", icon: "tray", badge: "3",
                properties: ["title@ko": "받은편지함"],
                stack: [
                    ScreenDescription(route: "/mail", title: "Mail"),
                    ScreenDescription(route: "/mail/1", payload: [0, 255]),
                ]),
            TabDescription(id: "search", title: "Search"), TabDescription(id: "old", title: "Old"),
        ],
        modals: [
            ModalDescription(
                route: "/compose", kind: .multiStep, title: "New",
                stack: [ScreenDescription(route: "/compose/to")])
        ],
        bars: ["navigationBar.tintColor": "#FF0000"],
        standaloneBars: [
            StandaloneBarDescription(id: "tools", items: [ScreenDescription(route: "/edit")])
        ])
}
