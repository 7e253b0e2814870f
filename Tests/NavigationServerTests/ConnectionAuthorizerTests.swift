import InMemoryStore
import NavigationModel
import NavigationStore
import NavigationSync
import NavigationTransport
import NavigationWire
import Testing

@testable import NavigationServer

@Suite("Authorization by the registry")
struct ConnectionAuthorizerTests {
    private static let noon = Timestamp(rawValue: 1_700_000_000_000_000)
    private static let now = ClockReading(wall: noon, uptime: .seconds(5))

    private static func key(_ byte: UInt8) throws -> PublicKey {
        try #require(PublicKey(bytes: Array(repeating: byte, count: PublicKey.length)))
    }

    private static func subject(
        _ number: UInt8, _ service: Channel
    ) throws -> ConnectionAuthorizer.Subject {
        ConnectionAuthorizer.Subject(
            key: try key(number), service: service, now: now, accumulatedUptime: .seconds(10))
    }

    private static func device(_ number: UInt8, revoked: Timestamp? = nil) throws
        -> RegisteredDevice
    {
        RegisteredDevice(
            id: DeviceID(high: 1, low: UInt64(number)), name: "device", platform: "", role: .viewer,
            credential: .key(try key(number)), invitation: nil, added: .zero, revoked: revoked)
    }

    private static func invitation(
        _ number: UInt8, expires: Timestamp = noon.next, accumulatedUptime: Duration = .seconds(11),
        end: Invitation.End? = nil
    ) throws -> Invitation {
        Invitation(
            id: InvitationID(rawValue: UInt64(number)), key: try key(number), name: "tablet",
            role: .full, expires: expires, expiresAtUptime: accumulatedUptime, end: end)
    }

    /// A store with a user who is there and one who was removed; numbers are those of keys.
    private static func store() async throws -> InMemoryStore {
        let store = InMemoryStore()
        let changes: [RegistryChange] = [
            .user(RegisteredUser(name: "ann", uid: nil, added: .zero)),
            .user(RegisteredUser(name: "bob", uid: nil, added: .zero, removed: noon)),
            .device(try device(1), of: "ann"), .device(try device(2, revoked: noon), of: "ann"),
            .device(try device(3), of: "bob"),
            .invitation(try invitation(11), of: "ann"),
            .invitation(try invitation(12, expires: noon), of: "ann"),
            .invitation(try invitation(13, accumulatedUptime: .seconds(10)), of: "ann"),
            .invitation(try invitation(14, end: .withdrawn), of: "ann"),
            .invitation(
                try invitation(15, end: .used(by: DeviceID(high: 1, low: 1))), of: "ann"),
            .invitation(try invitation(16), of: "bob"),
        ]
        try await store.commit([], changes, under: await store.claim(.all, after: .zero))
        return store
    }

    @Test("Devices with access may use both channels, an open invitation control; nobody else any")
    func admissions() async throws {
        let authorizer = ConnectionAuthorizer(asking: try await Self.store())
        for number: UInt8 in [1, 2, 3, 9, 11, 12, 13, 14, 15, 16] {
            for service in Channel.allCases {
                let admission = await authorizer.admission(of: try Self.subject(number, service))
                let expected: ServerTransport.AuthorizationDecision =
                    switch (number, service) {
                    case (1, _): .admitted(.device(try Self.key(1)))
                    case (11, .control): .admitted(.invitation(InvitationID(rawValue: 11)))
                    default: .refused
                    }
                #expect(admission == expected, "key \(number), \(service)")
            }
        }
    }

    @Test("An unreadable store authorizes nobody, and refuses nobody permanently")
    func failure() async throws {
        let store = try await Self.store()
        await store.close()
        let admission = await ConnectionAuthorizer(asking: store).admission(
            of: try Self.subject(1, .control))
        #expect(admission == .unavailable)
    }
}
