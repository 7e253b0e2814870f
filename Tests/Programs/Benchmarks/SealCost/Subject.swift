import NavigationModel
import NavigationWire

/// A publication of some pushes, as it is on its way from the daemon to a mirror.
final class Subject {
    private let feed: FeedMessage
    private let bytes: [UInt8]
    private var sealer: FeedSealer
    private var frame: [UInt8] = []

    /// As many pushes as fit one frame.
    static let mostPushes: Int = {
        let room = FeedSealer.capacity - feed(pushes: 0).encoded.count
        return room / (feed(pushes: 1).encoded.count - feed(pushes: 0).encoded.count + 2)
    }()

    init(pushes: Int) {
        feed = Subject.feed(pushes: pushes)
        bytes = feed.encoded
        var generator = SystemRandomNumberGenerator()
        sealer = FeedSealer(using: &generator)
        frame = sealed()
    }

    func encoded() -> [UInt8] { feed.encoded }

    func sealed() -> [UInt8] { (try? sealer.seal(feed)) ?? [] }

    func decoded() -> FeedMessage? { try? FeedMessage(encoded: bytes) }

    func opened() -> FeedFrame? {
        try? FeedFrame(opening: frame, topic: sealer.topic, key: sealer.key)
    }

    private static func feed(pushes: Int) -> FeedMessage {
        var generator = SystemRandomNumberGenerator()
        let device = DeviceID(high: 1, low: 2)
        var state = SceneState()
        var commits: [Commit] = []
        perform(.declareTab(TabDescription(id: "inbox", title: "Inbox"), nil))
        commits = []
        for number in 0..<pushes {
            let route = "mail://inbox/\(100 + number)"
            perform(.push(ScreenDescription(route: route, title: "Mail")))
        }
        return .scene(
            Head(
                scene: .main, epoch: Epoch(rawValue: 1),
                revision: Revision(rawValue: UInt64(pushes)), digest: state.digest),
            commits)

        func perform(_ intent: Intent) {
            let operations = (try? state.operations(for: intent, using: &generator)) ?? []
            let change = Change(
                device: device, sequence: SequenceNumber(rawValue: UInt64(commits.count) + 1),
                base: Change.Base(revision: .zero, latest: state.latest), operations: operations)
            let revision = Revision(rawValue: UInt64(commits.count) + 1)
            let time = state.latest.next
            let admission = state.execute(change, at: time, revision: revision)
            commits.append(
                Commit(
                    revision: revision, stamp: change.stamp(at: time), author: "phone",
                    operations: operations, outcomes: admission.outcomes,
                    effects: admission.effects))
        }
    }
}
