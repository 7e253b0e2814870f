import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationWire
import Testing

/// The part of the feed that a foreigner captures, on real sockets, while a user is at work.
@Suite("A foreign subscription learns nothing but when, and how much")
struct FeedSecrecyTests {
    private static let user: UserID = "ottoline.featherstone"
    private static let scene: SceneID = "apothecary-ledger"
    private static let name: DeviceName = "Ottoline's violet telephone"
    private static let route = "remedies://hemlock/antidote-for-gregor"
    private static let title = "Überdosis Schierling: what to do"
    private static let payload = Array("dosage=31 drops; 處方箋第十七號".utf8)
    private static let tab: TabID = "poisons-and-antidotes"

    /// All that is somebody's secret, and whether the feed carries it at all.
    private static let secrets: [(bytes: [UInt8], isCarried: Bool)] = [
        (Array(user.rawValue.utf8), false), (Array(scene.rawValue.utf8), true),
        (Array(name.rawValue.utf8), true), (Array(route.utf8), true),
        (Array(title.utf8), true), (payload, true), (Array(tab.rawValue.utf8), true),
    ]

    /// Returns a Boolean value indicating whether six bytes in a row of a secret are anywhere.
    private static func isLeaked(_ secret: [UInt8], in bytes: [UInt8]) -> Bool {
        let length = 6
        let pieces = Set((0...secret.count - length).map { Array(secret[$0..<$0 + length]) })
        return bytes.indices.dropLast(length - 1).contains { start in
            pieces.contains(Array(bytes[start..<start + length]))
        }
    }

    /// A user at work, and two captures by a foreign peer: of everything, and of the user's topic.
    private static func capture() async throws -> (Welcome, foreign: Welcome, [FeedCapture]) {
        let daemon = try TestDaemon(store: InMemoryStore())
        let unknownUID = try TestDevice(2, at: daemon.control)
        for name in ["mallory", user] {
            #expect(try await unknownUID.ask(.addUser(name, uid: nil)) == .done)
        }
        let foreign = try await unknownUID.welcome(user: "mallory", name: "lurker")
        let device = try TestDevice(1, at: daemon.control)
        let welcome = try await device.welcome(user: user, name: name)
        let captures = try [[], welcome.topic.bytes].map {
            try FeedCapture(of: $0, at: daemon.feed)
        }
        // Each is subscribed when it has its answer.
        for capture in captures { try await capture.go { _ in true } }

        _ = try await device.sync(scene)
        let attributes = [
            Attribute(field: ScreenField.route, value: .text(route)),
            Attribute(field: ScreenField.title, value: .text(title)),
            Attribute(field: ScreenField.payload, value: Value(bytes: payload)),
        ]
        let declared = try await device.submit(device.change(TestDevice.tab(tab), in: scene))
        #expect(declared.receipt?.revision == 1)
        let pushed = try await device.submit(
            device.change(
                .push("violet", onto: .tab(tab), on: nil, attributes: attributes), in: scene))
        #expect(pushed.receipt?.revision == 2)
        for capture in captures { try await capture.go { welcome.brings(2, $0) } }
        try await daemon.stop()
        return (welcome, foreign, captures)
    }

    @Test("No six bytes of another user's routes, titles, payloads and names are in a capture")
    func nothingInClear() async throws {
        let (welcome, foreign, captures) = try await Self.capture()
        for capture in captures {
            let bytes = await capture.bytes
            for secret in Self.secrets {
                #expect(!Self.isLeaked(secret.bytes, in: bytes))
            }
            let messages = await capture.messages
            for message in messages { #expect(foreign.opened(message) == nil) }

            // The very same capture holds it all for who has the key.
            let opened = messages.compactMap { welcome.opened($0)?.encoded }.flatMap { $0 }
            for secret in Self.secrets where secret.isCarried {
                #expect(Self.isLeaked(secret.bytes, in: opened))
            }
        }
    }

    @Test("Frames have the sizes of their steps, counters of their own, and nothing else in clear")
    func sizes() async throws {
        let (welcome, _, captures) = try await Self.capture()
        for capture in captures {
            var counters: Set<[UInt8]> = []
            for message in await capture.messages where message.first == welcome.topic.bytes {
                let frame = try #require(message.last)
                #expect(message.count == 2 && frame[0] == 1)
                #expect(frame.count % 256 == 25 && frame.count <= WireLimits.feed)
                #expect(counters.insert(Array(frame[1..<9])).inserted)
            }
            // Both commits; whether the other capture's answer came too, is a matter of time.
            #expect(counters.count >= 2)
        }
    }

    @Test("From the moment that a device is revoked, what is published is not for its key")
    func revoked() async throws {
        let daemon = try TestDaemon(store: InMemoryStore())
        let stays = try TestDevice(1, at: daemon.control)
        let goes = try TestDevice(2, at: daemon.control)
        let old = try await goes.welcome(name: "lost phone")
        #expect(try await stays.welcome().feedKey == old.feedKey)
        let capture = try FeedCapture(of: [], at: daemon.feed)
        try await capture.go { _ in true }
        for device in [goes, stays] {
            _ = try await device.sync()
            let tab = TestDevice.tab("inbox")
            #expect(try await device.submit(device.change(tab)).receipt != nil)
        }
        try await capture.go { old.brings(1, $0) }

        let result = try await stays.ask(.revokeDevice("ann", goes.id))
        guard case .revoked(let revoked) = result else { throw Unexpected(result: result) }
        let revocation = try #require(revoked.heads.first?.revision)
        // Its session has ended, and hello, which would tell it the new key, is refused.
        let late = try await goes.submit(goes.change(.addToBadge("inbox", 1)))
        #expect(late.failure?.code == .helloFirst)
        #expect(try await goes.hello().failure?.code == .revoked)
        let presence = try await stays.ask(.presence(scene: .main))
        guard case .heads(let reply) = presence else {
            throw Unexpected(result: presence)
        }
        #expect(reply.heads.first?.revision == revocation)
        let new = try await stays.welcome()
        #expect(new.topic == reply.topic && new.topic != old.topic && new.feedKey != old.feedKey)
        let receipt = try await stays.submit(stays.change(.addToBadge("inbox", 1))).receipt
        let revision = try #require(receipt?.revision)
        try await capture.go { new.brings(revision, $0) }

        let messages = await capture.messages
        let gone = try #require(
            messages.firstIndex(of: [old.topic.bytes, FeedFrame.expiredFrame]))
        for (index, message) in messages.enumerated() {
            #expect((old.opened(message) != nil) == (index < gone && message.last?.first == 1))
        }
        #expect(
            messages.contains { new.brings(revocation, $0) }, "the others read that it was revoked")
        #expect(!messages.contains { old.brings(revocation, $0) })
        try await daemon.stop()
    }

    @Test("After a start topic and key are others: what the old key opened it opens no more")
    func restarted() async throws {
        let disk = InMemoryStore.Storage()
        var welcomes: [Welcome] = []
        for start in 1...UInt64(3) {
            let daemon = try TestDaemon(store: InMemoryStore(on: disk))
            let device = try TestDevice(1, at: daemon.control)
            let welcome = try await device.welcome()
            let capture = try FeedCapture(of: [], at: daemon.feed)
            try await capture.go { _ in true }
            _ = try await device.sync()
            let operation: NavigationModel.Operation =
                start == 1 ? TestDevice.tab("inbox") : .addToBadge("inbox", 1)
            let receipt = try await device.submit(device.change(operation)).receipt
            let revision = try #require(receipt?.revision)
            let message = try await capture.go { welcome.brings(revision, $0) }
            let frame = try #require(message.last)
            for old in welcomes {
                #expect(old.topic != welcome.topic && old.feedKey != welcome.feedKey)
                for topic in [old.topic, welcome.topic] {
                    let opened = try? FeedFrame(
                        opening: frame, topic: topic, key: old.feedKey)
                    #expect(opened == nil)
                }
                let answer = try await device.subscribe(to: old.topic.bytes, at: daemon.feed)
                #expect(answer == FeedFrame.expiredFrame)
            }
            welcomes.append(welcome)
            try await daemon.stop()
        }
    }
}
