import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

@testable import NavigationServer

@Suite("Refusals of a paired device, over tcp")
struct RefusalTests {
    /// A daemon that knows three devices: ann's phone, which may do everything, her pad, which may
    /// only look, and bob's desk.
    private struct Stage {
        let daemon: TestDaemon
        let phone: TestDevice
        let pad: TestDevice
        let desk: TestDevice
        /// The key pair of bob's desk, for connections of any kind.
        let deskKeys: CurveKeyPair
        let serverKey: CurvePublicKey
        let feed: String
        let control: String

        init() async throws {
            let port = try LoopbackPort.freePair()
            let address = TCPAddress(host: "127.0.0.1", port: port)
            let keys = try ServerKeys()
            let store = InMemoryStore()
            var changes: [RegistryChange] = ["ann", "bob"].map {
                .user(RegisteredUser(name: $0, uid: nil, added: .zero))
            }
            func device(
                _ number: UInt64, of user: UserID, _ role: Role = .full,
                _ pair: CurveKeyPair? = nil
            ) throws -> TestDevice {
                let pair = try pair ?? CurveKeyPair.generate()
                let key = try #require(PublicKey(bytes: pair.publicKey.bytes))
                let device = try TestDevice(
                    number, at: "tcp://\(address)", keys: pair,
                    serverKey: keys.current.publicKey)
                changes.append(
                    .device(
                        RegisteredDevice(
                            id: device.id, name: "device", platform: "", role: role,
                            credential: .key(key), invitation: nil, added: .zero), of: user))
                return device
            }
            phone = try device(1, of: "ann")
            pad = try device(2, of: "ann", .viewer)
            deskKeys = try CurveKeyPair.generate()
            desk = try device(3, of: "bob", .full, deskKeys)
            serverKey = keys.current.publicKey
            feed = "tcp://\(TCPAddress(host: address.host, port: port + 1))"
            try await store.commit([], changes, under: await store.claim(.all, after: .zero))
            control = "tcp://\(address)"
            daemon = try TestDaemon(store: store, tcp: address, keys: keys)
        }

        /// Returns the event that ends a handshake with these keys.
        func knock(_ keys: CurveKeyPair, at service: Channel) async throws -> MonitorEvent.Kind {
            let endpoint = service == .control ? control : feed
            let capture = try FeedCapture(
                of: [], at: endpoint, as: service == .control ? .dealer : .sub, keys: keys,
                serverKey: serverKey)
            return try await capture.handshakeEnd()
        }
    }

    private func isNotPermitted(_ result: Reply.Result) -> Bool {
        result.failure?.code == .notPermitted
    }

    @Test("Another user's scenes are not accessible, nor is the user's existence disclosed")
    func foreignScene() async throws {
        let stage = try await Stage()
        try await stage.phone.hello()
        _ = try await stage.phone.sync()
        let mine = try await stage.phone.submit(await stage.phone.change(TestDevice.tab("inbox")))
        #expect(mine.receipt?.revision == 1)
        let foreign = try await stage.desk.hello(user: "ann")
        #expect(isNotPermitted(foreign), "\(foreign)")
        #expect(try await stage.desk.hello(user: "nobody").failure == foreign.failure)
        // Requested as bob's own, the scene of the same name is his, and empty.
        _ = try await stage.desk.welcome(user: "bob")
        #expect(try await stage.desk.sync().head.revision == .zero)
        try await stage.daemon.stop()
    }

    @Test("An unknown or revoked key is refused on both channels")
    func unknownKey() async throws {
        let stage = try await Stage()
        try await stage.phone.hello()
        let pair = try CurveKeyPair.generate()
        let key = try #require(PublicKey(bytes: pair.publicKey.bytes))
        let invite = InviteRequest(
            user: "ann", name: "tablet", role: .full, key: key, lifetime: .seconds(60))
        guard case .invited(let invited) = try await stage.phone.ask(.invite(invite)) else {
            throw NoReply()
        }
        // While it is open, an invitation's key opens one endpoint.
        #expect(try await stage.knock(pair, at: .control) == .handshakeSucceeded)
        let refused = MonitorEvent.Kind.handshakeFailedAuthentication(status: 400)
        #expect(try await stage.knock(pair, at: .feed) == refused)
        #expect(try await stage.phone.ask(.withdrawInvitation("ann", invited.id)) == .done)
        _ = try await stage.phone.ask(.revokeDevice("ann", stage.pad.id))
        for keys in [try CurveKeyPair.generate(), pair, try #require(stage.pad.keys)] {
            for service in Channel.allCases {
                #expect(try await stage.knock(keys, at: service) == refused, "\(service)")
            }
        }
        #expect(try await stage.knock(stage.deskKeys, at: .feed) == .handshakeSucceeded)
        try await stage.daemon.stop()
    }

    @Test(
        "Subscribing to another user's topic, or part of it, disconnects, and delivers nothing",
        arguments: 0..<5)
    func foreignTopic(_ kind: Int) async throws {
        let stage = try await Stage()
        let welcome = try await stage.phone.welcome()
        let topic = welcome.topic.bytes
        let parts = [topic, [], [topic[0]], Array(topic.dropLast()), topic + [0]]
        let own = try FeedCapture(of: topic, at: stage.daemon.feed)
        try await own.go { $0.first == topic }
        let foreign = try FeedCapture(
            of: parts[kind], at: stage.feed, keys: stage.deskKeys, serverKey: stage.serverKey)
        try await foreign.go(throughCuts: 2)
        _ = try await stage.phone.sync()
        for number in 0..<20 {
            let change = await stage.phone.change(
                number == 0 ? TestDevice.tab("inbox") : .addToBadge("inbox", 1))
            #expect(try await stage.phone.submit(change).receipt != nil)
        }
        try await own.go { welcome.brings(20, $0) }
        try await foreign.go(throughCuts: 2)
        // No other topic carries the messages for the foreigner.
        let received = await own.messages
        #expect(received.allSatisfy { $0.first == topic && $0.last != FeedFrame.expiredFrame })
        for message in await foreign.messages { #expect(message.last?.first == 1, "it is sealed") }
        try await stage.daemon.stop()
    }

    @Test("Another device is not spoken for, of another user or of one's own")
    func foreignDevice() async throws {
        let stage = try await Stage()
        for user: UserID in ["ann", "bob"] {
            let hello = Hello(user: user, device: stage.phone.id, name: "phone")
            let refusal = try await stage.desk.ask(.hello(hello))
            #expect(isNotPermitted(refusal), "\(refusal)")
        }
        let own = Hello(user: "ann", device: stage.pad.id, name: "pad")
        #expect(isNotPermitted(try await stage.phone.ask(.hello(own))))
        try await stage.phone.hello()
        let epoch = try await stage.phone.sync().head.epoch
        let change = Change(
            device: stage.pad.id, sequence: 1, base: Change.Base(revision: .zero, latest: .zero),
            operations: [TestDevice.tab("inbox")])
        let submit = SubmitRequest(
            scene: .main, epoch: epoch, after: .zero, change: change.encoded, age: 0)
        #expect(try await stage.phone.ask(.submit(submit)).failure?.code == .malformed)
        #expect(try await stage.phone.sync().head.revision == .zero)
        try await stage.daemon.stop()
    }

    @Test("A viewer reads everything, and neither changes scenes nor manages devices")
    func viewer() async throws {
        let stage = try await Stage()
        #expect(try await stage.pad.welcome().role == .viewer)
        _ = try await stage.pad.sync()
        let submitted = try await stage.pad.submit(
            await stage.pad.change(TestDevice.tab("inbox")))
        #expect(isNotPermitted(submitted), "\(submitted)")
        let key = try #require(PublicKey(bytes: Array(repeating: 7, count: 32)))
        let calls: [Request.Call] = [
            .invite(InviteRequest(user: nil, name: "friend", role: .full, key: key)),
            .revokeDevice(nil, stage.phone.id),
            .updateDevice(nil, stage.pad.id, name: nil, role: .full),
        ]
        for call in calls {
            let refusal = try await stage.pad.ask(call)
            #expect(isNotPermitted(refusal), "\(call): \(refusal)")
        }
        #expect(try await stage.pad.sync().head.revision == .zero)
        try await stage.daemon.stop()
    }

    @Test("Requests of administrators or about another user's devices are refused without effect")
    func administration() async throws {
        let stage = try await Stage()
        _ = try await stage.desk.welcome(user: "bob")
        let calls: [Request.Call] = [
            .listUsers(after: nil), .addUser("eve", uid: nil), .removeUser("ann", erases: true),
            .listDevices("ann"), .listDevices("nobody"), .revokeDevice("ann", stage.phone.id),
            .serverKey(.prepare),
        ]
        for call in calls {
            let refusal = try await stage.desk.ask(call)
            #expect(isNotPermitted(refusal), "\(call): \(refusal)")
        }
        let welcome = try await stage.phone.welcome()
        #expect(welcome.user == "ann" && welcome.role == .full && welcome.nextServerKey == nil)
        try await stage.daemon.stop()
    }
}
