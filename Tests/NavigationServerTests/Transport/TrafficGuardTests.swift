import CAcceptGuard
import Glibc
import NavigationWire
import Testing

import NavigationTransport
@testable import NavigationServer

/// In one process as all others, whose connections keep little. Nothing of libzmq is in these: the calls
/// that it makes are made here.
@Suite("Bounds on libzmq's memory for a connection", .serialized)
struct TrafficGuardTests {
    @Test("Messages that are handed over don't count, however many there are")
    func delivered() throws {
        let stream = try Stream()
        let message = Stream.frame(of: 100_000)
        for _ in 0..<1_000 {
            #expect(stream.bring(message))
            TrafficGuard.delivered(by: stream.accepted)
        }
        #expect(TrafficGuard.takeDisconnected(stream.accepted) == nil)
    }

    @Test(
        "A message without an end is hung up at half of all that may be kept, whatever its frames",
        arguments: [0, 40, 1_000, 100_000])
    func endless(_ length: Int) throws {
        let stream = try Stream()
        let part = Stream.frame(of: length, hasMore: true)
        // Brought as they are written, by as many as fit into the system's buffer.
        let parts = Array(repeating: part, count: max(1, 4_000 / part.count)).flatMap(\.self)
        var count = 0
        while stream.bring(parts) {
            count += parts.count
            try #require(count <= ServerLimits.incomingBytes)
        }
        let cost = length == 0 ? count * 32 : count
        #expect(cost <= ServerLimits.incomingBytes / 2)
        #expect(cost >= ServerLimits.incomingBytes / 8)
        let peer = try #require(TrafficGuard.takeDisconnected(stream.accepted))
        #expect(peer == RefusedPeer(principal: .local(uid: geteuid()), origin: "pid:\(getpid())"))
        #expect(TrafficGuard.takeDisconnected(stream.accepted) == nil)
    }

    @Test("A lone connection has half of all that may be kept, and neither less nor more")
    func lone() throws {
        let stream = try Stream()
        let part = Stream.frame(of: 100_000, hasMore: true)
        var count = 0
        while stream.bring(part) {
            count += part.count
            try #require(count <= ServerLimits.incomingBytes / 2)
        }
        #expect(count + 2 * part.count > ServerLimits.incomingBytes / 2)
    }

    @Test("Earlier messages in the queue are delivered, and subtract only their own bytes")
    func behindOthers() throws {
        let stream = try Stream()
        for _ in 0..<30 { #expect(stream.bring(Stream.frame(of: 10))) }
        let part = Stream.frame(of: 100_000, hasMore: true)
        var count = 0
        while stream.bring(part) {
            count += part.count
            if (100..<130).contains(count / part.count) {
                TrafficGuard.delivered(by: stream.accepted)
            }
            try #require(count <= ServerLimits.incomingBytes / 3 * 2)
        }
    }

    @Test("Each of many may keep its least, though all together keep what there is")
    func crowd() throws {
        let part = Stream.frame(of: 100_000, hasMore: true)
        let crowd = try (0..<64).map { _ in try Stream() }
        var isCut = Array(repeating: false, count: crowd.count)
        for _ in 0..<200 {
            for index in crowd.indices where !isCut[index] {
                isCut[index] = !crowd[index].bring(part)
            }
        }
        #expect(isCut == Array(repeating: true, count: crowd.count))
        // More than all may keep together, and of each no more than its least.
        let late = try (0..<80).map { _ in try Stream() }
        for _ in 0..<5 { for stream in late { #expect(stream.bring(part)) } }
    }

    @Test("Commands of the protocol are not kept, but a subscription is that never ends")
    func commands() throws {
        let stream = try Stream()
        let ping = Array(repeating: Stream.frame(of: 1_000, flags: 4), count: 4).flatMap(\.self)
        for _ in 0..<20_000 { try #require(stream.bring(ping)) }
        let part = Array(repeating: Stream.frame(of: 1_000, flags: 5), count: 4).flatMap(\.self)
        var count = 0
        while stream.bring(part) {
            count += 1
            try #require(count < 20_000)
        }
    }

    @Test("A sender of unfinished messages is found among many large ones, and no other")
    func standstill() throws {
        let part = Stream.frame(of: 100_000, hasMore: true)
        let good = try Stream()
        #expect(good.bring(part))
        for _ in 0..<9 { #expect(Self.found(good) == nil) }
        TrafficGuard.delivered(by: good.accepted)
        #expect(good.bring(part))
        let hoards = try (0..<3).map { _ in try Stream() }
        for hoard in hoards { for _ in 0..<60 { #expect(hoard.bring(part)) } }
        for _ in 0..<2 {
            #expect(TrafficGuard.sweep(after: 2).filter { $0.reason == .unfinished }.isEmpty)
            TrafficGuard.delivered(by: good.accepted)
            #expect(good.bring(part))
        }
        let found = TrafficGuard.sweep(after: 2).filter { $0.reason == .unfinished }
        #expect(Set(found.map(\.descriptor)) == Set(hoards.map(\.accepted)))
    }

    @Test("A handshake keeps nothing: a quiet device stays, however much others keep")
    func handshake() throws {
        let device = try Stream(isRemote: true)
        #expect(device.finishHandshake())
        let stranger = try Stream(isRemote: true)
        #expect(stranger.finishHandshake())
        // One command more than a handshake has.
        #expect(stranger.bring(Stream.frame(of: 400, flags: 4)))
        let part = Stream.frame(of: 100_000, hasMore: true)
        let hoards = try (0..<3).map { _ in try Stream() }
        for hoard in hoards { for _ in 0..<60 { #expect(hoard.bring(part)) } }
        for _ in 0..<2 { _ = TrafficGuard.sweep(after: 2) }
        let found = TrafficGuard.sweep(after: 2).map(\.descriptor)
        #expect(!found.contains(device.accepted))
        #expect(found.contains(stranger.accepted))
    }

    @Test("Of many handshakes a turn continues with a few, and with established connections")
    func turns() throws {
        let device = try Stream(isRemote: true)
        #expect(device.finishHandshake())
        let crowd = try (0..<20).map { _ in try Stream(isRemote: true) }
        let hello = Stream.frame(of: 200, flags: 4)
        for part in [crowd.prefix(10), crowd.suffix(10)] {
            trafficguard_begin_turn()
            #expect(part.filter { $0.bringInTurn(hello) }.count == 2)
            #expect(device.bringInTurn(Stream.frame(of: 100)))
        }
    }

    @Test("A connection waits for running handshakes, but not for those that never end")
    func handshakes() async {
        // In a process of its own: all handshakes of a process count.
        await #expect(processExitsWith: .success) {
            let crowd = try (0..<300).map { _ in try Stream(isRemote: true) }
            // One in ten milliseconds, whatever the others do.
            let admitted = (0..<50).count { _ in trafficguard_may_accept() }
            #expect(admitted <= 5)
            let end = ContinuousClock.now + .seconds(60)
            while !trafficguard_may_accept() { try #require(ContinuousClock.now < end) }
            for stream in crowd { #expect(stream.finishHandshake()) }
            #expect((0..<50).allSatisfy { _ in trafficguard_may_accept() })
        }
    }

    @Test("So many handshakes are under way at once, and one that ends makes room for one")
    func handshakesAtOnce() async {
        await #expect(processExitsWith: .success) {
            var crowd = try (0..<64).map { _ in try Stream(isRemote: true) }
            #expect(TrafficGuardTests.isBounded())
            #expect(crowd[0].finishHandshake())
            #expect(!TrafficGuardTests.isBounded())
            crowd.append(try Stream(isRemote: true))
            #expect(TrafficGuardTests.isBounded())
            // As does one that is closed.
            crowd.removeLast()
            #expect(!TrafficGuardTests.isBounded())
        }
    }

    /// Returns a Boolean value indicating whether another is accepted only every now and then.
    private static func isBounded() -> Bool {
        !(0..<1_000).allSatisfy { _ in trafficguard_may_accept() }
    }

    @Test("The bytes of a connection are released with its descriptor, reported or not")
    func closed() throws {
        let before = trafficguard_kept()
        let part = Stream.frame(of: 100_000, hasMore: true)
        var stream: Stream? = try Stream()
        for _ in 0..<100 { #expect(stream?.bring(part) == true) }
        #expect(trafficguard_kept() - before >= 10_000_000)
        stream = nil
        #expect(trafficguard_kept() - before < 1_000_000)
    }

    @Test("A receiver that reads nothing is found, and one that reads a little is not")
    func unread() throws {
        let (deaf, slow) = (try Stream(), try Stream())
        deaf.sendUntilFull()
        slow.sendUntilFull()
        let idle = try Stream()
        #expect(unsafe send(idle.accepted, [1], 1, 0) == 1)
        for _ in 0..<3 {
            let found = TrafficGuard.sweep(after: 2).map(\.descriptor)
            #expect(!found.contains(deaf.accepted))
            slow.drain()
            slow.sendUntilFull()
        }
        let found = TrafficGuard.sweep(after: 2)
        #expect(found.contains { $0.descriptor == deaf.accepted && $0.reason == .unread })
        #expect(!found.contains { $0.descriptor == slow.accepted })
        #expect(!found.contains { $0.descriptor == idle.accepted })
    }

    @Test("Another connection of the same number is none of it")
    func numbers() throws {
        let stream = try Stream()
        let part = Stream.frame(of: 100_000, hasMore: true)
        for _ in 0..<100 { #expect(stream.bring(part)) }
        let number = stream.accepted
        // A connection before it with this number may have been hung up.
        _ = TrafficGuard.takeDisconnected(number)
        let pair = try Stream.Pair(replacing: stream)
        // More than one connection may keep, but this one was not accepted, so it is not counted.
        for _ in 0..<300 { #expect(pair.bring(part)) }
        #expect(TrafficGuard.takeDisconnected(number) == nil)
    }

    private static func found(_ stream: Stream) -> TrafficGuard.StalledConnection? {
        TrafficGuard.sweep(after: 2).first { $0.descriptor == stream.accepted }
    }
}
