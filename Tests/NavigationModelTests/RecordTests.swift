import SeededRandom
import Testing

@testable import NavigationModel

/// A record holds what a dictionary of the same registers does, packed or not.
@Suite("The registers of a record")
struct RecordTests {
    @Test("They are those of a dictionary with the same writes", arguments: 1...200)
    func registers(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let most = generator.oneIn(4) ? 100 : 12
        var record = SceneState.Record()
        var expected: [Field: Register] = [:]
        for step in 0..<60 {
            let field = field(below: most, &generator)
            let register = register(&generator, like: expected)
            record.set(register, at: field)
            expected[field] = register
            guard step.isMultiple(of: 7) else { continue }
            let isEqual = Self.isEqual(record, expected)
            #expect(isEqual, "seed \(seed), step \(step)")
            let other = self.field(below: most, &generator)
            #expect(record[other] == expected[other], "seed \(seed), step \(step)")
            #expect(record.stamp(other) == expected[other]?.stamp, "seed \(seed), step \(step)")
            #expect(record.revision(other) == expected[other]?.revision, "seed \(seed)")
        }
        let isEqual = Self.isEqual(record, expected)
        #expect(isEqual, "seed \(seed)")
    }

    @Test(
        "Records are equal if their registers are, in whatever order these came", arguments: 1...100
    )
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var registers: [Field: Register] = [:]
        for _ in 0..<generator.below(45) {
            registers[field(below: 60, &generator)] = register(&generator, like: registers)
        }
        var (first, second) = (SceneState.Record(), SceneState.Record())
        for (field, register) in registers.shuffled(using: &generator) {
            first.set(register, at: field)
        }
        // The second has had a value too long to be packed.
        let isLong = generator.oneIn(2)
        for (field, register) in registers.shuffled(using: &generator) {
            let former = isLong ? .init(bytes: Array(repeating: 7, count: 5_000)) : Value.none
            second.set(
                Register(stamp: .zero, value: former, revision: 1), at: field)
            second.set(register, at: field)
        }
        let isEqual = first == second
        #expect(isEqual, "seed \(seed)")
        guard let changed = registers.keys.sorted().first else { return }
        second.set(register(&generator, like: [:]), at: changed)
        let differs = first != second
        #expect(differs, "seed \(seed)")
    }

    private static func isEqual(
        _ record: SceneState.Record, _ expected: [Field: Register]
    ) -> Bool {
        let sorted = expected.sorted { $0.key < $1.key }
        return record.count == expected.count && record.isEmpty == expected.isEmpty
            && record.newestRevision == expected.values.map(\.revision).max() ?? .zero
            && record.propertyCount == expected.keys.count { $0.number == ItemField.propertyNumber }
            && record.registers.map(\.field) == sorted.map(\.key)
            && record.registers.map(\.register) == sorted.map(\.value)
    }

    /// Numbers of one and of several bytes; parts of which one begins with another.
    private func field(below most: Int, _ generator: inout SeededGenerator) -> Field {
        let number = generator.below(most)
        switch generator.below(4) {
        case 0: return Field(number: 32, part: String(repeating: "a", count: 1 + number))
        case 1: return Field(number: UInt32(number) * 40_000_000, part: number == 0 ? "é" : "")
        default: return Field(number: UInt32(number))
        }
    }

    /// Stamps and revisions of others or of their own, the least and the greatest among them.
    private func register(
        _ generator: inout SeededGenerator, like others: [Field: Register]
    ) -> Register {
        let other = generator.pick(others.values.sorted { $0.stamp < $1.stamp })
        let number = UInt64.random(in: 0...UInt64.max, using: &generator)
        let extremes: [UInt64] = [0, 127, 128, .max, number, number >> 40]
        let pick = { (generator: inout SeededGenerator) in
            extremes[generator.below(extremes.count)]
        }
        let fresh = Stamp(
            time: Timestamp(rawValue: Int64(bitPattern: pick(&generator))),
            device: DeviceID(high: pick(&generator), low: pick(&generator)),
            sequence: SequenceNumber(rawValue: pick(&generator)),
            index: UInt32(truncatingIfNeeded: pick(&generator)))
        let isLong = generator.oneIn(100)
        let bytes = (0..<generator.below(isLong ? 5_000 : 40)).map { UInt8($0 & 255) }
        let revision = Revision(rawValue: pick(&generator))
        return Register(
            stamp: generator.oneIn(2) ? other?.stamp ?? fresh : fresh, value: Value(bytes: bytes),
            revision: generator.oneIn(2) ? other?.revision ?? revision : revision)
    }
}
