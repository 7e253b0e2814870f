import CZeroMQ
import Glibc
import NavigationModel
import NavigationWire
import RunningProcesses

/// The daemon by one of its transports. Each slice has a user of its own.
final class Navsync: Server {
    let name = "navsyncd"
    private let daemon: Daemon
    private let transport: Transport
    /// A Boolean value indicating whether it serves some users, and others the rest.
    private let isMember: Bool
    private var slice: (user: UserID, feed: Feed?) = ("bench", nil)
    private var slices = 0
    private var shared: (device: Daemon.Device, uses: Int)?

    /// Mirrors that have one key together, since the daemon bounds the connections of one.
    private static let mirrorsOfKey = 40
    private static let scene = SceneID.main
    private static let tab = TabID(unchecked: "t1")

    /// Measures a daemon that runs.
    init(_ daemon: Daemon, _ transport: Transport, isMember: Bool = false) {
        (self.daemon, self.transport, self.isMember) = (daemon, transport, isMember)
    }

    var processes: [Int32] { [daemon.process.pid] }

    func begin() throws {
        repeat {
            slices += 1
            // A database can have those of other runs.
            let name = "bench-\(transport.rawValue)-\(getpid())-\(slices)"
            slice = (UserID(unchecked: name), nil)
        } while try isMember && !daemon.serves(slice.user)
        shared = nil
    }

    func end() {
        daemon.process.signal(15)
    }

    func makeWriter(to target: Target) throws -> any Writer {
        let user = target.user == 0 ? slice.user : UserID(unchecked: "\(slice.user)-\(target.user)")
        let device = try daemon.device(of: user, transport)
        let (control, welcome) = try connect(device)
        let feed = target.user == 0 ? try feed(welcome, control) : nil
        let changes = try (0..<target.scenes).map { number in
            let scene = number == 0 ? Self.scene : SceneID(unchecked: "scene-\(number)")
            let head = try declare(
                device, scene, control, isStepping: target.isStepping)
            if let feed, number == 0 {
                feed.revision = max(feed.revision, head.revision.rawValue)
            }
            let acts: [ChangeTemplate.Act] =
                target.isStepping
                ? [.push, .pop] : [.setProperty("bench.\(String(device.id.low, radix: 36)).")]
            return acts.map { act in
                ChangeTemplate.Author(
                    device: device.id, scene: scene, epoch: head.epoch, tab: Self.tab, act: act)
            }
        }
        return try NavsyncWriter(control.socket, feed, changes, latest: welcome.time)
    }

    func makeMirror() throws -> any Mirror {
        let device: Daemon.Device
        if let shared, shared.uses < Self.mirrorsOfKey {
            device = shared.device
        } else {
            device = try daemon.device(of: slice.user, transport)
        }
        shared = (device, (shared?.device.id == device.id ? shared?.uses ?? 0 : 0) + 1)
        let (control, welcome) = try connect(device)
        let subscriber = try RawSocket(.sub, in: daemon.context, capacity: WireLimits.feed)
        if let keys = device.keys { try subscriber.authenticate(keys.own, server: keys.server) }
        try subscriber.set(ZMQ_SUBSCRIBE, welcome.topic.bytes)
        try subscriber.connect(try daemon.feed(welcome.feed, transport))
        // The feed is live once anything has come by it.
        _ = try subscriber.await("the feed")
        _ = try subscriber.await("the feed")
        return NavsyncMirror(subscriber, control, try feed(welcome, control))
    }

    func makeLatecomer() throws -> any Latecomer {
        let (control, _) = try connect(daemon.device(of: slice.user, transport))
        return NavsyncLatecomer(control.socket, Self.scene)
    }

    private func connect(_ device: Daemon.Device) throws -> (Control, Welcome) {
        let control = try Control(
            daemon.control(transport), in: daemon.context, keys: device.keys)
        return (control, try control.greet(device.id, of: device.user))
    }

    private func head(of scene: SceneID = Navsync.scene, _ control: Control) throws -> Head {
        let call = Request.Call.sync(scene: scene, epoch: .none, revision: .zero)
        guard case .synced(let synced) = try control.ask(call) else { throw Fault("no sync") }
        return synced.head
    }

    /// The slice's feed, which all its devices read together.
    private func feed(_ welcome: Welcome, _ control: Control) throws -> Feed {
        if let feed = slice.feed { return feed }
        let feed = Feed(welcome, head: try head(control), latest: welcome.time)
        slice.feed = feed
        return feed
    }

    /// Submits a device's first change, which declares the tab; returns the head before it, with the
    /// revision after it.
    private func declare(
        _ device: Daemon.Device, _ scene: SceneID, _ control: Control, isStepping: Bool
    ) throws -> Head {
        let root = NavigationModel.Operation.Item(
            id: ChangeTemplate.Author.root,
            attributes: [Attribute(field: ScreenField.route, value: .text("bench://root"))])
        let before = try head(of: scene, control)
        let change = Change(
            device: device.id, sequence: SequenceNumber(rawValue: 1),
            base: Change.Base(revision: before.revision, latest: .zero),
            operations: [.declareTab(Self.tab, at: .between(nil, nil), attributes: [])]
                + (isStepping ? [.setItems(.tab(Self.tab), [root])] : []))
        _ = try control.ask(
            .submit(
                SubmitRequest(
                    scene: scene, epoch: before.epoch, after: .zero, change: change.encoded,
                    age: 0)))
        return try head(of: scene, control)
    }
}

/// A device of the daemon that submits.
private final class NavsyncWriter: Writer {
    let source: Poller.Source
    private let socket: RawSocket
    /// The feed of the first scene; `nil` if nobody follows it.
    private let feed: Feed?
    /// The time of the welcome.
    private let latest: Int64
    /// The next changes of a scene: of each act in turn.
    private struct Next {
        var templates: [ChangeTemplate]
        var numbers: ChangeTemplate.Numbers
    }

    /// Those of each scene.
    private var changes: [Next] = []
    private var turn = 0
    /// The base of the change with which the daemon was last told what bases are still to come.
    private var toldBase: UInt64 = 0

    /// Changes of a scene after which it tells that again: what the device has pushed and popped is
    /// kept for it until then.
    private static let interval = UInt64(Cell.mostSteps)

    init(
        _ socket: RawSocket, _ feed: Feed?, _ authors: [[ChangeTemplate.Author]], latest: Timestamp
    ) throws {
        (self.socket, self.feed, source) = (socket, feed, .socket(socket))
        self.latest = max(1, latest.rawValue)
        let numbers = ChangeTemplate.Numbers(sequence: 2, base: 1, latest: self.latest)
        let text = Array(Work.noise[..<Work.length])
        changes = try authors.map { acts in
            let templates = acts.compactMap { ChangeTemplate($0, numbers, text: text) }
            guard templates.count == acts.count else {
                throw Fault("the request for a change lacks a number")
            }
            return Next(templates: templates, numbers: numbers)
        }
    }

    func submit() throws {
        try submit(&changes[turn])
        turn = (turn + 1) % changes.count
    }

    private func submit(_ change: inout Next) throws {
        if turn == 0, let feed { change.numbers.base = max(1, feed.revision) }
        change.numbers.latest = max(latest, feed?.latest ?? latest)
        let offset = Work.offset(change.numbers.sequence &+ UInt64(turn))
        // The first of the acts has an even number, as the first of the changes has.
        let act = Int(change.numbers.sequence % UInt64(change.templates.count))
        change.templates[act].set(change.numbers, text: Work.noise, from: offset)
        if change.templates.count > 1, change.numbers.sequence.isMultiple(of: Self.interval) {
            try tellBase(change)
        }
        change.numbers.sequence += 1
        try socket.send(change.templates[act].bytes)
    }

    /// Tells the daemon which bases the device's changes still have at least: that of the one an
    /// interval ago, as it is no longer outstanding.
    private func tellBase(_ change: Next) throws {
        let author = change.templates[0].author
        let position = MirrorPosition(
            epoch: author.epoch, revision: Revision(rawValue: change.numbers.base),
            oldestBase: Revision(rawValue: toldBase))
        toldBase = change.numbers.base
        try socket.send(
            Request(id: 0, call: .presence(scene: author.scene, at: position)).encoded)
    }

    func flush() {}

    func takeReceipts() throws -> Int {
        var count = 0
        while let size = try socket.receive() {
            let reply = ReplySkim(socket.inbox, count: size)
            if reply?.kind == ReplySkim.heads { continue }
            guard let reply, reply.kind == ReplySkim.receipt,
                reply.revision(in: socket.inbox) != nil
            else {
                throw Fault("\(try Reply(encoded: Array(socket.inbox[..<size])))")
            }
            count += 1
        }
        return count
    }
}

/// A device of the daemon that mirrors.
private final class NavsyncMirror: Mirror {
    let source: Poller.Source
    private let subscriber: RawSocket
    // Connected as long as the mirror is, as a device's is.
    private let control: Control
    private let feed: Feed

    init(_ subscriber: RawSocket, _ control: Control, _ feed: Feed) {
        (self.subscriber, self.control, self.feed) = (subscriber, control, feed)
        source = .socket(subscriber)
    }

    func takeChanges() throws -> Int {
        var count = 0
        // The topic, then the frame, which is there at once.
        while try subscriber.receive() != nil {
            guard let size = try subscriber.receive() else { throw Fault("half a publication") }
            guard let commits = feed.commits(in: subscriber.inbox, count: size) else {
                throw Fault("a publication that can't be opened")
            }
            count += commits
        }
        return count
    }
}

/// A device of the daemon that reads the log, page by page, each requested before the last arrives.
private final class NavsyncLatecomer: Latecomer {
    private let socket: RawSocket
    private let scene: SceneID
    /// Commits in a page that is not bound by its bytes.
    private var size = WireLimits.historyPage

    init(_ socket: RawSocket, _ scene: SceneID) {
        (self.socket, self.scene) = (socket, scene)
    }

    func fetch(_ count: Int) throws {
        // The first commit declared the tab.
        let end = UInt64(count) + 1
        var (revision, requested) = (UInt64(0), UInt64(0))
        try request(after: 0)
        while revision < end {
            // The length of a page is known from one that its bytes bound.
            if size < WireLimits.historyPage, requested == revision, revision + UInt64(size) < end {
                requested += UInt64(size)
                try request(after: requested)
            }
            let found = try awaitPage(after: revision)
            guard found > 0 else { throw Fault("the log ends at revision \(revision)") }
            revision += UInt64(found)
            guard revision < end else { break }
            if requested > revision {
                _ = try socket.await("a page of the log")
            }
            if found < size { size = max(1, found * 7 / 8) }
            if requested != revision {
                requested = revision
                try request(after: revision)
            }
        }
    }

    private func request(after revision: UInt64) throws {
        let call = Request.Call.history(
            scene: scene, after: Revision(rawValue: revision), limit: size)
        try socket.send(Request(id: revision + 1, call: call).encoded)
    }

    /// Receives a page, and returns the number of its commits.
    private func awaitPage(after start: UInt64) throws -> Int {
        let size = try socket.await("a page of the log")
        guard let reply = ReplySkim(socket.inbox, count: size),
            reply.kind == ReplySkim.historyPage, reply.id == start + 1
        else { throw Fault("no page of the log after revision \(start)") }
        var revision = start
        var reader = FieldReader(socket.inbox, in: reply.body)
        while let field = reader.next() {
            guard field.number == 1 else { continue }
            var commit = FieldReader(socket.inbox, in: field.content.place)
            guard let next = commit.first(1)?.number, next == revision + 1 else {
                throw Fault("a hole in the log after revision \(revision)")
            }
            revision = next
        }
        return Int(revision - start)
    }
}
