import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A paired device's connection on control, and the chain of its changes.
final class Scribe {
    let line: Line
    let welcome: Welcome
    private(set) var head: Head
    /// Its last change that was taken.
    var last: SequenceNumber
    private let device: DeviceID

    /// Connects, says hello, and makes the scene a large one unless it is: 16 tabs with 60 screens
    /// each, of a kilobyte.
    init(_ cast: Cast, in context: Context) throws {
        device = cast.device
        line = try Line(cast.control, in: context, keys: cast.keys, serverKey: cast.serverKey)
        welcome = try line.greet(as: device)
        (head, last) = try Scribe.look(line)
        guard head.revision == .zero else { return }
        var generator = SystemRandomNumberGenerator()
        for tab in 0..<16 {
            let id = TabID(unchecked: "tab\(tab)")
            try submit([.declareTab(id, at: .between(nil, nil), attributes: [])])
            for _ in 0..<60 {
                let screen = ScreenID.random(using: &generator)
                try submit([
                    .push(
                        screen, onto: .tab(id), on: nil,
                        attributes: [
                            Attribute(
                                field: ScreenField.route, value: .text("eve://\(screen)")),
                            Attribute(field: ScreenField.payload, value: Scribe.payload),
                        ])
                ])
            }
        }
        (head, last) = try Scribe.look(line)
    }

    private static let payload = Value(bytes: Array(repeating: 7, count: 1_000))

    private static func look(_ line: Line) throws -> (Head, SequenceNumber) {
        let result = try line.ask(.sync(scene: .main, epoch: .none, revision: .zero))
        guard case .synced(let synced) = result else { throw NeverCame("no sync: \(result)") }
        return (synced.head, synced.lastSequence)
    }

    /// A change with this number.
    func change(
        _ sequence: SequenceNumber, _ operations: [NavigationModel.Operation]
    ) -> Request {
        let change = Change(
            device: device, sequence: sequence,
            base: Change.Base(revision: .zero, latest: .zero), operations: operations)
        return Request(
            id: sequence.rawValue,
            call: .submit(
                Submit(
                    scene: .main, epoch: head.epoch,
                    after: SequenceNumber(rawValue: sequence.rawValue - 1),
                    change: change.encoded, age: 0)))
    }

    /// Makes a change and waits for its receipt.
    func submit(_ operations: [NavigationModel.Operation]) throws {
        let request = change(last.next, operations)
        let result = try line.ask(request.call)
        guard case .receipt(let receipt) = result else { throw NeverCame("refused: \(result)") }
        last = receipt.sequence
    }
}
