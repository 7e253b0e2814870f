@testable import NavigationModel
import SeededRandom
import Testing

/// Identifiers, values and numbers: what they accept, and that they never trap.
@Suite struct ValueTests {
    @Test("Identifiers are 1 to 128 bytes without control characters")
    func identifiers() {
        #expect(TabID(rawValue: "") == nil)
        #expect(TabID(rawValue: "a\nb") == nil)
        #expect(TabID(rawValue: "a\u{0}") == nil)
        #expect(TabID(rawValue: "\u{7f}") == nil)
        #expect(TabID(rawValue: String(repeating: "x", count: 128)) != nil)
        #expect(TabID(rawValue: String(repeating: "x", count: 129)) == nil)
        #expect(TabID(rawValue: "받은편지함")?.rawValue == "받은편지함")
        #expect(("a" as TabID) < "b")
    }

    @Test("Device ids and digests read what they write, and only hexadecimal ASCII")
    func hexadecimal() {
        var generator = SeededGenerator(seed: 2)
        let device = DeviceID.random(using: &generator)
        #expect(DeviceID(device.description) == device)
        #expect(DeviceID(device.description.dropLast()) == nil)
        #expect(DeviceID(String(repeating: "g", count: 32)) == nil)
        #expect(DeviceID(String(repeating: "a", count: 32)) != nil)
        #expect(DeviceID(String(repeating: "A", count: 32)) == nil)
        // Full-width digits are hexadecimal for Unicode.
        #expect(Digest(String(repeating: "\u{ff11}", count: 21) + "1") == nil)
        #expect(Digest(String(repeating: "1", count: 64))?.lanes[3] == 0x1111_1111_1111_1111)
        #expect(Digest(bytes: [1]) == nil)
    }

    @Test("Values read back as what they were written as, and as nothing else")
    func values() {
        #expect(Value.text("é").text == "é")
        #expect(Value.integer(-5).integer == -5)
        #expect(Value.integer(.min).integer == .min)
        #expect(Value.flag(true).flag == true)
        #expect(Value.flag(false).flag == false)
        #expect(Value(bytes: [7]).flag == nil)
        #expect(Value(bytes: [7]).integer == nil)
        #expect(Value(bytes: [0xc3]).text == nil)
        #expect(Value.optionalText(nil).nonEmptyText == nil)
        for badge in [BadgeValue.cleared, .dot, .text("x")] {
            #expect(BadgeValue(badge.value) == badge)
        }
        #expect(BadgeValue(Value(bytes: [9, 9])) == .cleared)
        #expect(BadgeValue(Value(bytes: [2, 0xff])) == .cleared)
    }

    @Test("Placements read back; forms of newer versions read as none")
    func placements() {
        let bases: [Placement.Parent] = [.item, .pushed(on: nil), .pushed(on: "below")]
        for base in bases {
            let placement = Placement(stack: "t", base: base)
            #expect(Placement(placement.value) == placement)
        }
        #expect(Placement(Value(bytes: [])) == nil)
        #expect(Placement(Value(bytes: [0])) == nil)
        #expect(Placement(Value(bytes: [16, 0x74])) == nil)
        #expect(Placement(Value(bytes: [1, 0x74, 0, 0x73, 0, 0x73])) == nil)
        #expect(Placement(Value(bytes: [1, 0x74, 0])) == nil)
    }

    @Test("Numbers stay at the end of their range")
    func ends() {
        #expect(Revision(rawValue: .max).next.rawValue == .max)
        #expect(SequenceNumber(rawValue: .max).next.rawValue == .max)
        #expect(Timestamp(rawValue: .max).next.rawValue == .max)
        #expect(Timestamp(rawValue: .min).advanced(byMicroseconds: -1).rawValue == .min)
    }

    @Test("Stamps order by time, device, sequence and index; names order by bytes")
    func order() {
        let stamps = [
            Stamp(time: Timestamp(rawValue: 1), device: DeviceID(high: 9, low: 9), sequence: 9),
            Stamp(time: Timestamp(rawValue: 2), device: DeviceID(high: 1, low: 2), sequence: 9),
            Stamp(time: Timestamp(rawValue: 2), device: DeviceID(high: 2, low: 1), sequence: 1),
            Stamp(time: Timestamp(rawValue: 2), device: DeviceID(high: 2, low: 1), sequence: 2),
            Stamp(
                time: Timestamp(rawValue: 2), device: DeviceID(high: 2, low: 1), sequence: 2,
                index: 1),
        ]
        #expect(stamps.shuffled().sorted() == stamps)
        #expect(Field(number: 2, part: "z") < Field(number: 3))
        #expect(Field(number: 3) < Field(number: 3, part: "a"))
        #expect(RecordID.tab("z") < RecordID.screen("a"))
    }

    @Test(
        "Names that are canonically equivalent have hashes of their own, as they are names of their own"
    )
    func equivalentNames() {
        let names = (0..<256).map { bits in
            (0..<8).map { bits >> $0 & 1 == 0 ? "\u{e9}" : "e\u{301}" }.joined()
        }
        #expect(names.allSatisfy { $0 == names[0] })
        #expect(Set(names.map { ScreenID(unchecked: $0).hashValue }).count > 250)
        #expect(Set(names.map { RecordID(kind: .screen, name: $0).hashValue }).count > 250)
        #expect(Set(names.map { Field(number: 20, part: $0).hashValue }).count > 250)
        #expect(Set(names.map { ScreenID(unchecked: $0) }).count == 256)
    }

    @Test("Names that differ in one byte are two, whatever their lengths and wherever that byte is")
    func distinctNames() {
        for length in 1...24 {
            let name = String(repeating: "a", count: length)
            #expect(ScreenID(unchecked: name) == ScreenID(unchecked: String(name.reversed())))
            #expect(ScreenID(unchecked: name) != ScreenID(unchecked: name + "a"))
            for position in 0..<length {
                var other = Array(name)
                other[position] = "b"
                #expect(
                    ScreenID(unchecked: name) != ScreenID(unchecked: String(other)),
                    "byte \(position) of \(length)")
            }
        }
    }

    @Test("The gravest outcome of a change is the change's")
    func gravest() {
        #expect([Outcome.noop(by: 3), .applied].mostSevere == .applied)
        #expect([Outcome.noop(by: 3), .noop(by: 4)].mostSevere == .noop(by: 3))
        #expect([Outcome.applied, .superseded(by: 2)].mostSevere == .superseded(by: 2))
        #expect([Outcome.hidden(by: 1), .superseded(by: 2)].mostSevere == .hidden(by: 1))
        #expect(
            [Outcome.applied, .rejected(.malformed), .noop()].mostSevere == .rejected(.malformed))
        #expect([Outcome]().mostSevere == .noop())
    }
}
