import NavigationModel
import NavigationWire
import Synchronization
import Testing

/// Impostors that listen where a daemon should: each command ends, by its timeout at the latest.
@Suite("A daemon that answers wrongly or for ever", .inTurns)
struct HostileDaemonTests {
    private static func users(_ names: [String]) -> [UserInfo] {
        names.map {
            UserInfo(
                name: UserID(unchecked: $0), uid: nil, added: .zero, devices: 0, scenes: 0)
        }
    }

    private static func end(
        _ arguments: [String], as device: String = "desk", timeout: String = "500ms",
        at daemon: FakeDaemon, in place: Installation
    ) async throws -> Finished {
        try await place.startNavctl(
            as: device, ["--timeout", timeout, "--endpoint", daemon.endpoint] + arguments
        ).end()
    }

    @Test(
        "A list whose pages come again, or go back, is no list",
        arguments: [["ada", "ben"], ["ben", "ada"], ["ada", "ada"]])
    func pagesAgain(names: [String]) async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(at: place("fake.sock")) { _ in
                .users(Self.users(names), hasMore: true)
            }
            let result = try await Self.end(["user", "list"], at: daemon, in: place)
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("unexpected reply"), "\(result)")
            await daemon.stop()
        }
    }

    @Test("A list that grows for ever ends with the timeout, which is for all its pages")
    func pagesForEver() async throws {
        try await Installation.run { place in
            let count = Atomic(0)
            let daemon = try FakeDaemon(at: place("fake.sock")) { _ in
                let next = count.wrappingAdd(1, ordering: .relaxed).newValue
                return .users(Self.users([String(1_000_000_000 + next)]), hasMore: true)
            }
            let started = ContinuousClock.now
            let result = try await Self.end(["user", "list"], at: daemon, in: place)
            // By the timeout, or by the number of pages on a quick machine.
            #expect(result.ending == .exit(3) || result.ending == .exit(1), "\(result)")
            #expect(ContinuousClock.now - started < timeout)
            await daemon.stop()
        }
    }

    @Test(
        "Ends with the timeout if the question is never answered",
        arguments: [["show"], ["status"], ["log"], ["push", "a://b"], ["user", "list"]])
    func nonsense(command: [String]) async throws {
        try await Installation.run { place in
            let answers: [[UInt8]] = [[], [0xff, 0xff], Reply(id: 1, result: .done).encoded]
            let started = ContinuousClock.now
            // At once, each on a device of its own: all that they do is wait.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, answer) in answers.enumerated() {
                    group.addTask {
                        let daemon = try FakeDaemon(
                            at: place("fake\(index).sock"), answering: answer)
                        let result = try await Self.end(
                            command, as: "desk\(index)", timeout: "200ms", at: daemon, in: place)
                        #expect(
                            result.ending == .exit(3) || result.ending == .exit(1), "\(result)")
                        await daemon.stop()
                    }
                }
                try await group.waitForAll()
            }
            #expect(ContinuousClock.now - started < timeout)
        }
    }

    @Test(
        "A snapshot in endless parts is aborted, and the command reports the error",
        arguments: [["show"], ["show", "--at", "3"]])
    func endlessParts(command: [String]) async throws {
        try await Installation.run { place in
            let daemon = try FakeDaemon(at: place("fake.sock")) { Self.answerInParts($0.call) }
            let result = try await Self.end(command, timeout: "60s", at: daemon, in: place)
            #expect(result.ending == .exit(1), "\(result)")
            #expect(result.errors.text.contains("snapshot is invalid"), "\(result)")
            await daemon.stop()
        }
    }

    @Test(
        "A command whose user moves to another node while it submits ends at once, and names that")
    func movedMeanwhile() async throws {
        try await Installation.run { place in
            let isMoved = Atomic(false)
            let state = SceneState()
            let daemon = try FakeDaemon(at: place("fake.sock")) { request in
                switch request.call {
                case .submit:
                    isMoved.store(true, ordering: .relaxed)
                    return .failure(Failure(.helloFirst, "say hello first"))
                case .hello where isMoved.load(ordering: .relaxed):
                    return .failure(
                        .moved(
                            "user ann is served by node b", advice: "run this there",
                            to: ["192.0.2.1:7311"], map: 4))
                case .sync:
                    let head = Head(
                        scene: .main, epoch: Epoch(rawValue: 7), revision: 0, digest: state.digest)
                    let offer = SyncReply.Content.snapshot(
                        id: 1, revision: 0, length: state.snapshot.count)
                    return .synced(
                        SyncReply(head: head, content: offer, lastSequence: .zero, time: .zero))
                case .snapshotPart:
                    return .snapshotContent(offset: 0, content: state.snapshot)
                default: return Self.answerInParts(request.call)
                }
            }
            let started = ContinuousClock.now
            let result = try await Self.end(
                ["tab", "declare", "one", "--title", "One"], timeout: "600s", at: daemon, in: place)
            let wasSubmitted = isMoved.load(ordering: .relaxed)
            #expect(wasSubmitted)
            #expect(result.errors.text.contains("user ann is served by node b"), "\(result)")
            #expect(ContinuousClock.now - started < timeout)
            await daemon.stop()
        }
    }

    /// Offers the largest snapshot, a byte at a time.
    private static func answerInParts(_ call: Request.Call) -> Reply.Result {
        let head = Head(scene: .main, epoch: Epoch(rawValue: 7), revision: 3, digest: .zero)
        var generator = SystemRandomNumberGenerator()
        let sealer = FeedSealer(using: &generator)
        switch call {
        case .hello(let hello):
            return .welcome(
                Welcome(
                    instance: 7, daemonVersion: "0", time: .zero,
                    feed: FeedAddress(socket: "feed.sock", port: nil), topic: sealer.topic,
                    feedKey: sealer.key, user: "ann", deviceName: hello.name))
        case .sync:
            let offer = SyncReply.Content.snapshot(id: 1, revision: 3, length: WireLimits.snapshot)
            return .synced(
                SyncReply(head: head, content: offer, lastSequence: .zero, time: .zero))
        case .state:
            return .pastState(
                PastSnapshotOffer(
                    id: 1, length: WireLimits.snapshot, revision: 3, epoch: head.epoch,
                    digest: .zero))
        case .snapshotPart(_, _, let offset):
            return .snapshotContent(offset: offset, content: [1])
        default: return .failure(Failure(.unsupported, "not here"))
        }
    }
}
