import ArgumentParser
import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// Pushes and pops screens without end, and measures what a scene costs that was used so much.
struct Growth: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures what a scene costs by how much it was used.",
        discussion: """
            One device pushes and pops, and says what it still needs as often as a client \
            does; with --away a second one has made a change at the beginning and is not \
            heard of since. Each line has the pushes until then, the daemon's memory, its \
            processor time for each change since the line before, and the length and the \
            time of a first sync.
            """)

    @Argument(help: "The daemon's binary.")
    var daemon: String

    @Option(help: "Pushes at the end.")
    var pushes = 100_000

    @Flag(help: "Have a device that is away.")
    var away = false

    @Option(help: "Where to keep the data, while it runs.")
    var directory = FileManager.default.temporaryDirectory.path

    func run() async throws {
        let stage = try await Stage(daemon: daemon, in: directory, isBounded: false)
        defer { stage.clear() }
        try await onOwnThread { [stage, pushes, away] in
            let user = try Heavy(stage.good)
            if away { try user.haveSomebodyLeave() }
            print("    pushes   memory  us/change   sync KiB    sync ms")
            var usage = try stage.usage()
            var done = 0
            for count in Self.checkpoints(to: pushes) {
                try user.use(times: count - done)
                let now = try stage.usage()
                let each = (now.time - usage.time) / .microseconds(1) / Double(2 * (count - done))
                let sync = try user.firstSync()
                print(
                    String(
                        format: "%10d %5d MiB %10.1f %10.1f %10.1f", count, now.memory >> 20, each,
                        Double(sync.length) / 1_024, sync.time / .milliseconds(1)))
                (usage, done) = (try stage.usage(), count)
            }
        }
    }

    /// 1,000, 2,000, 5,000, 10,000, … and the end.
    private static func checkpoints(to end: Int) -> [Int] {
        let decades = sequence(first: 1_000) { $0 < end ? $0 * 10 : nil }
        return decades.flatMap { [$0, 2 * $0, 5 * $0] }.filter { $0 < end } + [end]
    }
}

/// A device that pushes and pops screens as fast as it can. It blocks: for a thread of its own.
private final class Heavy {
    private let cast: Cast
    private let context: Context
    private let line: Line
    private let epoch: Epoch
    private var sequence: SequenceNumber
    /// The revision that its changes are based on.
    private var seen: Revision
    private var underWay = 0
    private var generator = SystemRandomNumberGenerator()

    /// Changes that it has under way at once.
    private static let window = 64

    init(_ cast: Cast) throws {
        self.cast = cast
        context = try Context()
        line = try Line(cast.control, in: context, keys: cast.keys, serverKey: cast.serverKey)
        _ = try line.greet(as: cast.device)
        let result = try line.ask(.sync(scene: .main, epoch: .none, revision: .zero))
        guard case .synced(let synced) = result else { throw NeverCame("no sync: \(result)") }
        (epoch, seen, sequence) = (synced.head.epoch, .zero, .zero)
        try submit([.declareTab("inbox", at: .between(nil, nil), attributes: [])])
        try push()
        try say()
    }

    /// Has a device of the daemon's own user make a change in the scene, and leave.
    func haveSomebodyLeave() throws {
        let other = try Line(cast.localControl, in: context)
        let device = DeviceID.random(using: &generator)
        let hello = Hello(user: "ann", device: device, name: "away")
        guard case .welcome = try other.ask(.hello(hello)) else { throw NeverCame("no welcome") }
        let change = Change(
            device: device, sequence: 1, base: Change.Base(revision: 1, latest: .zero),
            operations: [.addToBadge("inbox", 1)])
        let submit = Submit(
            scene: .main, epoch: epoch, after: .zero, change: change.encoded, age: 0)
        guard case .receipt = try other.ask(.submit(submit)) else { throw NeverCame("no receipt") }
    }

    /// Pushes and pops so many screens, and says now and then what it still needs.
    func use(times: Int) throws {
        for number in 0..<times {
            try push()
            let pushed = SeenSpan.Number(sequence: sequence, index: 0)
            let span = SeenSpan(device: cast.device, first: pushed, last: pushed)
            try submit([.pop(.spans([span]), from: "inbox")])
            if number.isMultiple(of: 100) { try say() }
        }
        try say()
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

    private func push() throws {
        let screen = ScreenID.random(using: &generator)
        let attributes = [
            Attribute(field: ScreenField.route, value: .text("mail://inbox/\(screen)")),
            Attribute(field: ScreenField.title, value: .text("Message \(screen)")),
        ]
        try submit([.push(screen, onto: "inbox", on: nil, attributes: attributes)])
    }

    private func submit(_ operations: [NavigationModel.Operation]) throws {
        let change = Change(
            device: cast.device, sequence: sequence.next,
            base: Change.Base(revision: seen, latest: .zero), operations: operations)
        let submit = Submit(
            scene: .main, epoch: epoch, after: sequence, change: change.encoded, age: 0)
        sequence = sequence.next
        try line.send(Request(id: sequence.rawValue, call: .submit(submit)))
        underWay += 1
        while underWay >= Self.window { try takeReceipt() }
    }

    private func takeReceipt() throws {
        guard let reply = try line.reply(), case .receipt(let receipt) = reply.result,
            receipt.outcomes.allSatisfy({ $0.kind == .applied })
        else { throw NeverCame("a change that is not taken") }
        underWay -= 1
    }

    /// Says that it has seen everything, once it has, and that nothing waits.
    private func say() throws {
        while underWay > 0 { try takeReceipt() }
        let result = try line.ask(
            .presence(
                scene: .main,
                at: MirrorPosition(epoch: epoch, revision: seen, oldestBase: seen)))
        guard case .heads(let heads, _, _) = result, let head = heads.first else {
            throw NeverCame("no head: \(result)")
        }
        seen = head.revision
    }
}
