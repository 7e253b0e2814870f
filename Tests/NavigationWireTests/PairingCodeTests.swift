import NavigationModel
import NavigationProto
import NavigationWire
import Testing

@Suite("Short authentication strings of pairings")
struct PairingCodeTests {
    private static func key(_ byte: UInt8) throws -> PublicKey {
        try #require(PublicKey(bytes: Array(repeating: byte, count: PublicKey.length)))
    }

    private static func code(_ server: UInt8, _ device: UInt8, _ invitation: UInt8) throws -> String
    {
        PairingCode(
            server: try key(server), device: try key(device), invitation: try key(invitation)
        ).description
    }

    // Computed apart, from what the protocol's file says.
    @Test("It is six digits of the hash over the three keys, with the zeros in front")
    func vectors() throws {
        #expect(try Self.code(1, 2, 3) == "407 154")
        #expect(try Self.code(1, 13, 3) == "098 275")
    }

    @Test("Another device, another invitation and another daemon have another one")
    func parties() throws {
        let codes = try [(1, 2, 3), (1, 4, 3), (1, 2, 4), (4, 2, 3), (2, 1, 3), (1, 3, 2)]
            .map { try Self.code($0.0, $0.1, $0.2) }
        #expect(Set(codes).count == codes.count)
    }
}

@Suite("Actors on the wire")
struct AttributionTests {
    private static let time = Timestamp(rawValue: 1_700_000_000_000_000)

    @Test("An actor is read as it was written")
    func roundTrip() throws {
        let device = DeviceID(high: 1, low: 2)
        for actor in [
            Attribution(device: device, name: "phone", uid: nil, origin: "::1", time: Self.time),
            Attribution(device: device, name: "desk", uid: 0, origin: "pid:12", time: Self.time),
            Attribution(device: nil, name: nil, uid: .max, origin: "", time: .zero),
        ] {
            #expect(try Attribution(encoded: actor.encoded) == actor)
        }
    }

    @Test(
        "An origin that no connection has is refused",
        arguments: ["a b", "\u{1b}[2J", "é", "65"])
    func hostile(origin: String) {
        let text = origin == "65" ? String(repeating: "1", count: 65) : origin
        let actor = Attribution(device: nil, name: nil, uid: 0, origin: text, time: .zero)
        #expect(throws: WireError.self) { try Attribution(encoded: actor.encoded) }
    }

    @Test("Descendants are found through all generations, each once, in circles too")
    func descendants() {
        func by(_ device: UInt64) -> Attribution {
            Attribution(
                device: DeviceID(high: 1, low: device), name: nil, uid: nil, origin: "",
                time: .zero)
        }
        let key = DeviceInfo.Credential.uid(7)
        let parents: [(UInt64, UInt64)] = [(1, 3), (2, 1), (3, 2), (4, 2), (5, 6)]
        let entries = parents.map { child, parent in
            (id: DeviceID(high: 1, low: child), credential: key, by: Optional(by(parent)))
        }
        let found = Inviter.descendants(of: DeviceID(high: 1, low: 1), among: entries)
        #expect(found == [2, 3, 4].map { DeviceID(high: 1, low: $0) })
    }
}
