import CommandLine
import NavigationModel
import NavigationWire
import Testing

@testable import navctl

@Suite("A device and a time as people name them")
struct DeviceReferenceTests {
    private static func entry(
        _ id: DeviceID, _ name: DeviceName, revoked: Timestamp? = nil
    ) -> DeviceInfo {
        DeviceInfo(
            device: id, name: name, platform: "", role: .full, credential: .uid(1_000),
            added: .zero, revoked: revoked, connections: 0, lastSeen: nil, knowsNextServerKey: false
        )
    }

    private static let gone = DeviceID(high: 0x3f2a_91c0_0000_0000, low: 1)
    private static let phone = DeviceID(high: 0x3f2a_91c0_0000_0000, low: 2)
    private static let desk = DeviceID(high: 0x3f2a_0000_0000_0000, low: 3)
    private static let devices = [
        entry(gone, "phone", revoked: .zero), entry(phone, "phone"), entry(desk, "desk"),
        entry(DeviceID(high: 1, low: 4), "old", revoked: .zero),
    ]

    private static func find(_ text: String) throws -> DeviceID? {
        try DeviceReference(argument: text)?.find(in: devices).device
    }

    @Test("One that was revoked is meant only where nothing else is")
    func revoked() throws {
        #expect(try Self.find("phone") == Self.phone)
        #expect(try Self.find("3F2A91C0") == Self.phone)
        #expect(try Self.find("old") == DeviceID(high: 1, low: 4))
    }

    @Test("Four letters select a device by the start of its id, three don't; ambiguity is reported")
    func beginnings() throws {
        #expect(throws: CommandError.self) { try Self.find("3f2") }
        let several = #expect(throws: CommandError.self) { try Self.find("3f2a") }
        #expect("\(several as Any)".contains("is ambiguous"))
        #expect(try Self.find("0000") == DeviceID(high: 1, low: 4))
        #expect(try Self.find("3f2a0") == Self.desk)
    }

    @Test(
        "A time for an invitation is from a second to a day",
        arguments: [
            ("1", 1), ("90s", 90), ("10m", 600), ("24h", 86_400), ("1d", 86_400), ("86400", 86_400),
            ("0", nil), ("-1", nil), ("86401", nil), ("25h", nil), ("2d", nil), ("1441m", nil),
            ("m", nil), ("1w", nil), ("9223372036854775807d", nil),
        ])
    func lifetimes(text: String, seconds: Int?) {
        #expect(Lifetime(argument: text)?.duration == seconds.map { .seconds($0) })
    }
}
