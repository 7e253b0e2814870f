import Reactor
import NavigationModel
import NavigationWire
import Testing
import ZeroMQ

/// A client that speaks the protocol word by word, so that a test can say anything.
///
/// Its waits block a thread of its own, never the pool that the daemon under test runs on.
actor TestDevice {
    let id: DeviceID
    /// Its credentials, over tcp.
    let keys: CurveKeyPair?
    private let reactor: Reactor
    private let socket: Socket
    private let context: Context
    private var lastRequest: UInt64 = 0
    private(set) var epoch = Epoch.none
    private(set) var sequence = SequenceNumber.zero

    static let timeout = Duration.seconds(60)

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    /// A device at `endpoint`; over tcp it needs keys.
    init(
        _ number: UInt64, at endpoint: String, keys: CurveKeyPair? = nil,
        serverKey: CurvePublicKey? = nil
    ) throws {
        id = DeviceID(high: 7, low: number)
        self.keys = keys
        reactor = try Reactor()
        context = try Context()
        socket = try Socket(.dealer, in: context)
        try socket.set(.linger, to: .zero)
        if let keys, let serverKey {
            try socket.set(.curvePublicKey, to: keys.publicKey)
            try socket.set(.curveSecretKey, to: keys.secretKey)
            try socket.set(.curveServerKey, to: serverKey)
        }
        try socket.connect(try Endpoint(endpoint))
    }

    deinit {
        reactor.shutdown()
    }

    /// The frame that answers a subscription to `topic`.
    func subscribe(to topic: [UInt8], at endpoint: String) throws -> [UInt8] {
        let subscriber = try Socket(.sub, in: context)
        try subscriber.set(.linger, to: .zero)
        try subscriber.subscribe(topic)
        try subscriber.connect(try Endpoint(endpoint))
        _ = try subscriber.wait(for: .readable, within: Self.timeout)
        guard let message = try subscriber.receiveMultipart() else { throw NoReply() }
        #expect(message.frames.first == topic)
        return message.frames.last ?? []
    }

    /// Sends a frame as it is.
    func send(_ frame: [UInt8]) throws {
        #expect(try socket.send(frame) == .sent)
    }

    /// The next reply.
    func receive() throws -> Reply {
        let events = try socket.wait(for: .readable, within: Self.timeout)
        #expect(events.contains(.readable), "no reply in time")
        guard let message = try socket.receiveMultipart() else { throw NoReply() }
        return try Reply(encoded: message.frames.first ?? [])
    }

    /// Returns a Boolean value indicating whether something comes within `time`.
    func isAnswered(within time: Duration) throws -> Bool {
        try !socket.wait(for: .readable, within: time).isEmpty
    }

    /// Returns `true` if something comes within `time` of sending a frame, which finds no connection
    /// any more once the daemon has refused the handshake.
    func isAnswered(_ frame: [UInt8], within time: Duration) throws -> Bool {
        try socket.send(frame) == .sent && isAnswered(within: time)
    }

    /// Asks, and waits for the answer.
    func ask(_ call: Request.Call) throws -> Reply.Result {
        lastRequest += 1
        try send(Request(id: lastRequest, call: call).encoded)
        let reply = try receive()
        #expect(reply.id == lastRequest)
        return reply.result
    }

    @discardableResult
    func hello(
        version: UInt32 = ProtocolVersion.current, user: UserID = "ann", name: DeviceName = "phone"
    ) throws -> Reply.Result {
        try ask(.hello(Hello(version: version, user: user, device: id, name: name)))
    }

    /// Says hello, and learns what a device learns.
    func welcome(user: UserID = "ann", name: DeviceName = "phone") throws -> Welcome {
        let result = try hello(user: user, name: name)
        guard case .welcome(let welcome) = result else { throw Unexpected(result: result) }
        return welcome
    }

    /// Learns where the scene stands.
    func sync(_ scene: SceneID = .main) throws -> SyncReply {
        let result = try ask(.sync(scene: scene, epoch: epoch, revision: .zero))
        guard case .synced(let synced) = result else { throw Unexpected(result: result) }
        epoch = synced.head.epoch
        sequence = synced.lastSequence
        return synced
    }

    /// A change with the next number.
    func change(
        _ operations: NavigationModel.Operation..., in scene: SceneID = .main
    ) -> SubmitRequest {
        let change = Change(
            device: id, sequence: sequence.next,
            base: Change.Base(revision: .zero, latest: .zero), operations: operations)
        return SubmitRequest(
            scene: scene, epoch: epoch, after: sequence, change: change.encoded, age: 0)
    }

    /// Submits; the number is used up if it was taken.
    func submit(_ submit: SubmitRequest) throws -> Reply.Result {
        let result = try ask(.submit(submit))
        if case .receipt(let receipt) = result { sequence = receipt.sequence }
        return result
    }

    static func tab(_ id: TabID) -> NavigationModel.Operation {
        .declareTab(id, at: .between(nil, nil), attributes: [])
    }
}

struct NoReply: Error {}

struct Unexpected: Error {
    let result: Reply.Result
}

extension Reply.Result {
    var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
    var receipt: Receipt? { if case .receipt(let receipt) = self { receipt } else { nil } }
}
