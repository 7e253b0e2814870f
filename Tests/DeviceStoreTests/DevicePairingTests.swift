import DatabaseHarness
import DeviceStore
import Foundation
import NavigationModel
import NavigationWire
import StoreSamples
import Testing

@Suite("The pairing of a device")
struct DevicePairingTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open() throws -> DeviceDatabase {
        try DeviceDatabase(opening: scratch("device"), name: nil, firstName: "host") {
            SampleHistory.device
        }
    }

    private func key(_ byte: UInt8) throws -> PublicKey {
        try #require(PublicKey(bytes: Array(repeating: byte, count: PublicKey.length)))
    }

    private func pairing(_ own: UInt8, with server: UInt8) throws -> Pairing {
        Pairing(
            key: try key(own), user: "ada", addresses: ["a:1", "b:2", "[::1]:3"],
            serverKey: try key(server), invitation: try key(own &+ 100))
    }

    @Test("A device that never was has neither, and may do everything")
    func never() throws {
        #expect(try !DeviceDatabase.isThere(at: scratch("device")))
        let device = try open()
        #expect(try DeviceDatabase.isThere(at: scratch("device")))
        #expect(try device.pairing == nil)
        #expect(try device.begunPairing == nil)
        #expect(try device.role(for: "ada") == .full)
    }

    @Test("A begun pairing is complete once the daemon has answered, and survives")
    func complete() throws {
        let device = try open()
        try device.begin(pairing(1, with: 9))
        #expect(try open().begunPairing == pairing(1, with: 9))
        #expect(try device.pairing == nil)
        let time = Timestamp(rawValue: 1_790_000_000_000_000)
        try device.complete(pairingOf: key(1), user: "ada", name: "tablet", at: time)
        let again = try open()
        #expect(try again.pairing?.pairedAt == time)
        #expect(try again.pairing?.addresses == ["a:1", "b:2", "[::1]:3"])
        #expect(try again.begunPairing == nil)
        #expect(again.name == "tablet")
        // The answer to what nobody has begun changes nothing.
        try again.complete(pairingOf: key(2), user: "eve", name: "other", at: time)
        #expect(try open().pairing?.user == "ada")
        #expect(try open().name == "tablet")
    }

    @Test("An older pairing holds until the next is complete, or that is given up")
    func again() throws {
        let device = try open()
        let time = Timestamp(rawValue: 1)
        try device.begin(pairing(1, with: 9))
        try device.complete(pairingOf: key(1), user: "ada", name: "tablet", at: time)
        try device.begin(pairing(2, with: 8))
        #expect(try device.pairing?.key == key(1))
        try device.forgetPairing(of: key(2))
        #expect(try device.begunPairing == nil)
        try device.begin(pairing(3, with: 7))
        try device.begin(pairing(4, with: 7))
        try device.complete(pairingOf: key(4), user: "ada", name: "tablet", at: time)
        #expect(try device.pairing?.key == key(4))
        #expect(try device.begunPairing == nil)
        try device.forgetPairing(of: key(4))
        #expect(try device.pairing == nil)
    }

    @Test("The daemon's next key is learnt, taken back, and taken for the present one")
    func nextKey() throws {
        let device = try open()
        try device.begin(pairing(1, with: 9))
        try device.complete(
            pairingOf: key(1), user: "ada", name: "tablet", at: Timestamp(rawValue: 1))
        try device.save(nextServerKey: key(5))
        #expect(try open().pairing?.nextServerKey == key(5))
        try device.save(nextServerKey: nil)
        #expect(try device.pairing?.nextServerKey == nil)
        // Only what was announced takes the present key's place.
        try device.save(serverKey: key(6))
        #expect(try device.pairing?.serverKey == key(9))
        try device.save(nextServerKey: key(6))
        try device.save(serverKey: key(6))
        #expect(try open().pairing?.serverKey == key(6))
        #expect(try open().pairing?.nextServerKey == nil)
    }

    @Test("The address that answered is tried first, then those of the other nodes")
    func addresses() throws {
        let device = try open()
        try device.begin(pairing(1, with: 9))
        try device.complete(
            pairingOf: key(1), user: "ada", name: "tablet", at: Timestamp(rawValue: 1))
        try device.save(addresses: ["[::1]:3"])
        #expect(try open().pairing?.addresses == ["[::1]:3", "a:1", "b:2"])
        try device.save(addresses: ["node:4", "b:2", "node:4"])
        #expect(try open().pairing?.addresses == ["node:4", "b:2", "[::1]:3", "a:1"])
        // Of earlier ones as many stay as there is room for.
        let many = (0..<20).map { "node\($0):5" }
        try device.save(addresses: many)
        #expect(try open().pairing?.addresses == Array(many.prefix(16)))
    }

    @Test("Keeps the role and name from the daemon for the next time")
    func role() throws {
        let device = try open()
        try device.save(.viewer, for: "ada")
        try device.save(name: "kitchen")
        #expect(try open().role(for: "ada") == .viewer)
        #expect(try open().role(for: "bob") == .full)
        #expect(try open().name == "kitchen")
        try device.save(.full, for: "ada")
        #expect(try open().role(for: "ada") == .full)
    }
}
