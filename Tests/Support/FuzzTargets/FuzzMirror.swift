import NavigationModel
import NavigationSync
import NavigationWire
import SeededRandom

/// Reads a publication, as it is and as one that is sealed, and has a mirror hear both.
func fuzzFeed(_ bytes: [UInt8]) throws {
    var mirror = FuzzMirror.live
    try mirror.step(.feed(bytes))
    guard let feed = try? FeedMessage(encoded: bytes) else { return try mirror.check() }
    try require(FeedMessage(encoded: feed.encoded) == feed, "a publication survives the wire")
    try mirror.receive(feed)
    try mirror.check()
}

/// Tells a mirror, step by step: frames as they are, replies to what it has asked, and what happens
/// in between.
func fuzzMirror(_ bytes: [UInt8]) throws {
    var mirror = FuzzMirror.live
    for step in Script(bytes).prefix(32) {
        switch step.kind & 15 {
        case 0: try mirror.step(.reply(step.content))
        case 1, 2: try mirror.answer(step.content, oldest: step.kind & 15 == 1)
        case 3: if let feed = try? FeedMessage(encoded: step.content) { try mirror.receive(feed) }
        case 10: try mirror.step(.feed(step.content))
        case 4: try mirror.pass(.milliseconds(step.content.reduce(0) { $0 + 100 * Int($1) }))
        case 5: try mirror.step(.connected)
        case 6: try mirror.step(.disconnected)
        case 7: try mirror.step(.repair)
        case 8: try mirror.make(step.content)
        case 9: try mirror.step(.senderAcquired)
        default: try mirror.answer(step.content, oldest: true)
        }
    }
    try mirror.check()
}

/// A mirror that has been told a scene.
struct FuzzMirror: Sendable {
    private var core: MirrorCore
    private var outstanding: [Request] = []
    private var outbox: [PendingChange] = []
    private var now = Duration.seconds(10)
    private var sealer: FeedSealer
    /// The state that the device keeps.
    private var kept: ConfirmedScene

    /// Connected, synced, and with the feed.
    static let live: FuzzMirror = {
        let sample = SampleScene.shared
        var mirror = FuzzMirror(
            ConfirmedScene(
                epoch: SampleScene.epoch, revision: sample.revision, state: sample.state))
        let head = Head(
            scene: .main, epoch: SampleScene.epoch, revision: sample.revision,
            digest: sample.state.digest)
        let time = sample.state.latest
        let frames: [Reply.Result] = [
            .welcome(
                Welcome(
                    instance: 1, daemonVersion: "fuzz", time: time,
                    feed: FeedAddress(socket: "feed.sock", port: nil), topic: mirror.sealer.topic,
                    feedKey: mirror.sealer.key, user: SampleScene.key.user, deviceName: "tablet")),
            .synced(
                SyncReply(head: head, content: .commits([]), lastSequence: 0, time: time)),
        ]
        try? mirror.step(.connected)
        for result in frames {
            try? mirror.answer(Reply(id: 0, result: result).encoded, oldest: true)
        }
        try? mirror.receive(.live)
        return mirror
    }()

    private init(_ confirmed: ConfirmedScene) {
        kept = confirmed
        var generator = SeededGenerator(seed: 5)
        sealer = FeedSealer(using: &generator)
        core = MirrorCore(
            scene: .main,
            hello: Hello(user: SampleScene.key.user, device: SampleScene.other, name: "tablet"),
            confirmed: confirmed)
    }

    mutating func step(_ event: MirrorCore.Event) throws {
        for effect in core.step(event, at: now) {
            switch effect {
            case .send(let request):
                outstanding.append(request)
                try require(
                    Request(encoded: request.encoded) == request, "a request survives the wire")
            case .append(let commits):
                for commit in commits {
                    try require(commit.revision == kept.revision.next, "commits follow")
                    kept.state.apply(commit)
                    kept.revision = commit.revision
                }
                kept.lastSequence = core.confirmed.lastSequence
            case .replace(let confirmed, _): kept = confirmed
            case .settle(let sequence, _), .refuse(let sequence, _):
                outbox.removeAll { $0.change.sequence == sequence }
            case .follow, .reconnect, .reached, .report, .readOldestBase, .acquireSender,
                .submitting, .releaseSender, .requeue, .renumber, .changed, .status, .present:
                break
            }
        }
        try require(core.confirmed == kept, "what is kept is what is confirmed")
        _ = core.nextTick(after: now)
    }

    /// Hears a publication that is sealed in order; one that is too long can't be.
    mutating func receive(_ feed: FeedMessage) throws {
        guard let frame = try? sealer.seal(feed.encoded) else { return }
        let opened = try FeedFrame(opening: frame, topic: sealer.topic, key: sealer.key)
        try require(opened == .feed(feed), "what is sealed can be opened")
        try step(.feed(frame))
    }

    /// Gives a reply the id of what was asked.
    mutating func answer(_ bytes: [UInt8], oldest: Bool) throws {
        guard !outstanding.isEmpty, let reply = try? Reply(encoded: bytes) else {
            return try step(.reply(bytes))
        }
        try require(Reply(encoded: reply.encoded) == reply, "a reply survives the wire")
        let request = oldest ? outstanding.removeFirst() : outstanding.removeLast()
        try step(.reply(Reply(id: request.id, result: reply.result).encoded))
    }

    mutating func pass(_ time: Duration) throws {
        now += time
        try step(.tick)
    }

    /// The device makes a change of its own.
    mutating func make(_ bytes: [UInt8]) throws {
        guard let operations = (try? Change(encoded: bytes))?.operations else { return }
        let last = outbox.last?.change.sequence ?? .zero
        let change = Change(
            device: SampleScene.other, sequence: last.next,
            base: Change.Base(
                revision: core.confirmed.revision, latest: core.confirmed.state.latest),
            operations: operations)
        outbox.append(
            PendingChange(
                epoch: core.confirmed.epoch, after: last, change: change, bytes: change.encoded,
                made: now, revision: nil))
        try step(.outbox(outbox))
        try step(.senderAcquired)
    }

    func check() throws {
        try core.confirmed.state.checkForm()
        try core.optimisticState(at: now).checkForm()
    }
}
