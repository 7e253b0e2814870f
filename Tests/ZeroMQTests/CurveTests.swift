import SocketHarness
import Testing
import ZeroMQ

@Suite("CURVE")
struct CurveTests {
    /// A CURVE server with `keys`, and a client that takes `serverKey` for its key.
    private static func parties(
        keys: CurveKeyPair, serverKey: CurvePublicKey, in context: Context
    ) throws -> (server: Socket, client: Socket, endpoint: Endpoint) {
        let server = try Socket(.router, in: context)
        try server.set(.curveServer, to: true)
        try server.set(.curveSecretKey, to: keys.secretKey)
        let client = try Socket(.dealer, in: context)
        let own = try CurveKeyPair.generate()
        try client.set(.curvePublicKey, to: own.publicKey)
        try client.set(.curveSecretKey, to: own.secretKey)
        try client.set(.curveServerKey, to: serverKey)
        return (server, client, try server.bind(Transport.tcp.endpoint()))
    }

    @Test("This libzmq has it")
    func supported() {
        #expect(ZeroMQLibrary.supports("curve"))
        #expect(ZeroMQLibrary.supports("ipc"))
        #expect(!ZeroMQLibrary.supports("no-such-thing"))
        #expect(ZeroMQLibrary.version >= ZeroMQLibrary.oldestVersion)
        #expect(ZeroMQVersion(4, 3, 10) > ZeroMQVersion(4, 3, 4))
        #expect("\(ZeroMQVersion(4, 3, 4))" == "4.3.4")
    }

    @Test("With the right server key the handshake succeeds and messages pass")
    func rightKey() async throws {
        try await onStage { context in
            let keys = try CurveKeyPair.generate()
            let (server, client, endpoint) = try Self.parties(
                keys: keys, serverKey: keys.publicKey, in: context)
            let monitor = try Monitor(server)
            try client.connect(endpoint)
            try client.post([bytes("secret")])
            #expect(try server.next().last == bytes("secret"))
            _ = try monitor.next { $0 == .handshakeSucceeded }
            #expect(try server.get(.mechanism) == 2)
            #expect(try client.get(.curveServerKey) == keys.publicKey)
        }
    }

    @Test("With a wrong server key the server reports mismatched keys, and nothing passes")
    func wrongKey() async throws {
        try await onStage { context in
            let keys = try CurveKeyPair.generate()
            let (server, client, endpoint) = try Self.parties(
                keys: keys, serverKey: CurveKeyPair.generate().publicKey, in: context)
            let serverMonitor = try Monitor(server)
            let clientMonitor = try Monitor(client)
            try client.connect(endpoint)
            let failure = try serverMonitor.next {
                if case .handshakeFailedProtocol = $0 { true } else { false }
            }
            #expect(failure.kind == .handshakeFailedProtocol(code: .cryptographic))
            _ = try clientMonitor.next {
                if case .handshakeFailedNoDetail = $0 { true } else { false }
            }
            #expect(try server.receive() == nil)
        }
    }

    @Test("A client without CURVE is refused for its mechanism")
    func wrongMechanism() async throws {
        try await onStage { context in
            let keys = try CurveKeyPair.generate()
            let (server, _, endpoint) = try Self.parties(
                keys: keys, serverKey: keys.publicKey, in: context)
            let monitor = try Monitor(server)
            let plain = try Socket(.dealer, in: context)
            try plain.connect(endpoint)
            let failure = try monitor.next {
                if case .handshakeFailedProtocol = $0 { true } else { false }
            }
            #expect(failure.kind == .handshakeFailedProtocol(code: .mechanismMismatch))
        }
    }

    @Test("With an enforced domain and no ZAP handler no client passes")
    func enforcedDomain() async throws {
        try await onStage { context in
            let keys = try CurveKeyPair.generate()
            let server = try Socket(.router, in: context)
            try server.set(.curveServer, to: true)
            try server.set(.curveSecretKey, to: keys.secretKey)
            try server.set(.zapDomain, to: "navsync")
            try server.set(.zapEnforceDomain, to: true)
            let monitor = try Monitor(server)
            let client = try Socket(.dealer, in: context)
            let own = try CurveKeyPair.generate()
            try client.set(.curvePublicKey, to: own.publicKey)
            try client.set(.curveSecretKey, to: own.secretKey)
            try client.set(.curveServerKey, to: keys.publicKey)
            try client.connect(try server.bind(Transport.tcp.endpoint()))
            let end = try monitor.next {
                switch $0 {
                case .handshakeFailedNoDetail, .handshakeFailedProtocol, .disconnected,
                    .handshakeFailedAuthentication, .handshakeSucceeded:
                    true
                default: false
                }
            }
            #expect(end.kind != .handshakeSucceeded)
        }
    }

    @Test("Keys go to text and back, and the public one follows from the secret one")
    func keys() throws {
        let pair = try CurveKeyPair.generate()
        #expect(pair.publicKey.z85.utf8.count == 40)
        #expect(CurvePublicKey(z85: pair.publicKey.z85) == pair.publicKey)
        #expect(CurveSecretKey(z85: pair.secretKey.z85)?.bytes == pair.secretKey.bytes)
        #expect(try CurveKeyPair(secretKey: pair.secretKey).publicKey == pair.publicKey)
        #expect(try CurveKeyPair.generate().publicKey != pair.publicKey)
    }

    @Test(
        "Texts that are no key",
        arguments: [
            "", "short", String(repeating: "0", count: 39), String(repeating: "0", count: 41),
            String(repeating: "~", count: 40), String(repeating: "é", count: 20),
            String(repeating: "#", count: 40), String(repeating: "0", count: 39) + "\0",
            String(repeating: " ", count: 40),
        ])
    func badKeys(text: String) {
        #expect(CurvePublicKey(z85: text) == nil)
        #expect(CurveSecretKey(z85: text) == nil)
    }

    @Test("A secret key is not shown")
    func withheld() throws {
        let secret = try CurveKeyPair.generate().secretKey
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped] {
            #expect(!text.contains(secret.z85))
            #expect(!text.contains("\(secret.bytes[0]),"))
        }
        #expect(CurveSecretKey(bytes: [1]) == nil)
        #expect(CurvePublicKey(bytes: [1]) == nil)
    }
}
