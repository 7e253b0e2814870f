import NavigationModel
package import NavigationWire
import SeededRandom

/// A publication of some pushes, as it is on its way from the daemon to a mirror.
package final class SealSubject {
    private let feed: FeedMessage
    private let bytes: [UInt8]
    private var sealer: FeedSealer
    private var frame: [UInt8] = []

    /// As many pushes as fit one frame.
    package static let mostPushes: Int = {
        var pushes = 1
        while feed(pushes: pushes + 1).encoded.count <= FeedSealer.capacity { pushes += 1 }
        return pushes
    }()

    /// A publication of `pushes` commits.
    package init(pushes: Int) {
        feed = SealSubject.feed(pushes: pushes)
        bytes = feed.encoded
        var generator = SystemRandomNumberGenerator()
        sealer = FeedSealer(using: &generator)
        frame = sealed()
    }

    /// The publication, encoded.
    package func encoded() -> [UInt8] { feed.encoded }

    /// The publication, encoded and sealed; empty if that fails.
    package func sealed() -> [UInt8] { (try? sealer.seal(feed.encoded)) ?? [] }

    /// The publication, decoded; `nil` if that fails.
    package func decoded() -> FeedMessage? { try? FeedMessage(encoded: bytes) }

    /// The publication, opened and decoded; `nil` if that fails.
    package func opened() -> FeedFrame? {
        try? FeedFrame(opening: frame, topic: sealer.topic, key: sealer.key)
    }

    private static func feed(pushes: Int) -> FeedMessage {
        var generator = SeededGenerator(seed: 1)
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
