import NavigationModel
import NavigationWire
import SeededRandom

/// Makes values of the model and the protocol from a seed.
struct Samples {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    // MARK: Parts

    mutating func list<Element>(
        _ bound: Int = 4, _ make: (inout Samples) -> Element
    ) -> [Element] {
        (0..<generator.below(bound)).map { _ in make(&self) }
    }

    mutating func number() -> UInt64 {
        generator.pick([0, 1, 127, 128, 300, generator.next(), .max]) ?? 0
    }

    mutating func text() -> String {
        generator.pick(["a", "받은편지함", "الوارد", "e\u{301}", "a b/c?d=1", "\u{1f3b5}"]) ?? "a"
    }

    mutating func bytes(_ bound: Int = 40) -> [UInt8] {
        list(bound) { UInt8(truncatingIfNeeded: $0.generator.next()) }
    }

    mutating func revision() -> Revision { Revision(rawValue: number()) }

    mutating func device() -> DeviceID { .random(using: &generator) }

    mutating func time() -> Timestamp { Timestamp(rawValue: Int64(bitPattern: number())) }

    mutating func stamp() -> Stamp {
        Stamp(
            time: time(), device: generator.oneIn(5) ? .daemon : device(),
            sequence: SequenceNumber(rawValue: number()),
            index: UInt32(truncatingIfNeeded: number()))
    }

    mutating func attribute() -> Attribute {
        let field = Field(
            number: UInt32(generator.below(60)), part: generator.oneIn(3) ? text() : "")
        return Attribute(field: field, value: Value(bytes: bytes()))
    }

    mutating func position() -> PositionKey {
        PositionKey(bytes: bytes(6) + [UInt8(1 + generator.below(255))]) ?? .between(nil, nil)
    }

    // MARK: The model

    mutating func operation() -> Operation {
        let tab = TabID(unchecked: text())
        let screen = ScreenID(unchecked: text())
        let modal = ModalID(unchecked: text())
        let attributes = list { $0.attribute() }
        switch generator.below(27) {
        case 0: return .declareTab(tab, at: position(), attributes: attributes)
        case 1: return .updateTab(tab, attributes: attributes)
        case 2: return .moveTab(tab, to: position())
        case 3: return .removeTab(tab)
        case 4: return .selectTab(tab)
        case 5: return .refreshTab(tab)
        case 6:
            let badge = generator.pick([.cleared, .dot, .text(text()), .text("")] as [BadgeValue])
            let seen = list { samples in
                ObservedAdditions(
                    device: samples.device(), stamp: samples.stamp(),
                    total: Int64(bitPattern: samples.number()))
            }
            return .setBadge(tab, badge ?? .dot, seen: seen)
        case 7: return .addToBadge(tab, Int64(bitPattern: number()))
        case 8:
            let below = generator.oneIn(2) ? ScreenID(unchecked: text()) : nil
            return .push(screen, onto: stack(), on: below, attributes: attributes)
        case 9:
            let screens = list { samples in
                ObservedScreen(id: ScreenID(unchecked: samples.text()), placement: samples.stamp())
            }
            return .pop(seenScreens(screens), from: stack())
        case 10:
            let items = list { samples in
                Operation.Item(
                    id: ScreenID(unchecked: samples.text()),
                    attributes: samples.list { $0.attribute() })
            }
            return .setItems(stack(), items)
        case 11: return .updateScreen(screen, attributes: attributes)
        case 12:
            let screens = list { samples in
                ObservedScreen(id: ScreenID(unchecked: samples.text()), placement: samples.stamp())
            }
            return .restore(seenScreens(screens), to: stack())
        case 13: return .presentModal(modal, attributes: attributes)
        case 14: return .updateModal(modal, attributes: attributes)
        case 15: return .dismissModal(modal)
        case 16: return .answerModal(modal, ModalAnswer(unchecked: text()))
        case 17:
            return .setBar(BarKey(unchecked: text()), generator.oneIn(2) ? text() : nil)
        case 18: return .prune(through: Revision(rawValue: number()))
        case 19: return .rekey
        case 20: return .declareBar(StandaloneBarID(unchecked: text()), attributes: attributes)
        case 21: return .updateBar(StandaloneBarID(unchecked: text()), attributes: attributes)
        case 22: return .removeBar(StandaloneBarID(unchecked: text()))
        case 23: return .deviceRevoked(device(), DeviceName(unchecked: text()))
        case 24: return .devicePaired(device(), DeviceName(unchecked: text()))
        case 25:
            let selections: [DeviceSelection] = [.shared, .own(tab), .following(device())]
            return .setSelection(of: device(), generator.pick(selections) ?? .shared)
        default: return .unknown
        }
    }

    /// By names or by spans.
    private mutating func seenScreens(_ screens: [ObservedScreen]) -> ObservedScreens {
        guard generator.oneIn(2) else { return .named(screens) }
        var spans: [ObservedSpan] = []
        for _ in 0...generator.below(2) {
            let device = device()
            var number = UInt64(generator.below(300))
            for _ in 0...generator.below(3) {
                let first = ObservedSpan.Number(
                    sequence: SequenceNumber(rawValue: number),
                    index: UInt32(generator.below(5)))
                number += UInt64(generator.below(1_000))
                let last = ObservedSpan.Number(
                    sequence: SequenceNumber(rawValue: number),
                    index: first.index + UInt32(generator.below(9)))
                spans.append(ObservedSpan(device: device, first: first, last: last))
                number += 1 + UInt64(generator.below(1_000))
            }
        }
        return .spans(spans.sorted { ($0.device, $0.first) < ($1.device, $1.first) })
    }

    mutating func stack() -> StackID {
        switch generator.below(3) {
        case 0: .tab(TabID(unchecked: text()))
        case 1: .modal(ModalID(unchecked: text()))
        default: .bar(StandaloneBarID(unchecked: text()))
        }
    }

    mutating func outcome() -> Outcome {
        let revision = generator.oneIn(2) ? Revision(rawValue: 1 + number() / 2) : nil
        switch generator.below(5) {
        case 0: return .applied
        case 1: return .noop(by: revision)
        case 2: return .superseded(by: revision)
        case 3: return .hidden(by: revision)
        default: return .rejected(generator.pick(Rejection.allCases) ?? .malformed)
        }
    }

    mutating func effect(of commit: Stamp) -> RegisterWrite {
        let kind = RecordID.Kind(rawValue: UInt32(1 + generator.below(6)))
        let own = commit.at(UInt32(generator.below(9)))
        return RegisterWrite(
            record: RecordID(kind: kind, name: text()), field: attribute().field,
            stamp: generator.oneIn(2) ? stamp() : own, value: Value(bytes: bytes()))
    }

    mutating func commit() -> Commit {
        let stamp = stamp().at(0)
        return Commit(
            revision: Revision(rawValue: 1 + number() / 2), stamp: stamp,
            author: DeviceName(unchecked: text()), animated: generator.oneIn(2),
            operations: list { $0.operation() },
            outcomes: list { $0.outcome() }, effects: list { $0.effect(of: stamp) })
    }

    mutating func change() -> Change {
        Change(
            device: device(), sequence: SequenceNumber(rawValue: 1 + number() / 2),
            base: Change.Base(revision: revision(), latest: time()),
            requiredRevision: generator.oneIn(2) ? revision() : nil, animated: generator.oneIn(2),
            operations: [operation()] + list { $0.operation() })
    }

    mutating func state() -> SceneState {
        var state = SceneState()
        for commit in list(8, { $0.commit() }) { state.apply(commit) }
        return state
    }

    // MARK: The protocol

    mutating func head() -> Head {
        Head(
            scene: SceneID(unchecked: text()), epoch: Epoch(rawValue: number()),
            revision: revision(), digest: Digest(hashing: bytes()))
    }

    mutating func request() -> Request {
        let scene = SceneID(unchecked: text())
        let call: Request.Call
        switch generator.below(9) {
        case 0:
            call = .hello(
                Hello(
                    version: UInt32(generator.below(9)), user: UserID(unchecked: text()),
                    device: device(), name: DeviceName(unchecked: text()),
                    requiresExistingUser: generator.oneIn(2)))
        case 1:
            call = .sync(
                scene: scene, epoch: Epoch(rawValue: number()), revision: revision(),
                oldestBase: generator.oneIn(2) ? revision() : nil)
        case 2: call = .snapshotPart(scene: scene, id: number(), offset: generator.below(9_999))
        case 3:
            call = .submit(
                SubmitRequest(
                    scene: scene, epoch: Epoch(rawValue: number()),
                    after: SequenceNumber(rawValue: number()), change: bytes(),
                    age: generator.oneIn(2) ? Int64(number() / 2) : nil))
        case 4:
            let position = MirrorPosition(
                epoch: Epoch(rawValue: number() | 1), revision: revision(),
                oldestBase: generator.oneIn(2) ? revision() : nil)
            call = .presence(
                scene: scene, at: generator.oneIn(2) ? position : nil,
                place: generator.oneIn(2) ? place() : nil)
        case 5: call = .history(scene: scene, after: revision(), limit: generator.below(9_999))
        case 6: call = .state(scene: scene, at: revision())
        case 7: call = .audit(scene: scene)
        default: call = .status(scene: scene)
        }
        return Request(id: number(), call: call)
    }

    mutating func publicKey() -> PublicKey? {
        PublicKey(bytes: (0..<PublicKey.length).map { _ in UInt8(generator.below(256)) })
    }

    mutating func reply() -> Reply {
        let result: Reply.Result
        switch generator.below(10) {
        case 0: result = .failure(failure())
        case 1:
            result = .welcome(
                Welcome(
                    instance: number(), daemonVersion: text(), time: time(),
                    feed: generator.oneIn(2)
                        ? FeedAddress(socket: "feed", port: nil)
                        : FeedAddress(socket: nil, port: 4_711),
                    topic: .random(using: &generator), feedKey: .random(using: &generator),
                    user: "ann", role: generator.oneIn(2) ? .full : .viewer,
                    deviceName: "phone", nextServerKey: publicKey()))
        case 2:
            let offer = SyncReply.Content.snapshot(
                id: number(), revision: revision(), length: generator.below(9_999))
            let content = generator.oneIn(2) ? offer : .commits(list { $0.commit() })
            result = .synced(
                SyncReply(
                    head: head(), content: content,
                    lastSequence: SequenceNumber(rawValue: number()), time: time()))
        case 3: result = .snapshotContent(offset: generator.below(9_999), content: bytes())
        case 4:
            let revision = generator.oneIn(2) ? Revision(rawValue: 1 + number() / 2) : nil
            result = .receipt(
                Receipt(
                    sequence: SequenceNumber(rawValue: number()),
                    outcomes: list { $0.outcome() }, revision: revision))
        case 5:
            result = .heads(
                HeadsReply(
                    list { $0.head() }, topic: .random(using: &generator), time: time(),
                    present: list { $0.presentDevice() }, nodes: list { "\($0.number()):7311" }))
        case 6:
            result = .historyPage(
                HistoryPage(
                    commits: list { $0.commit() }, hasMore: generator.oneIn(2),
                    oldestRevision: revision()))
        case 7:
            result = .pastState(
                PastSnapshotOffer(
                    id: number(), length: generator.below(9_999), revision: revision(),
                    epoch: Epoch(rawValue: number()), digest: Digest(hashing: bytes())))
        case 8:
            result = .audit(
                Audit(
                    memory: head(), replay: finding(), snapshot: finding(),
                    fault: generator.oneIn(2) ? text() : nil))
        default:
            result = .status(
                DaemonStatus(
                    daemonVersion: text(), instance: number(), uptime: number(), head: head(),
                    connections: generator.below(99), scenesLoaded: generator.below(99),
                    commits: number(),
                    metrics: generator.oneIn(2) ? [text(): number(), "": number()] : [:]))
        }
        return Reply(id: number(), result: result)
    }

    private mutating func finding() -> Audit.CheckResult {
        generator.oneIn(3)
            ? .unreadable(text())
            : .state(
                digest: Digest(hashing: bytes()), revision: revision(), start: revision())
    }

    private mutating func failure() -> Failure {
        let code = generator.pick(Failure.Code.allCases) ?? .malformed
        if code == .moved {
            return .moved(text(), advice: text() + "!", to: list { $0.text() }, map: number())
        }
        let isExpected = code == .sequenceExpected || code == .sequenceSkipped
        return Failure(
            code, text(), advice: generator.below(2) == 0 ? nil : text() + "!",
            expected: isExpected ? SequenceNumber(rawValue: number()) : nil)
    }

    mutating func feed() -> FeedMessage {
        switch generator.below(4) {
        case 0: .live
        default: .scene(head(), list { $0.commit() }, present: list { $0.presentDevice() })
        }
    }

    private mutating func place() -> DevicePlace {
        // The time zero is none.
        let lastUse = generator.oneIn(3) ? .zero : time()
        return DevicePlace(
            tab: generator.oneIn(3) ? nil : TabID(unchecked: text() + "t"),
            screen: generator.oneIn(3) ? nil : ScreenID(unchecked: text() + "s"),
            lastUse: lastUse == .zero ? nil : lastUse)
    }

    private mutating func presentDevice() -> PresentDevice {
        PresentDevice(
            device: device(), name: DeviceName(unchecked: text()),
            place: generator.oneIn(3) ? nil : place())
    }
}
