import NavigationClient
import NavigationServer
import NavigationTransport
import NavigationWire
import Testing
import ZeroMQ

/// A server on tcp with a key of its own, and devices that it knows.
struct RemoteStage {
    let bench: TransportBench
    let keys: CurveKeyPair

    /// A device with its keys.
    struct Device: Sendable {
        let keys: CurveKeyPair
        let principal: Principal

        init(keys: CurveKeyPair) throws {
            self.keys = keys
            principal = .device(try #require(PublicKey(bytes: keys.publicKey.bytes)))
        }
    }

    init(limits: ServerLimits = ServerLimits(), opens: Bool = true) async throws {
        bench = try TransportBench()
        keys = try CurveKeyPair.generate()
        try await bench.startServer(keys: keys, limits: limits, opens: opens)
    }

    /// A device that is known on both services.
    func device() async throws -> Device {
        let device = try Device(keys: CurveKeyPair.generate())
        await bench.admit(device.keys, to: [.control, .feed], as: device.principal)
        return device
    }

    func credentials(_ device: Device) -> ClientCredentials {
        ClientCredentials(keys: device.keys, serverKey: keys.publicKey)
    }

    /// Starts a client of a known device, connected on control and on the feed.
    func connect(_ name: String, following topic: Topic) async throws -> Device {
        let device = try await device()
        try await bench.startClient(name, credentials: credentials(device), greeting: [0])
        await bench.next(.connected, of: name)
        await bench.next {
            if case .request([0], _, by: device.principal) = $0 { true } else { false }
        }
        try await bench.follow(topic, from: name)
        await bench.next { $0 == .subscription(topic.bytes, by: device.principal) }
        return device
    }
}

extension Topic {
    /// A random one.
    static var any: Topic {
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }
}

extension Monitor {
    /// Returns the event that ends the handshake, or `nil` after the deadline; blocks its thread.
    func handshakeEnd() throws -> MonitorEvent.Kind? {
        while try !socket.wait(for: .readable, within: .seconds(50)).isEmpty {
            while let event = try receive() {
                switch event.kind {
                case .handshakeSucceeded, .handshakeFailedNoDetail, .handshakeFailedProtocol,
                    .handshakeFailedAuthentication:
                    return event.kind
                default: break
                }
            }
        }
        return nil
    }
}
