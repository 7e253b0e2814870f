import Foundation
import NavigationModel
import NavigationWire
import RunningProcesses
import ZeroMQ

/// Devices that request the commits they lack and do nothing with them, so that they cost little
/// beside the daemon: plain sockets on one thread, which belongs to them.
final class PlainMirrors {
    private let context: Context
    private let devices: [PlainMirror]
    /// The number of devices that have started to connect.
    private var come = 0
    /// The number of those that are not served yet.
    private let window: Int

    /// The pause between two looks at all that are not served yet.
    private static let pause = Duration.milliseconds(10)

    /// - Parameter window: so many come at once; others as soon as one is served.
    init(_ casts: [Cast], following: Int, window: Int) throws {
        self.window = window
        var configuration = Context.Configuration()
        configuration.maximumSockets = 2 * casts.count + 100
        let context = try Context(configuration)
        self.context = context
        devices = casts.enumerated().map { number, cast in
            PlainMirror(cast, followsFeed: number < following, in: context)
        }
    }

    /// Has all of them leave, and come again.
    func begin() {
        come = 0
        for device in devices { device.leave() }
    }

    /// Reads the messages of devices that are not served yet, for so long.
    func look(for time: Duration) throws {
        let end = ContinuousClock.now + time
        repeat {
            var waiting = 0
            for device in devices[..<come] where !device.isServed {
                try device.look()
                waiting += 1
            }
            while come < devices.count, waiting < window {
                try devices[come].come()
                (come, waiting) = (come + 1, waiting + 1)
            }
            Pause.wait(Self.pause)
        } while ContinuousClock.now < end
    }

    var count: MirrorCount {
        devices.reduce(into: MirrorCount()) { sum, device in
            sum.complete += device.isServed ? 1 : 0
            sum.connected += device.isGreeted ? 1 : 0
            sum.setbacks += device.setbacks
        }
    }
}

/// One of those.
private final class PlainMirror {
    /// A Boolean value indicating whether the reply to hello has come.
    private(set) var isGreeted = false
    /// The number of repeated requests.
    private(set) var setbacks = 0

    private let cast: Cast
    private let followsFeed: Bool
    private let context: Context
    private var control: Socket?
    private var feed: Socket?
    private var position = MirrorPosition(epoch: .none, revision: .zero)
    private var isAtHead = false
    private var isLive = false
    /// The snapshot that is being fetched.
    private var snapshot: (id: UInt64, length: Int, of: MirrorPosition)?
    /// A long reply with commits, which is read when it is needed.
    private var unread: [UInt8]?
    /// The time of the next retry.
    private var due = ContinuousClock.now

    /// The timeout of a reply, with the connection before it.
    private static let timeout = Duration.seconds(30)
    /// Bytes of a reply from which on it has commits, and is not read.
    private static let long = 2_048
    /// The bytes by which a reply to sync is known: the request's id, and the field's number.
    private static let syncedHead: [UInt8] = [1 << 3, Ask.sync, 4 << 3 | 2]

    private enum Ask {
        static let hello: UInt8 = 1
        static let sync: UInt8 = 2
        static let part: UInt8 = 3
    }

    init(_ cast: Cast, followsFeed: Bool, in context: Context) {
        (self.cast, self.followsFeed, self.context) = (cast, followsFeed, context)
    }

    /// At the head, and with a feed that is live if it has one.
    var isServed: Bool { isAtHead && (isLive || !followsFeed) }

    /// Hangs up: the daemon would disconnect an idle connection.
    func leave() {
        control?.close()
        feed?.close()
        (control, feed) = (nil, nil)
        (isGreeted, isAtHead, isLive, snapshot) = (false, false, false, nil)
    }

    /// Connects unless it has, sends hello, and requests the commits that it lacks.
    func come() throws {
        try readPosition()
        (isGreeted, isAtHead, isLive, snapshot) = (false, false, false, nil)
        if control == nil {
            let socket = try Line.socket(
                .dealer, in: context, keys: cast.keys, serverKey: cast.serverKey)
            try dial(socket, cast.control)
            control = socket
        }
        try send(Ask.hello, .hello(Hello(user: nil, device: cast.device, name: "device")))
        try sync()
    }

    private func sync() throws {
        try send(
            Ask.sync, .sync(scene: .main, epoch: position.epoch, revision: position.revision))
    }

    private func send(_ id: UInt8, _ call: Request.Call) throws {
        due = .now + Self.timeout
        _ = try control?.send(Request(id: UInt64(id), call: call).encoded)
    }

    /// Reads what has come, and retries if nothing has for too long.
    func look() throws {
        while let message = try control?.receive() { try take(message.copyBytes()) }
        while let message = try feed?.receiveMultipart() { isLive = !message.frames.isEmpty }
        guard !isServed, due <= .now else { return }
        setbacks += 1
        try come()
    }

    private func take(_ bytes: [UInt8]) throws {
        if bytes.count > Self.long, bytes.starts(with: Self.syncedHead) {
            (unread, isAtHead) = (bytes, true)
            return
        }
        switch try Reply(encoded: bytes).result {
        case .welcome(let welcome):
            isGreeted = true
            if followsFeed { try follow(welcome.topic) }
        case .synced(let synced):
            take(synced)
            if let snapshot { try fetch(snapshot.id, from: 0) } else if !isAtHead { try sync() }
        case .snapshotContent(let offset, let content):
            guard let snapshot else { return }
            let end = offset + content.count
            guard end >= snapshot.length else { return try fetch(snapshot.id, from: end) }
            (position, self.snapshot, isAtHead) = (snapshot.of, nil, true)
        case .failure(let failure):
            setbacks += 1
            due = .now + (failure.retryAfter ?? .milliseconds(250))
        default:
            break
        }
    }

    private func take(_ synced: SyncReply) {
        switch synced.content {
        case .page: break
        case .commits(let commits):
            let reached = commits.last?.revision ?? position.revision
            position = MirrorPosition(epoch: synced.head.epoch, revision: reached)
            isAtHead = reached >= synced.head.revision
        case .snapshot(let id, let revision, let length):
            let position = MirrorPosition(epoch: synced.head.epoch, revision: revision)
            snapshot = (id, length, position)
        }
    }

    private func fetch(_ id: UInt64, from offset: Int) throws {
        try send(Ask.part, .snapshotPart(scene: .main, id: id, offset: offset))
    }

    /// Reads the revision up to which the last reply has brought it.
    private func readPosition() throws {
        guard let bytes = unread else { return }
        unread = nil
        if case .synced(let synced) = try Reply(encoded: bytes).result { take(synced) }
    }

    private func follow(_ topic: Topic) throws {
        if let feed { return try feed.subscribe(topic.bytes) }
        let socket = try Line.socket(
            .sub, in: context, keys: cast.keys, serverKey: cast.serverKey)
        try socket.subscribe(topic.bytes)
        try dial(socket, cast.feed)
        feed = socket
    }

    /// Connects as the client library does.
    private func dial(_ socket: Socket, _ endpoint: Endpoint) throws {
        try socket.set(.handshakeInterval, to: .seconds(15))
        try socket.set(.reconnectInterval, to: .milliseconds(.random(in: 50...150)))
        try socket.set(.maximumReconnectInterval, to: .seconds(10))
        try socket.set(.connectTimeout, to: .seconds(2))
        try socket.connect(endpoint)
    }
}
