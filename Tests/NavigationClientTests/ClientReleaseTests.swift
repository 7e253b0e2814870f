import DeviceStore
import Foundation
import NavigationClient
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationWire
import Testing

/// Each in a process of its own: what goes wrong here ends it.
@Suite("Clients that are dropped without being closed", .timeLimit(.minutes(5)))
struct ClientReleaseTests {
    @Test("A client that is dropped while it is connected leaves nothing open")
    func connected() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let daemon = try await Self.start(in: home)
            try await Self.expectNothingLeft(in: home) { mirror in
                #expect(await mirror.waitUntilReady(within: .seconds(120)) == nil)
            }
            try await daemon.stop()
        }
    }

    @Test("A client that is dropped while it looks for its daemon leaves nothing open")
    func reconnecting() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let daemon = try await Self.start(in: home)
            try await daemon.stop()
            try await Self.expectNothingLeft(in: home) { mirror in
                #expect(await mirror.waitUntilReady(within: .seconds(120))?.code == .unreachable)
                try await mirror.perform(.replaceScene(MirrorTests.tabs))
            }
        }
    }

    @Test("A change that is in flight when its client is dropped is done once")
    func inFlight() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let daemon = try await Self.start(in: home)
            try await Self.expectNothingLeft(in: home) { mirror in
                #expect(await mirror.waitUntilReady(within: .seconds(120)) == nil)
                try await mirror.perform(.replaceScene(MirrorTests.tabs))
                try await mirror.perform(.push(ScreenDescription(route: "app://inbox/1")))
            }
            let next = try await home.client("phone")
            let mirror = try await next.mirror()
            let settled = await mirror.update { $0.status == .live && $0.pendingCount == 0 }
            #expect(settled?.revision == 2)
            #expect(settled?.scene.selected?.stack.count == 2)
            await next.close()
            try await daemon.stop()
        }
    }

    @Test("A mirror, a sequence and a change go on without the client that they are from")
    func held() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let daemon = try home.start()
            var mirror: SceneMirror? = try await home.client("phone").mirror()
            let change = try await mirror?.perform(.replaceScene(MirrorTests.tabs))
            mirror = nil
            #expect(try await change?.outcome().outcomes.mostSevere.kind == .applied)
            var updates = try await home.client("phone").mirror().updates.makeAsyncIterator()
            var last = await updates.next()
            while let update = last, update.revision == .zero { last = await updates.next() }
            #expect(last?.revision == 1)
            try await daemon.stop()
        }
    }

    @Test("A visit that is dropped by an error leaves nothing open")
    func visits() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let daemon = try await Self.start(in: home)
            let before = OpenThings.count
            try await Self.visit(home)
            #expect(!FileManager.default.fileExists(atPath: Self.log(in: home)))
            await Self.expectBack(to: before)
            try await daemon.stop()
        }
    }

    @Test("A hundred clients that are made and dropped leave no thread and no descriptor")
    func hundred() async {
        await #expect(processExitsWith: .success) {
            let home = try Home()
            let daemon = try await Self.start(in: home)
            let before = OpenThings.count
            for number in 0..<100 {
                try await Self.use(home) { mirror in
                    // Some before they are connected, some after.
                    guard number.isMultiple(of: 2) else { return }
                    #expect(await mirror.waitUntilReady(within: .seconds(120)) == nil)
                }
            }
            await Self.expectBack(to: before)
            try await daemon.stop()
        }
    }

    /// Starts a daemon, and returns it when all that it has open is open: it starts in the background.
    private static func start(in home: Home) async throws -> Daemon {
        let daemon = try home.start()
        try await use(home) {
            #expect(await $0.waitUntilReady(within: .seconds(120)) == nil)
        }
        return daemon
    }

    /// Makes a client, and drops it.
    private static func use(
        _ home: Home, _ body: (SceneMirror) async throws -> Void
    ) async throws {
        let client = try await home.client("phone")
        try await body(client.mirror())
    }

    private static func visit(_ home: Home) async throws {
        let administration = try await home.client("phone").administration()
        _ = try await administration.devices()
        let session = try await home.visit("phone")
        #expect(await session.fetchScene().blockingError == nil)
    }

    /// Makes a client, drops it as `body` leaves it, and expects its directory to be closed at once and
    /// all else in the end.
    private static func expectNothingLeft(
        in home: Home, _ body: (SceneMirror) async throws -> Void
    ) async throws {
        // The first leaves what the process keeps.
        try await use(home) { _ in }
        let start = try home.directory("phone")
        #expect(await eventually { (try? start.trySenderLock()) != nil })
        start.close()
        #expect(await eventually { !OpenThings.hasClient }, "\(OpenThings.count)")
        let before = OpenThings.count

        try await use(home, body)
        #expect(!FileManager.default.fileExists(atPath: log(in: home)))
        let directory = try home.directory("phone")
        #expect(await eventually { (try? directory.trySenderLock()) != nil })
        directory.close()
        await expectBack(to: before)
    }

    /// Waits until no more is open than before.
    private static func expectBack(to before: OpenThings) async {
        let isBack = await eventually { OpenThings.count <= before }
        #expect(isBack, "\(before), \(OpenThings.count)")
    }

    /// The write-ahead log of the phone's directory: there as long as anybody has it open.
    private static func log(in home: Home) -> String { "\(home.path)/phone/device.sqlite-wal" }
}

/// The file descriptors of this process and the threads that have a name.
private struct OpenThings: CustomStringConvertible {
    /// Targets of the descriptors' links in `/proc`.
    let files: [String]
    let threads: Int

    /// The open files and threads at present. The threads of the cooperative pool come and go by
    /// themselves, and the daemon of this process opens another reader of its store whenever two
    /// reads coincide.
    static var count: OpenThings {
        let files = entries("/proc/self/fd").map { number in
            let link = "/proc/self/fd/\(number)"
            return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? number
        }
        return OpenThings(
            files: files.filter { !$0.contains("/navsync.sqlite") }, threads: names.count)
    }

    var description: String {
        "\(threads) threads, \(files.count) files: \(files.sorted().joined(separator: " "))"
    }

    /// A Boolean value indicating whether a client's thread is there.
    static var hasClient: Bool { names.contains("navsync-client") }

    static func <= (left: OpenThings, right: OpenThings) -> Bool {
        left.files.count <= right.files.count && left.threads <= right.threads
    }

    private static var names: [String] {
        entries("/proc/self/task").compactMap { thread in
            // One that has ended meanwhile is none.
            let file = "/proc/self/task/\(thread)/comm"
            let name = try? String(contentsOfFile: file, encoding: .utf8)
            return name?.trimmingCharacters(in: .newlines)
        }.filter { name in
            ["navsync", "ZMQ", "zmq"].contains { name.hasPrefix($0) }
                && !name.hasPrefix("navsyncPack")
        }
    }

    private static func entries(_ directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }
}

/// Waits until something is so; `false` if it never is.
private func eventually(_ isSo: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while !isSo() {
        guard ContinuousClock.now < end else { return false }
        await Task.yield()
    }
    return true
}
