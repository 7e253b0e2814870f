import NavigationWire
import Testing

@testable import NavigationClient
import NavigationTransport
@testable import NavigationServer

@Suite("Attribution of connections")
struct ConnectionTests {
    private static let phone = Principal.local(uid: 1_000)
    private static let tablet = Principal.local(uid: 1_001)

    private static func text(_ principal: Principal, _ handshake: UInt64) -> String {
        ConnectionName(principal, handshake: handshake).text
    }

    @Test("A name is read as it was written, and nothing else is one")
    func names() {
        for principal in [Self.phone, .local(uid: 0), .invitation(InvitationID(rawValue: 5))] {
            for origin in ["", "192.0.2.7", "2001:db8::1", "pid:4711"] {
                let name = ConnectionName(principal, handshake: 17, origin: origin)
                #expect(name.origin == origin)
                #expect(ConnectionName(name.text) == name)
            }
        }
        let long = String(repeating: "1", count: 65)
        for origin in ["a/b", "a b", "\u{7}", long] {
            #expect(ConnectionName(Self.phone, handshake: 1, origin: origin).origin.isEmpty)
        }
        for text in [
            "", "/", "uid:1000", "uid:1000/", "uid:1000/1", "uid:/1/", "/1/", "uid:1/-1/",
            "key:00/1/", "uid:1/1/a b", "uid:1/1/a/b", "uid:1/1/\(long)", "uid:1/0/", "uid:1/01/",
            "uid:1/+1/", "uid:01/1/",
        ] {
            #expect(ConnectionName(text) == nil, "\(text)")
        }
    }

    @Test(
        "A message of an earlier connection with the same descriptor is not attributed to this one")
    func reusedNumber() {
        // Seven handshakes were let pass before this one was accepted.
        let connection = Connection(1, descriptor: -1, after: 7)
        #expect(connection.origin(Self.text(Self.phone, 7)) == .former)
        #expect(connection.name == nil)
        #expect(connection.origin(Self.text(Self.tablet, 9)) == .this(Self.tablet))
        #expect(connection.origin(Self.text(Self.phone, 7)) == .former)
        #expect(connection.origin(Self.text(Self.tablet, 9)) == .this(Self.tablet))
        #expect(connection.name?.principal == Self.tablet)
    }

    @Test("A message before the reported acceptance belongs to the same connection")
    func reportedLate() {
        var connections = Connections()
        let name = ConnectionName(Self.phone, handshake: 1)
        let early = connections.discover(5, by: name)
        #expect(early?.origin(name.text) == .this(Self.phone))
        let reported = connections.accept(5)
        #expect(reported == nil)
        #expect(connections[5] === early)
        let ended = connections.end(5, after: 1)
        #expect(ended === early)
        // What it had sent is read now.
        let late = connections.discover(5, by: name)
        #expect(late == nil)
        #expect(connections.count == 0)
    }

    @Test("An end before the reported acceptance: the next one with its descriptor is another")
    func endedEarly() {
        var connections = Connections()
        let names = [1, 2].map { ConnectionName(Self.phone, handshake: $0) }
        let first = connections.discover(5, by: names[0])
        _ = connections.end(5, after: 1)
        let second = connections.discover(5, by: names[1])
        #expect(first?.hasEnded == true && second?.hasEnded == false)
        for beginning in 1...2 {
            let reported = connections.accept(5)
            #expect(reported == nil, "of number \(beginning)")
        }
        #expect(connections[5] === second)
        let ended = connections.end(5, after: 2)
        #expect(ended === second)
        // By one that is in between nothing came, and its end is told first.
        let unknown = connections.end(5, after: 3)
        #expect(unknown == nil)
        let gone = connections.accept(5)
        #expect(gone == nil)
        let last = connections.accept(5)
        #expect(last?.origin(names[1].text) == .former)
        #expect(connections.count == 1)
    }

    @Test("A message without an address is not attributed, nor is any after a disconnection")
    func nameless() {
        let connection = Connection(1, descriptor: -1, after: 0)
        for text in [nil, "", "uid:1000", "somebody/1"] {
            #expect(connection.origin(text) == .unknown)
        }
        #expect(connection.origin(Self.text(Self.phone, 1)) == .this(Self.phone))
        connection.disconnect()
        #expect(connection.origin(Self.text(Self.phone, 1)) == .former)
        #expect(connection.origin(nil) == .former)
    }

    @Test("Waits grow from 250 ms to 30 s, never longer, and begin anew after a success")
    func pace() {
        var generator = SystemRandomNumberGenerator()
        var pace = RetryBackoff()
        var step = Duration.milliseconds(500)
        for _ in 0..<12 {
            let wait = pace.next(using: &generator)
            #expect(wait >= step * 0.5 && wait <= step)
            step = min(step * 2, .seconds(30))
        }
        pace.reset()
        #expect(pace.next(using: &generator) <= .milliseconds(500))
    }

    @Test("So many at once, then one in each interval; what comes too soon is not counted")
    func burst() {
        let start = ContinuousClock.now
        var pace = IntervalLimiter(interval: .milliseconds(50), burst: 3, at: start)
        // After a rest of any length it is as at first.
        let milliseconds = [0, 0, 0, 0, 49, 50, 50, 3_600_000, 3_600_000, 3_600_000, 3_600_000]
        let taken = milliseconds.map { pace.take(at: start + .milliseconds($0)) }
        #expect(
            taken == [true, true, true, false, false, true, false, true, true, true, false])
    }

    @Test("Replies that a peer has no room for are counted in a row: one that is sent ends it")
    func drops() {
        let connection = Connection(1, descriptor: -1, after: 0)
        let most = ServerLimits.droppedReplies - 1
        for _ in 0..<most { #expect(connection.note(isSent: false)) }
        #expect(connection.note(isSent: true))
        for _ in 0..<most { #expect(connection.note(isSent: false)) }
        #expect(!connection.note(isSent: false))
    }

    @Test("Large replies are counted in and out")
    func outgoing() {
        let outgoing = SendBudget(limit: 10)
        #expect(outgoing.reserve(6))
        #expect(!outgoing.reserve(5))
        #expect(outgoing.reserve(4))
        outgoing.release(6)
        #expect(outgoing.reserve(6))
    }

    @Test("A device whose node names one that has failed begins anew there, without older replies")
    func namedNodeFailed() async throws {
        let stage = try await RemoteStage()
        let bench = stage.bench
        let phone = try await stage.device()
        // Nothing listens there.
        let dead = "127.0.0.1:1"
        try await bench.startClient(
            credentials: stage.credentials(phone), greeting: [1], after: ["tcp://\(dead)"])
        await bench.next(.connected)
        guard case .request(_, let peer, _) = await bench.next(\.isRequest) else { return }
        let refusal = Reply(
            id: 1, result: .failure(.moved("elsewhere", advice: "", to: [dead], map: 2)))
        _ = await bench.reply(refusal.encoded, to: peer)
        // To a request of before, which is sent again.
        _ = await bench.reply([9], to: peer)
        await bench.next(.disconnected)
        await bench.next(.connected)
        guard case .request(let again, let same, _) = await bench.next(\.isRequest) else { return }
        #expect(again == [1] && same == peer)
        _ = await bench.reply([2], to: peer)
        await bench.next(.reply([2]))
        #expect(await !bench.hasUnread { $0 == .client("phone", .reply([9])) })
        await bench.close()
    }
}
