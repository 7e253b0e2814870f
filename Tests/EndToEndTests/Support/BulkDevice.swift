import NavigationModel
import NavigationWire

/// A device that changes a scene as fast as the daemon takes it, straight on the wire and without
/// an outbox. It blocks: for a thread of its own.
struct BulkDevice {
    private let connection: ControlConnection
    private let device: DeviceID
    private let epoch: Epoch
    private var sequence = SequenceNumber.zero

    /// Changes that are submitted before the first of them is answered.
    private static let window = 64

    /// Introduces itself to a scene that has a history already.
    init(_ endpoint: String, user: UserID, name: DeviceName) throws {
        var generator = SystemRandomNumberGenerator()
        device = DeviceID.random(using: &generator)
        connection = try ControlConnection(endpoint)
        guard
            case .welcome = try connection.ask(
                .hello(Hello(user: user, device: device, name: name))),
            case .synced(let synced) = try connection.ask(
                .sync(scene: .main, epoch: .none, revision: .zero))
        else { throw NeverCame("hello and sync were not answered as they should be") }
        epoch = synced.head.epoch
    }

    /// Makes changes of one operation each; returns their revisions, in order.
    mutating func make(_ operations: [NavigationModel.Operation]) throws -> [Revision] {
        var revisions: [Revision] = []
        var sent = 0
        while revisions.count < operations.count {
            while sent < operations.count, sent - revisions.count < Self.window {
                try submit(operations[sent])
                sent += 1
            }
            guard case .receipt(let receipt) = try connection.reply().result,
                let revision = receipt.revision
            else { throw NeverCame("change \(revisions.count + 1) was not taken") }
            revisions.append(revision)
        }
        return revisions
    }

    private mutating func submit(_ operation: NavigationModel.Operation) throws {
        let after = sequence
        sequence = SequenceNumber(rawValue: sequence.rawValue + 1)
        let change = Change(
            device: device, sequence: sequence, base: .init(revision: .zero, latest: .zero),
            operations: [operation])
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: after, change: change.encoded, age: 0)
        try connection.send([Request(id: sequence.rawValue, call: .submit(submit)).encoded])
    }
}
