import Reactor
import Glibc
import NavigationClient
import NavigationServer
import NavigationTransport
import NavigationWire
import RunningProcesses
import Testing
import ZeroMQ

@Suite("Authorization of connections", .timeLimit(.minutes(5)))
struct AuthorizationTests {
    @Test("A known key connects on both channels, and every message has its principal")
    func known() async throws {
        let stage = try await RemoteStage()
        let phone = try await stage.device()
        try await stage.bench.startClient(credentials: stage.credentials(phone))
        await stage.bench.next(.connected)
        #expect(await stage.bench.send([1]))
        await stage.bench.next {
            if case .request([1], _, by: phone.principal) = $0 { true } else { false }
        }
        let topic = Topic.any
        try await stage.bench.follow(topic)
        await stage.bench.next { $0 == .subscription(topic.bytes, by: phone.principal) }
        await stage.bench.publish([2], on: topic)
        await stage.bench.next(.publication([2]))
        await stage.bench.close()
    }

    @Test("An unknown key is refused with a reason, and connects by itself once authorized")
    func unknown() async throws {
        let stage = try await RemoteStage()
        let keys = try CurveKeyPair.generate()
        let phone = try RemoteStage.Device(keys: keys)
        try await stage.bench.startClient(credentials: stage.credentials(phone))
        await stage.bench.next(.refused(.unknownKey, .control))
        await stage.bench.next { $0 == .refusal(.unknownKey, .control) }
        #expect(await stage.bench.send([1]) == false)
        // Asked again by itself: once more refused, then let in.
        await stage.bench.next(.refused(.unknownKey, .control))
        await stage.bench.admit(keys, to: [.control], as: phone.principal)
        await stage.bench.next(.connected)
        #expect(await stage.bench.send([1]))
        await stage.bench.next { $0.isRequest }
        await stage.bench.close()
    }

    @Test("A connection that can't be authorized yet is refused as such, and authorized later")
    func unavailable() async throws {
        let stage = try await RemoteStage()
        await stage.bench.answerOthers(.unavailable)
        let phone = try RemoteStage.Device(keys: CurveKeyPair.generate())
        try await stage.bench.startClient(credentials: stage.credentials(phone))
        await stage.bench.next(.refused(.temporarilyRefused, .control))
        await stage.bench.next { $0 == .refusal(.authorizationUnavailable, .control) }
        // Nobody answers at all: that is the same, after a while.
        await stage.bench.answerOthers(nil)
        await stage.bench.next(.refused(.temporarilyRefused, .control))
        await stage.bench.admit(phone.keys, to: [.control], as: phone.principal)
        await stage.bench.next(.connected)
        await stage.bench.close()
    }

    @Test("Over tcp a client without a key is refused, on both channels", arguments: [0, 1])
    func noKey(service: Int) async throws {
        let stage = try await RemoteStage()
        let endpoint = await stage.bench.remoteEndpoints[service]
        let end = try await stage.bench.withSockets { context in
            let client = try Socket(service == 0 ? .dealer : .sub, in: context)
            let monitor = try Monitor(client)
            try client.connect(endpoint)
            return try monitor.handshakeEnd()
        }
        // Both sides see that the other has another mechanism; who is first breaks off, of which the
        // second may see no more.
        let ends: [MonitorEvent.Kind?] = [
            .handshakeFailedProtocol(code: .mechanismMismatch),
            .handshakeFailedNoDetail(errno: EPIPE), .handshakeFailedNoDetail(errno: ECONNRESET),
        ]
        #expect(ends.contains(end))
        let reported = [Channel.control, .feed][service]
        await stage.bench.next {
            [.refusal(.wrongMechanism, reported), .refusal(.handshakeAbandoned, reported)].contains(
                $0)
        }
        await stage.bench.close()
    }

    @Test("Tcp without credentials is refused with advice to pair; without a server key not served")
    func credentials() async throws {
        let bench = try TransportBench()
        let candidate = EndpointCandidate(try ControlEndpoint("tcp://127.0.0.1:9"), .option)
        let client = DaemonConnection([candidate], context: try Context(), reactor: try Reactor())
        let error = await #expect(throws: TransportError.self) { try await client.start() }
        #expect(error?.description.contains("pair this one first") == true)
        await bench.close()
    }

    @Test("A client that takes the daemon for another is refused by both")
    func wrongServerKey() async throws {
        let stage = try await RemoteStage()
        let phone = try await stage.device()
        let other = try CurveKeyPair.generate().publicKey
        try await stage.bench.startClient(
            credentials: ClientCredentials(keys: phone.keys, serverKey: other))
        await stage.bench.next(.refused(.brokenHandshake, .control))
        await stage.bench.next { $0 == .refusal(.wrongServerKey, .control) }
        await stage.bench.next(.refused(.brokenHandshake, .control))
        await stage.bench.close()
    }

    @Test("A daemon that has switched to the key it announced is found by it")
    func nextServerKey() async throws {
        let stage = try await RemoteStage()
        let phone = try await stage.device()
        let old = try CurveKeyPair.generate().publicKey
        try await stage.bench.startClient(
            credentials: ClientCredentials(
                keys: phone.keys, serverKey: old, nextServerKey: stage.keys.publicKey))
        await stage.bench.next(.connected)
        try await stage.bench.follow(.any)
        await stage.bench.next { if case .subscription = $0 { true } else { false } }
        await stage.bench.close()
    }

    @Test("An invitation's key connects to control, and not to the feed")
    func invitation() async throws {
        let stage = try await RemoteStage()
        let keys = try CurveKeyPair.generate()
        let invitation = Principal.invitation(InvitationID(rawValue: 7))
        await stage.bench.admit(keys, to: [.control], as: invitation)
        try await stage.bench.startClient(
            credentials: ClientCredentials(keys: keys, serverKey: stage.keys.publicKey))
        await stage.bench.next(.connected)
        #expect(await stage.bench.send([1]))
        await stage.bench.next {
            if case .request([1], _, by: invitation) = $0 { true } else { false }
        }
        try await stage.bench.follow(.any)
        await stage.bench.next(.refused(.unknownKey, .feed))
        await stage.bench.next { $0 == .refusal(.unknownKey, .feed) }
        #expect(await stage.bench.send([2]))
        await stage.bench.next {
            if case .request([2], _, by: invitation) = $0 { true } else { false }
        }
        await stage.bench.close()
    }

    @Test("Over ipc a process of another user is that user", .enabled(if: getuid() == 0))
    func otherUser() async throws {
        let bench = try TransportBench()
        try await bench.startServer()
        let path = "\(bench.directory)/control.sock"
        #expect(unsafe chmod(path, 0o777) == 0)
        let process = try ForeignProcess.run(as: 65_534, sending: "hi", to: path)
        let request = await bench.next { $0.isRequest }
        guard case .request(Array("hi".utf8), let peer, by: .local(uid: 65_534)) = request else {
            Issue.record("\(request)")
            return
        }
        #expect(await bench.disconnect(peer))
        #expect(process.end() == .exit(0))
        await bench.close()
    }

    @Test("The daemon tries its own doors: shut ones pass")
    func shutDoors() async throws {
        let stage = try await RemoteStage(opens: false)
        try await stage.bench.runSelfTest(within: .seconds(30))
        #expect(await !stage.bench.hasUnread { _ in true })
        await stage.bench.openServer()
        // A registry that does not answer lets nobody in either.
        await stage.bench.answerOthers(nil)
        try await stage.bench.runSelfTest(within: .seconds(30))
        await stage.bench.close()
    }

    @Test("A listener that accepts an unknown key fails the self-test", arguments: Channel.allCases)
    func openDoor(service: Channel) async throws {
        let stage = try await RemoteStage(opens: false)
        await stage.bench.answerOthers(.admitted(.local(uid: 1)), on: [service])
        let error = await #expect(throws: TransportError.self) {
            try await stage.bench.runSelfTest(within: .seconds(30))
        }
        let port = await stage.bench.remoteEndpoints[service == .control ? 0 : 1]
        #expect(error?.description.contains("\(port) accepts") == true)
        await stage.bench.close()
    }

    @Test("Doors that don't answer in time don't pass")
    func silentDoors() async throws {
        let stage = try await RemoteStage(opens: false)
        await stage.bench.answerOthers(nil)
        await #expect(throws: TransportError.self) {
            try await stage.bench.runSelfTest(within: .milliseconds(50))
        }
        await stage.bench.close()
    }
}
