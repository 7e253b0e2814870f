import Reactor
import ArgumentParser
import Foundation
import NavigationModel
import NavigationSync
import NavigationClient
import NavigationTransport
import NavigationWire
import RunningProcesses
import ZeroMQ

/// The process of many devices that mirror a scene each, with the client library's own connections and
/// mirrors. Who they are comes on standard input; it prints how far they are, every now and then.
struct Mirrors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirrors", abstract: "Mirrors scenes of a daemon of 'return'.",
        shouldDisplay: false)

    @Option(help: "So many follow the feed; the others sync and stay connected.")
    var following: Int

    @Flag(help: "Ask for what they lack, and do nothing with it.")
    var plain = false

    @Option(help: "So many of the plain ones come at once, others as soon as one is served.")
    var window = 1_000_000

    @Option(help: "Plain ones come anew when this file is there.")
    var again: String?

    @Option(help: "Whatever becomes of whoever started it, it is over after so many seconds.")
    var longest = 900

    func run() async throws {
        try yieldProcessors()
        var casts: [Cast] = []
        while let text = readLine() {
            guard let cast = Cast(line: text) else { throw ValidationError("not a device") }
            casts.append(cast)
        }
        let end = ContinuousClock.now + .seconds(longest)
        if plain {
            return try await onOwnThread { [self, casts] in try runPlainly(casts, until: end) }
        }
        let crowd = try Crowd(casts, following: following)
        await crowd.start()
        while ContinuousClock.now < end {
            let count = await crowd.count
            FileHandle.standardOutput.write(Data((count.line + "\n").utf8))
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func runPlainly(_ casts: [Cast], until end: ContinuousClock.Instant) throws {
        // This thread is another one, and so are those that it starts.
        try yieldProcessors()
        let mirrors = try PlainMirrors(casts, following: following, window: window)
        var isBack = false
        while ContinuousClock.now < end {
            try mirrors.look(for: .milliseconds(100))
            if !isBack, let again, FileManager.default.fileExists(atPath: again) {
                isBack = true
                mirrors.begin()
            }
            FileHandle.standardOutput.write(Data((mirrors.count.line + "\n").utf8))
        }
    }
}

/// The progress of many mirrors.
struct MirrorCount: Hashable, Sendable {
    /// At the head, and by the feed live if they follow it.
    var complete = 0
    /// With a connection that the daemon has answered on.
    var connected = 0
    /// The mirrors whose state was not the daemon's.
    var diverged = 0
    /// Times that a connection was given up, or refused, since the start.
    var setbacks = 0

    var line: String { "\(complete) \(connected) \(diverged) \(setbacks)" }

    init() {}

    /// Reads ``line``; `nil` for anything else.
    init?(line: String) {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        (complete, connected, diverged, setbacks) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.complete += right.complete
        sum.connected += right.connected
        sum.diverged += right.diverged
        sum.setbacks += right.setbacks
        return sum
    }
}

/// Mirrors on one thread.
private actor Crowd {
    private nonisolated let reactor: Reactor
    private let context: Context
    private let casts: [Cast]
    private let following: Int
    private var mirrors: [Mirror] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe reactor.asUnownedSerialExecutor()
    }

    init(_ casts: [Cast], following: Int) throws {
        var configuration = Context.Configuration()
        // Control and the feed, and what tells of each; a few more.
        configuration.maximumSockets = 8 * casts.count + 100
        context = try Context(configuration)
        reactor = try Reactor(name: "mirrors")
        (self.casts, self.following) = (casts, following)
    }

    func start() {
        mirrors = casts.enumerated().map { number, cast in
            Mirror(cast, followsFeed: number < following, context, reactor)
        }
        tick()
    }

    var count: MirrorCount {
        mirrors.reduce(into: MirrorCount()) { $0 = $0 + $1.count }
    }

    private func tick() {
        for mirror in mirrors { mirror.tick() }
        reactor.schedule(after: .milliseconds(100)) { [self] in assumeIsolated { $0.tick() } }
    }
}

/// One device's mirror, whose state is in memory alone. It belongs to its reactor's thread.
private final class Mirror {
    private var core: MirrorCore
    private let connection: DaemonConnection?
    private var due = Duration.zero
    private var setbacks = 0

    private static let origin = ContinuousClock.now

    init(_ cast: Cast, followsFeed: Bool, _ context: Context, _ reactor: Reactor) {
        core = MirrorCore(
            scene: .main, hello: Hello(user: nil, device: cast.device, name: "device"),
            followsFeed: followsFeed)
        let credentials = ClientCredentials(keys: cast.keys, serverKey: cast.serverKey)
        let endpoint = try? ControlEndpoint("\(cast.control)")
        connection = endpoint.map {
            DaemonConnection(
                [EndpointCandidate($0, .option, credentials)], context: context, reactor: reactor)
        }
        let mirror = OnThread(mirror: self)
        try? connection?.assumeIsolated { try $0.start { mirror.mirror?.take($0) } }
    }

    /// A mirror for the closure of its connection, which is on the same thread.
    private struct OnThread: @unchecked Sendable {
        // Read on the reactor's thread alone, where connection and mirror are.
        weak var mirror: Mirror?
    }

    var count: MirrorCount {
        var count = MirrorCount()
        let isThere = core.followsFeed ? core.status == .live : core.isUpToDate
        count.complete = isThere && core.isComplete ? 1 : 0
        count.connected = core.welcome == nil ? 0 : 1
        count.diverged = core.status == .diverged ? 1 : 0
        count.setbacks = setbacks
        return count
    }

    func tick() {
        guard due <= now else { return }
        step(.tick)
        due = core.nextTick(after: now)
    }

    private var now: Duration { ContinuousClock.now - Self.origin }

    private func take(_ event: DaemonConnection.Event) {
        switch event {
        case .connected: step(.connected)
        case .disconnected: step(.disconnected)
        case .control(let frame): step(.reply(frame))
        case .feed(let payload): step(.feed(payload))
        case .unavailable(.refused, _), .feedRefused: setbacks += 1
        case .unavailable(.unreachable, _): break
        }
    }

    private func onConnection(_ body: (isolated DaemonConnection) -> Void) {
        connection?.assumeIsolated(body)
    }

    /// It leaves out what a device would keep on its disk.
    private func step(_ event: MirrorCore.Event) {
        for effect in core.step(event, at: now) {
            switch effect {
            case .send(let request): onConnection { $0.send(request.encoded) }
            case .follow(let address, let topic):
                onConnection { try? $0.follow(address, topic: topic) }
            case .reconnect:
                setbacks += 1
                onConnection { $0.reconnect() }
            case .append, .replace, .report, .reached, .readOldestBase, .acquireSender, .requeue,
                .submitting, .releaseSender, .settle, .refuse, .renumber, .present, .changed,
                .status:
                break
            }
        }
    }
}
