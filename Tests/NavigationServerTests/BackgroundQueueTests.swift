import InMemoryStore
import Dispatch
import Foundation
import NavigationModel
import NavigationStore
import NavigationWire
import Synchronization
import Testing

@testable import NavigationServer

@Suite("Work that takes long", .serialized, .timeLimit(.minutes(5)))
struct BackgroundQueueTests {
    @Test("It is done one at a time, in order, and never on the pool that others run on")
    func apart() async {
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let gate = Gate()
        // On the pool, so many of these would leave nobody to open the gate.
        let works = (0..<count).map { _ in
            Task { await BackgroundQueue.run { gate.pass() } }
        }
        // All of the pool's threads have come by here once something has run on it.
        await Task { gate.open() }.value
        for work in works { #expect(await work.value) }
        #expect(gate.most == 1)
    }

    @Test(
        "A scene's status and its content wait for it; others are answered meanwhile",
        arguments: [0, 1])
    func loop(kind: Int) async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let asker = try TestDevice(1, at: daemon.control)
        try await asker.hello()
        _ = try await asker.sync()
        #expect(try await asker.submit(await asker.change(TestDevice.tab("inbox"))).receipt != nil)
        let other = try TestDevice(2, at: daemon.control)
        #expect(try await other.ask(.addUser("bob", uid: nil)) == .done)
        try await other.hello(user: "bob")
        let gate = Gate()
        // Whatever takes long waits behind this.
        let work = Task { await BackgroundQueue.run { gate.pass() } }
        while !gate.isReached { await Task.yield() }
        let call: Request.Call =
            kind == 0
            ? .status(scene: .main) : .sync(scene: .main, epoch: .none, revision: .zero)
        try await asker.send(Request(id: 1_000, call: call).encoded)
        for _ in 0..<100 {
            #expect(try await other.ask(.presence(scene: .main)).failure == nil)
        }
        #expect(try await !asker.isAnswered(within: .zero))
        gate.open()
        let reply = try await asker.receive()
        #expect(reply.id == 1_000 && reply.result.failure == nil, "\(reply)")
        #expect(await work.value)
        try await daemon.stop()
    }

    @Test("A page of history is no longer than 256 KiB, and the pages together are all of it")
    func pages() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let device = try TestDevice(1, at: daemon.control)
        try await device.hello()
        _ = try await device.sync()
        #expect(
            try await device.submit(await device.change(TestDevice.tab("inbox"))).receipt != nil)
        for number in 1...40 {
            let note = Value(bytes: Array(repeating: UInt8(number), count: 16_000))
            let change = await device.change(
                .updateTab("inbox", attributes: [Attribute(field: Field(number: 900), value: note)])
            )
            #expect(try await device.submit(change).receipt != nil)
        }
        var revisions: [Revision] = []
        var pages = 0
        var hasMore = true
        while hasMore {
            let call = Request.Call.history(
                scene: .main, after: revisions.last ?? .zero, limit: 1_000)
            guard case .historyPage(let page) = try await device.ask(call) else {
                throw NoReply()
            }
            let lengths = page.commits.map(\.encoded.count)
            let length = lengths.reduce(0, +)
            #expect(length <= WireLimits.chunk)
            let isFull = length + (lengths.max() ?? 0) > WireLimits.chunk
            #expect(isFull || !page.hasMore, "\(length) bytes, and there is more")
            #expect(!page.commits.isEmpty)
            revisions += page.commits.map(\.revision)
            hasMore = page.hasMore && !page.commits.isEmpty
            pages += 1
        }
        #expect(revisions.map(\.rawValue) == Array(1...41))
        #expect(pages > 2)
        try await daemon.stop()
    }
}

/// The gate at which long work waits until it is opened.
private final class Gate: Sendable {
    private let way = DispatchSemaphore(value: 0)
    private let visits = Mutex((now: 0, most: 0))

    var isReached: Bool { most > 0 }
    /// The most that have stood there at once.
    var most: Int { visits.withLock { $0.most } }

    /// Waits for it to be opened; whether it was.
    func pass() -> Bool {
        visits.withLock { visits in
            visits.now += 1
            visits.most = max(visits.most, visits.now)
        }
        defer { visits.withLock { $0.now -= 1 } }
        guard way.wait(timeout: .now() + 20) == .success else { return false }
        way.signal()
        return true
    }

    func open() { way.signal() }
}
