import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// A device's connection on control, and the chain of its changes.
final class Scribe {
    let line: Line
    /// The daemon's answer to its hello; `nil` if somebody else has said that.
    let welcome: Welcome?
    /// The head of its scene when it connected.
    let head: Head
    /// Its last change that was taken.
    private(set) var last: SequenceNumber
    /// The revision that its changes are made on.
    private var base: Revision
    private let device: DeviceID
    private var generator = SystemRandomNumberGenerator()

    /// Goes on by a connection that has said hello as a device.
    init(_ line: Line, as device: DeviceID, welcome: Welcome? = nil) throws {
        (self.line, self.device, self.welcome) = (line, device, welcome)
        let result = try line.ask(.sync(scene: .main, epoch: .none, revision: .zero))
        guard case .synced(let synced) = result else { throw NeverCame("no sync: \(result)") }
        (head, last, base) = (synced.head, synced.lastSequence, synced.head.revision)
    }

    /// Connects as a paired device, and makes its scene a large one unless it is: 16 tabs with 60
    /// screens each, of a kilobyte.
    convenience init(_ cast: Cast, in context: Context) throws {
        let line = try Line(cast.control, in: context, keys: cast.keys, serverKey: cast.serverKey)
        let welcome = try line.greet(as: cast.device)
        try self.init(line, as: cast.device, welcome: welcome)
        if last == .zero { try makeLarge() }
    }

    private func makeLarge() throws {
        for tab in (0..<16).map({ TabID(unchecked: "tab\($0)") }) {
            try submit([.declareTab(tab, at: .between(nil, nil), attributes: [])])
            for _ in 0..<60 { try push(onto: tab, payload: Array(repeating: 7, count: 1_000)) }
        }
    }

    /// Pushes a screen; returns which.
    @discardableResult
    func push(onto tab: TabID, payload: [UInt8]) throws -> ScreenID {
        let screen = ScreenID.random(using: &generator)
        try submit([
            .push(
                screen, onto: .tab(tab), on: nil,
                attributes: [
                    Attribute(field: ScreenField.route, value: .text("eve://\(screen)")),
                    Attribute(field: ScreenField.payload, value: Value(bytes: payload)),
                ])
        ])
        return screen
    }

    /// Another stack for a tab, about as long as a change may be: 90 screens of a kilobyte.
    func longOperations(on tab: TabID) -> [NavigationModel.Operation] {
        let payload = Value(bytes: Array(repeating: 7, count: 900))
        let items = (0..<90).map { _ in
            let screen = ScreenID.random(using: &generator)
            return Operation.Item(
                id: screen,
                attributes: [
                    Attribute(field: ScreenField.route, value: .text("eve://\(screen)")),
                    Attribute(field: ScreenField.payload, value: payload),
                ])
        }
        return [.setItems(.tab(tab), items)]
    }

    /// A change with this number, made on what the daemon has last said.
    func change(
        _ sequence: SequenceNumber, _ operations: [NavigationModel.Operation]
    ) -> Request {
        let change = Change(
            device: device, sequence: sequence,
            base: Change.Base(revision: base, latest: .zero), operations: operations)
        return Request(
            id: sequence.rawValue,
            call: .submit(
                SubmitRequest(
                    scene: .main, epoch: head.epoch,
                    after: SequenceNumber(rawValue: sequence.rawValue - 1),
                    change: change.encoded, age: 0)))
    }

    /// Makes a change and waits for its receipt, and before that as long as it is told to.
    func submit(_ operations: [NavigationModel.Operation]) throws {
        let request = change(last.next, operations)
        var result = try line.ask(request.call)
        while case .failure(let failure) = result, let wait = failure.retryAfter {
            Pause.wait(wait)
            result = try line.ask(request.call)
        }
        guard case .receipt(let receipt) = result, receipt.revision != nil else {
            throw NeverCame("a change that is not taken: \(result)")
        }
        take(receipt)
    }

    /// Notes what became of a change: the next are made on that.
    func take(_ receipt: Receipt) {
        last = max(last, receipt.sequence)
        if let revision = receipt.revision { base = max(base, revision) }
    }
}
