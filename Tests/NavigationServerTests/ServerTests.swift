import Foundation
import InMemoryStore
import Logging
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationText
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@testable import NavigationServer

@Suite("The daemon on real sockets")
struct ServerTests {
    @Test("Nothing is done before hello, and a foreign version is refused with the supported one")
    func hello() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        #expect(try await device.ask(.presence(scene: .main)).failure?.code == .helloFirst)
        let refusal = try await device.hello(version: 99).failure
        #expect(refusal?.code == .versionUnsupported)
        #expect(refusal?.message.contains("99") == true)
        #expect(try await device.ask(.presence(scene: .main)).failure?.code == .helloFirst)
        guard case .welcome(let welcome) = try await device.hello() else { throw Bad.answer }
        #expect(welcome.feed.socket == "feed.sock")
        #expect(try await device.ask(.presence(scene: .main)).failure == nil)
        try await daemon.stop()
    }

    @Test(
        "A local user whose login name is reserved is known by number, unless the name is a user's",
        arguments: [false, true])
    func login(isThere: Bool) async throws {
        // As a domain's logins are named.
        let login = "WORK\\ann"
        let store = InMemoryStore()
        let claim = try await store.claim(.all, after: .zero)
        let former = RegisteredUser(name: UserID(unchecked: login), uid: nil, added: .zero)
        if isThere { try await store.commit([], [.user(former)], under: claim) }
        let daemon = try TestDaemon(store: store, login: login)
        let device = try TestDevice(1, at: daemon.control)
        let answer = try await device.ask(.hello(Hello(user: nil, device: device.id, name: "desk")))
        guard case .welcome(let welcome) = answer else { throw Bad.answer }
        #expect(welcome.user.rawValue == (isThere ? login : "uid-\(geteuid())"))
        try await daemon.stop()
    }

    @Test("Bytes that are no request are refused as malformed, and the next request is served")
    func malformed() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        for frame in [[], [0xff], Array("GET / HTTP/1.1\r\n\r\n".utf8), [8, 5]] as [[UInt8]] {
            try await device.send(frame)
            guard case .failure(let failure) = try await device.receive().result else {
                throw Bad.answer
            }
            #expect(failure.code == .malformed)
        }
        #expect(try await device.hello().failure == nil)
        try await daemon.stop()
    }

    @Test("W3: the same change again gets its first receipt, another one under its number does not")
    func exactlyOnce() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        _ = try await device.sync()
        let first = await device.change(TestDevice.tab("inbox"))
        let other = await device.change(TestDevice.tab("search"))
        let receipt = try #require(try await device.submit(first).receipt)
        #expect(receipt.revision == 1)
        #expect(try await device.ask(.submit(first)).receipt == receipt)
        #expect(try await device.ask(.submit(other)).failure?.code == .sequenceReused)
        let gap = SubmitRequest(
            scene: .main, epoch: await device.epoch, after: 5,
            change: Change(
                device: device.id, sequence: 6, base: Change.Base(revision: 0, latest: .zero),
                operations: [TestDevice.tab("x")]
            ).encoded, age: nil)
        let missing = try await device.ask(.submit(gap)).failure
        #expect(missing?.code == .sequenceExpected)
        #expect(missing?.expected == 1)
        #expect(try await device.sync().head.revision == 1)
        try await daemon.stop()
    }

    @Test("W4: a failed write is refused, nothing of it is seen, and the next one is taken")
    func failedWrite() async throws {
        let store = InMemoryStore()
        let daemon = try TestDaemon(store: store)
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        _ = try await device.sync()
        await store.failNextCall(with: .unavailable("the disk is full"))
        let change = await device.change(TestDevice.tab("inbox"))
        let refusal = try await device.submit(change).failure
        #expect(refusal?.code == .unavailable)
        #expect(refusal?.message.contains("the disk is full") == true)
        #expect(try await device.sync().head.revision == 0)
        #expect(
            try await device.submit(await device.change(TestDevice.tab("inbox"))).receipt?.revision
                == 1)
        try await daemon.stop()
    }

    @Test(
        "W3: an indeterminate write that took effect is found when it is resubmitted")
    func unknownOutcome() async throws {
        let store = InMemoryStore()
        let daemon = try TestDaemon(store: store)
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        _ = try await device.sync()
        await store.failNextCall(with: .indeterminate("the process was interrupted"))
        #expect(
            try await device.submit(await device.change(TestDevice.tab("a"))).failure?.code
                == .unavailable)
        _ = try await device.sync()
        await store.failNextCall(with: .indeterminate("again"), takingEffect: true)
        let change = await device.change(TestDevice.tab("b"))
        #expect(try await device.submit(change).failure?.code == .unavailable)
        let receipt = try #require(try await device.submit(change).receipt)
        #expect(receipt.revision == 1)
        #expect(try await device.sync().head.revision == 1)
        try await daemon.stop()
    }

    @Test("A daemon whose store was taken over stops by itself")
    func fenced() async throws {
        let store = InMemoryStore()
        let daemon = try TestDaemon(store: store)
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        _ = try await device.sync()
        await store.failNextCall(with: .fenced)
        #expect(
            try await device.submit(await device.change(TestDevice.tab("a"))).failure?.code
                == .unavailable)
        await #expect(throws: ServerError.self) { try await daemon.running.value }
        try? FileManager.default.removeItem(atPath: daemon.directory)
    }

    @Test("On a real disk the log is compacted while changes come in, and the time lived is noted")
    func compaction() async throws {
        let directory = NSTemporaryDirectory() + "navsync-\(UInt32.random(in: 0...UInt32.max))"
        let path = directory + "/navsync.sqlite"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let retention = RetentionPolicy(historyCommits: 20, commitsBetweenSnapshots: 10)
        let daemon = try TestDaemon(store: try SQLiteStore(opening: path), retention: retention)
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        _ = try await device.sync()
        for _ in 0..<60 {
            let change = await device.change(TestDevice.tab("inbox"))
            #expect(try await device.submit(change).receipt?.revision != nil)
        }
        guard
            case .historyPage(let page) = try await device.ask(
                .history(scene: .main, after: .zero, limit: 1))
        else { throw NoReply() }
        #expect(page.oldestRevision >= 20 && page.oldestRevision <= 40)
        #expect(page.commits.first?.revision == page.oldestRevision.next)
        let past = Request.Call.state(scene: .main, at: 5)
        #expect(try await device.ask(past).failure?.code == .outOfHistory)
        guard case .audit(let audit) = try await device.ask(.audit(scene: .main)) else {
            throw NoReply()
        }
        let digest = audit.memory.digest
        #expect(audit.fault == nil && audit.memory.revision == 60)
        // The last step may have come in between.
        guard case .state(digest, 60, let start) = audit.replay else {
            Issue.record("\(audit)")
            return
        }
        #expect(start >= page.oldestRevision && start <= 40)
        // A snapshot waits until the commits behind the last one are as long as that, so their times,
        // which take a byte more on a slow machine, decide at which revision the last one is.
        guard case .state(digest, 60, let last) = audit.snapshot else {
            Issue.record("\(audit)")
            return
        }
        #expect(last > 40)
        try await daemon.stop()

        let store = try SQLiteStore(opening: path)
        let claim = try await store.claim(.all, after: .zero)
        #expect(try await store.accumulatedUptime(under: claim) > .zero)
        await store.close()
    }

    @Test("W1: a subscription is answered, on a topic that is valid and on one that is not")
    func subscriptions() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        guard case .welcome(let welcome) = try await device.hello() else { throw Bad.answer }
        let answer = try await device.subscribe(to: welcome.topic.bytes, at: daemon.feed)
        let publication = try FeedFrame(
            opening: answer, topic: welcome.topic, key: welcome.feedKey)
        #expect(publication == .feed(.live))
        for topic in [[UInt8](repeating: 9, count: 16), [1, 2, 3]] {
            let answer = try await device.subscribe(to: topic, at: daemon.feed)
            #expect(answer == FeedFrame.expiredFrame)
        }
        try await daemon.stop()
    }

    @Test("A second daemon in the same socket directory is refused, and the first goes on")
    func secondDaemon() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        let second = try NavigationServer(
            configuration: try ServerConfiguration(socketDirectory: daemon.directory, tcp: nil),
            store: InMemoryStore(), logger: .init(label: "test"))
        await #expect(throws: ServerError.self) { try await second.run() }
        #expect(try await device.ask(.presence(scene: .main)).failure == nil)
        try await daemon.stop()
    }

    @Test("Tcp is served on loopback, with the feed on the next port")
    func tcp() async throws {
        let port = try LoopbackPort.freePair()
        let address = TCPAddress(host: "127.0.0.1", port: port)
        let keys = try ServerKeys()
        let ours = try CurveKeyPair.generate()
        let key = try #require(PublicKey(bytes: ours.publicKey.bytes))
        let store = InMemoryStore()
        let device = try TestDevice(
            1, at: "tcp://\(address)", keys: ours, serverKey: keys.current.publicKey)
        try await store.commit(
            [],
            [
                .user(RegisteredUser(name: "ann", uid: nil, added: .zero)),
                .device(
                    RegisteredDevice(
                        id: device.id, name: "phone", platform: "", role: .full,
                        credential: .key(key), invitation: nil, added: .zero), of: "ann"),
            ], under: await store.claim(.all, after: .zero))
        let daemon = try TestDaemon(store: store, tcp: address, keys: keys)
        guard case .welcome(let welcome) = try await device.hello() else { throw Bad.answer }
        #expect(welcome.feed.port == port + 1)
        try await daemon.stop()
    }

    @Test(
        "Refuses text that is no address",
        arguments: ["", ":1", "host", "host:0", "h:65536"])
    func badAddresses(text: String) {
        #expect(TCPAddress(text) == nil)
    }
}

private enum Bad: Error {
    case answer
}

extension InMemoryStore {
    /// Makes the next call fail: once a scene is loaded, that is the next write.
    fileprivate func failNextCall(with error: StoreError, takingEffect: Bool = false) {
        fail(call: calls + 1, with: error, takingEffect: takingEffect)
    }
}
