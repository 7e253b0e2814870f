import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom
import Testing

/// A mirror's core on a bench: a script plays the daemon, the disk and the clock.
struct MirrorBench {
    /// The daemon's side.
    struct Daemon {
        /// The store that its welcome names.
        var store = StoreID.none
        let epoch: Epoch
        var state = SceneState()
        var commits: [Commit] = []
        var sealer: FeedSealer
        var lastSequence = SequenceNumber.zero
        /// The histories that its own took the place of.
        var former: [FormerHistory] = []
        /// The stores that its own has taken the place of.
        var formerStores: [StoreID] = []

        var revision: Revision { commits.last?.revision ?? .zero }
        var head: Head {
            Head(scene: .main, epoch: epoch, revision: revision, digest: state.digest)
        }
    }

    static let device = DeviceID(high: 1, low: 1)
    static let other = DeviceID(high: 2, low: 2)

    var core: MirrorCore
    /// The addresses of the fleet's other nodes.
    var nodes: [String] = []
    /// The same at a presence.
    var presentNodes: [String] = []
    var daemon: Daemon
    var now = Duration.seconds(1_000)
    /// The effects that the script has not taken yet.
    var effects: [MirrorCore.Effect] = []
    private var generator: SeededGenerator

    init(followsFeed: Bool = true, seed: UInt64 = 1) {
        generator = SeededGenerator(seed: seed)
        daemon = Daemon(
            epoch: .random(using: &generator), sealer: FeedSealer(using: &generator))
        core = MirrorCore(
            scene: .main, hello: Hello(user: "ann", device: Self.device, name: "phone"),
            followsFeed: followsFeed)
        commit(
            .replaceScene(
                SceneDescription(tabs: [
                    TabDescription(
                        id: "inbox", title: "Inbox", stack: [ScreenDescription(route: "inbox")])
                ])))
    }

    /// The device's process starts anew, on what a directory keeps of the scene.
    mutating func restart(on kept: ConfirmedScene) {
        core = MirrorCore(
            scene: .main, hello: Hello(user: "ann", device: Self.device, name: "phone"),
            confirmed: kept)
        effects = []
    }

    // MARK: The daemon

    /// Makes a commit on the daemon's side.
    @discardableResult
    mutating func commit(_ intent: Intent, by device: DeviceID = other) -> Commit? {
        guard let operations = try? daemon.state.operations(for: intent, using: &generator) else {
            return nil
        }
        let change = Change(
            device: device, sequence: SequenceNumber(rawValue: UInt64(daemon.commits.count) + 1),
            base: Change.Base(revision: daemon.revision, latest: daemon.state.latest),
            operations: operations)
        return commit(change)
    }

    /// Takes a change on the daemon's side.
    @discardableResult
    mutating func commit(_ change: Change) -> Commit? {
        let time = max(
            Timestamp(rawValue: 1_000_000 * now.components.seconds), daemon.state.latest.next)
        let admission = daemon.state.execute(change, at: time, revision: daemon.revision.next)
        if change.device == Self.device { daemon.lastSequence = change.sequence }
        guard !admission.effects.isEmpty else { return nil }
        let commit = Commit(
            revision: daemon.revision.next, stamp: change.stamp(at: time), author: "tablet",
            operations: change.operations, outcomes: admission.outcomes,
            effects: admission.effects)
        daemon.commits.append(commit)
        return commit
    }

    /// A publication of some commits, with the head as it is.
    mutating func publication(_ commits: [Commit?]) -> [UInt8] {
        sealed(.scene(daemon.head, commits.compactMap { $0 }))
    }

    /// A publication as the daemon sends it.
    mutating func sealed(_ feed: FeedMessage) -> [UInt8] {
        do { return try daemon.sealer.seal(feed.encoded) } catch {
            Issue.record(error)
            return []
        }
    }

    /// Returns the daemon's answer to a request, by the rules.
    func answer(_ call: Request.Call) -> Reply.Result {
        switch call {
        case .hello:
            .welcome(
                Welcome(
                    instance: 7, store: daemon.store, daemonVersion: "0", time: time,
                    feed: FeedAddress(socket: "feed", port: nil), topic: daemon.sealer.topic,
                    feedKey: daemon.sealer.key, user: "ann", deviceName: "phone",
                    formerStores: daemon.formerStores, nodes: nodes))
        case .sync(_, let epoch, let revision, _):
            .synced(synced(epoch, revision))
        case .snapshotPart(_, _, let offset):
            .snapshotContent(
                offset: offset, content: Array(daemon.state.snapshot.dropFirst(offset).prefix(100)))
        case .presence:
            .heads(
                HeadsReply(
                    [daemon.head], topic: daemon.sealer.topic, time: time, nodes: presentNodes))
        case .submit, .history, .status, .state, .audit, .pair, .addUser, .listUsers,
            .removeUser, .invite, .listDevices, .updateDevice, .revokeDevice,
            .withdrawInvitation, .serverKey, .listScenes, .removeScene, .leave,
            .renameScene, .trashScene, .restoreScene,
            .remember, .listRemembered, .heal, .fleet:
            .failure(Failure(.unsupported, "not on this bench"))
        }
    }

    private func synced(_ epoch: Epoch, _ revision: Revision) -> SyncReply {
        let content: SyncReply.Content =
            epoch == daemon.epoch && revision <= daemon.revision
            ? .commits(Array(daemon.commits[Int(revision.rawValue)...]))
            : .snapshot(
                id: 1, revision: daemon.revision, length: daemon.state.snapshot.count)
        return SyncReply(
            head: daemon.head, content: content, lastSequence: daemon.lastSequence, time: time,
            former: daemon.former)
    }

    private var time: Timestamp { Timestamp(rawValue: 1_000_000 * now.components.seconds) }

    // MARK: The mirror

    /// Hands the core an event.
    mutating func step(_ event: MirrorCore.Event) {
        effects += core.step(event, at: now)
    }

    /// Lets time pass without a tick.
    mutating func pass(_ time: Duration) {
        now += time
    }

    /// Lets time pass with a tick each second.
    mutating func tick(seconds: Int) {
        for _ in 0..<seconds {
            pass(.seconds(1))
            step(.tick)
        }
    }

    mutating func reply(_ request: Request, _ result: Reply.Result) {
        step(.reply(Reply(id: request.id, result: result).encoded))
    }

    /// Takes the requests that the core has sent; other effects stay.
    mutating func takeRequests() -> [Request] {
        var requests: [Request] = []
        effects.removeAll { effect in
            guard case .send(let request) = effect else { return false }
            requests.append(request)
            return true
        }
        return requests
    }

    /// Answers all requests by the rules until there are none; says how many there were.
    @discardableResult
    mutating func serve() -> Int {
        var count = 0
        while case let requests = takeRequests(), !requests.isEmpty {
            for request in requests { reply(request, answer(request.call)) }
            count += requests.count
        }
        return count
    }

    /// A mirror that is live.
    mutating func connect() {
        step(.connected)
        serve()
        step(.feed(sealed(.live)))
        serve()
        effects = []
    }

    /// Takes the submits among the requests.
    mutating func takeSubmits() -> [(request: Request, submit: SubmitRequest)] {
        takeRequests().compactMap { request in
            guard case .submit(let submit) = request.call else { return nil }
            return (request, submit)
        }
    }

    /// A change of the mirror's own device, as the outbox tells it.
    mutating func pending(
        _ sequence: SequenceNumber, after: SequenceNumber? = nil, _ intent: Intent,
        epoch: Epoch? = nil
    ) -> PendingChange? {
        let state = core.optimisticState(at: now)
        guard let operations = try? state.operations(for: intent, using: &generator) else {
            return nil
        }
        let change = Change(
            device: Self.device, sequence: sequence,
            base: Change.Base(
                revision: core.confirmed.revision, latest: core.confirmed.state.latest),
            operations: operations)
        return PendingChange(
            epoch: epoch ?? daemon.epoch,
            after: after ?? SequenceNumber(rawValue: sequence.rawValue - 1), change: change,
            bytes: change.encoded, made: now, revision: nil)
    }

    /// Changes that push one screen each.
    mutating func pushes(_ numbers: ClosedRange<UInt64>, epoch: Epoch? = nil) -> [PendingChange] {
        numbers.compactMap { number in
            pending(
                SequenceNumber(rawValue: number),
                .push(ScreenDescription(route: "own/\(number)"), onto: "inbox"), epoch: epoch)
        }
    }

    /// Makes the mirror the device's sender of these changes.
    mutating func send(_ changes: [PendingChange]) {
        step(.outbox(changes))
        step(.senderAcquired)
    }
}

extension MirrorBench {
    /// A Boolean value indicating whether the core wanted another connection.
    var hasReconnected: Bool {
        effects.contains { if case .reconnect = $0 { true } else { false } }
    }

    /// A Boolean value indicating whether it wanted to become the device's sender.
    var hasAcquired: Bool {
        effects.contains { if case .acquireSender = $0 { true } else { false } }
    }

    /// A Boolean value indicating whether it let others send.
    var hasReleased: Bool {
        effects.contains { if case .releaseSender = $0 { true } else { false } }
    }
}

extension MirrorCore.Effect {
    var renumbering: SequenceNumber? { if case .renumber(let last, _) = self { last } else { nil } }
    var renumbered: Set<SequenceNumber>? {
        if case .renumber(_, let reused) = self { reused } else { nil }
    }
    var refusal: SequenceNumber? { if case .refuse(let number, _) = self { number } else { nil } }
    var storedReceipt: SequenceNumber? {
        if case .settle(let number, _) = self { number } else { nil }
    }
}

extension SceneState {
    /// The routes on the inbox, bottom to top.
    var inbox: [String] { scene.tab("inbox")?.stack.map(\.route) ?? [] }
}
