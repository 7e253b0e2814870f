import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A device that pushes and pops screens as fast as it can, and perhaps a second one of its user that
/// is seldom there. It blocks: for a thread of its own, one at a time.
final class HeavyUser: @unchecked Sendable {
    // Its parts are used by one thread at a time, as is said above.
    private let cast: Cast
    private let context: Context
    private let line: Line
    private let epoch: Epoch
    private var sequence: SequenceNumber = .zero
    /// The revision that its changes are based on.
    private var seen: Revision = .zero
    private var pushes = 0
    private var underWay = 0
    private var generator = SystemRandomNumberGenerator()
    /// The second device, if there is one.
    let visitor: Visitor?

    /// Changes that it has under way at once.
    private static let window = 64

    /// Connects, and begins a scene.
    ///
    /// - Parameter away: pushes between two visits of a second device; `nil` for none.
    init(_ cast: Cast, away: Int?) throws {
        self.cast = cast
        context = try Context()
        line = try Line(cast.control, in: context, keys: cast.keys, serverKey: cast.serverKey)
        _ = try line.greet(as: cast.device)
        let result = try line.ask(.sync(scene: .main, epoch: .none, revision: .zero))
        guard case .synced(let synced) = result else { throw NeverCame("no sync: \(result)") }
        epoch = synced.head.epoch
        visitor = away.map { [epoch] in Visitor(cast, after: $0, in: epoch) }
        try submit([.declareTab("inbox", at: .between(nil, nil), attributes: [])])
        try push()
        try reportPosition()
    }

    /// Pushes and pops so many screens, and says now and then what it still needs.
    func use(times: Int) throws {
        for _ in 0..<times {
            if let visitor, pushes.isMultiple(of: visitor.interval) {
                try reportPosition()
                try visitor.visit()
            }
            pushes += 1
            let screen = try push()
            // Of its own it knows the number; the time is the daemon's to tell.
            let stamp = Stamp(time: .zero, device: cast.device, sequence: sequence)
            try submit([.pop([ObservedScreen(id: screen, placement: stamp)], from: "inbox")])
            if pushes.isMultiple(of: 100) { try reportPosition() }
        }
        try reportPosition()
    }

    /// Says hello to a daemon that was started again.
    func comeBack() throws {
        _ = try line.greet(as: cast.device)
    }

    /// The length of a state that a new device fetches, and how long it takes.
    func firstSync() throws -> (length: Int, time: Duration) {
        let start = ContinuousClock.now
        let result = try line.ask(.sync(scene: .main, epoch: .none, revision: .zero))
        guard case .synced(let synced) = result,
            case .snapshot(let id, _, let length) = synced.content
        else { throw NeverCame("no snapshot: \(result)") }
        var offset = 0
        while offset < length {
            let part = try line.ask(.snapshotPart(scene: .main, id: id, offset: offset))
            guard case .snapshotContent(_, let content) = part, !content.isEmpty else {
                throw NeverCame("no part: \(part)")
            }
            offset += content.count
        }
        return (length, .now - start)
    }

    @discardableResult
    private func push() throws -> ScreenID {
        let screen = ScreenID.random(using: &generator)
        let attributes = [
            Attribute(field: ScreenField.route, value: .text("mail://inbox/\(screen)")),
            Attribute(field: ScreenField.title, value: .text("Message \(screen)")),
        ]
        try submit([.push(screen, onto: "inbox", on: nil, attributes: attributes)])
        return screen
    }

    private func submit(_ operations: [NavigationModel.Operation]) throws {
        let change = Change(
            device: cast.device, sequence: sequence.next,
            base: Change.Base(revision: seen, latest: .zero), operations: operations)
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: sequence, change: change.encoded, age: 0)
        sequence = sequence.next
        try line.send(Request(id: sequence.rawValue, call: .submit(submit)))
        underWay += 1
        while underWay >= Self.window { try takeReceipt() }
    }

    private func takeReceipt() throws {
        guard let reply = try line.reply() else { throw NeverCame("no receipt") }
        guard case .receipt(let receipt) = reply.result,
            receipt.outcomes.allSatisfy({ $0.kind == .applied })
        else { throw NeverCame("a change that is not taken: \(reply)") }
        underWay -= 1
    }

    /// Says that it has seen everything, once it has, and that nothing waits.
    private func reportPosition() throws {
        while underWay > 0 { try takeReceipt() }
        seen = try line.reach(.main, MirrorPosition(epoch: epoch, revision: seen, oldestBase: seen))
    }
}

/// A device of the same user that comes, does one thing on what it last saw, catches up and leaves.
final class Visitor {
    /// Pushes of the other device between two visits.
    let interval: Int
    /// The number of its visits.
    private(set) var visits = 0
    /// The number of its changes that were based on what is no longer known.
    private(set) var expired = 0

    private let cast: Cast
    private let device: DeviceID
    private let epoch: Epoch
    private var sequence: SequenceNumber = .zero
    private var seen: Revision = .zero

    init(_ cast: Cast, after interval: Int, in epoch: Epoch) {
        (self.cast, self.interval, self.epoch) = (cast, interval, epoch)
        var generator = SystemRandomNumberGenerator()
        device = .random(using: &generator)
    }

    /// Comes once.
    func visit() throws {
        let line = try Line(cast.localControl, in: try Context())
        let hello = Hello(user: "ann", device: device, name: "phone")
        guard case .welcome = try line.ask(.hello(hello)) else { throw NeverCame("no welcome") }
        if visits > 0 { try change(line) }
        visits += 1
        let result = try line.ask(.sync(scene: .main, epoch: epoch, revision: seen))
        guard case .synced(let synced) = result else { throw NeverCame("no sync: \(result)") }
        seen = synced.head.revision
        if visits == 1 { try change(line) }
        seen = try line.reach(.main, MirrorPosition(epoch: epoch, revision: seen, oldestBase: seen))
    }

    private func change(_ line: Line) throws {
        let change = Change(
            device: device, sequence: sequence.next,
            base: Change.Base(revision: seen, latest: .zero),
            operations: [.addToBadge("inbox", 1)])
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: sequence, change: change.encoded, age: 0)
        let result = try line.ask(.submit(submit))
        guard case .receipt(let receipt) = result else { throw NeverCame("no receipt: \(result)") }
        sequence = receipt.sequence
        if receipt.outcomes.contains(where: { $0.reason == .expired }) { expired += 1 }
    }
}

extension Line {
    /// Says where a mirror is, and returns the scene's head.
    fileprivate func reach(_ scene: SceneID, _ position: MirrorPosition) throws -> Revision {
        let result = try ask(.presence(scene: scene, at: position))
        guard case .heads(let reply) = result, let head = reply.heads.first else {
            throw NeverCame("no head: \(result)")
        }
        return head.revision
    }
}
