import ProcessorTime
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
            let joined = record.join(register, at: field)
            let former = expected[field]
            let isChanged = former?.yields(to: register) ?? true
            #expect(joined.former == former, "seed \(seed), step \(step)")
            #expect(joined.isChanged == isChanged, "seed \(seed), step \(step)")
            if isChanged { expected[field] = register }
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
            _ = first.join(register, at: field)
        }
        // The second has had a value too long to be packed.
        let isLong = generator.oneIn(2)
        for (field, register) in registers.shuffled(using: &generator) {
            let value = isLong ? .init(bytes: Array(repeating: 7, count: 5_000)) : Value.none
            let former = Register(stamp: .zero, value: value, revision: 1)
            if former.yields(to: register) { _ = second.join(former, at: field) }
            _ = second.join(register, at: field)
        }
        let isEqual = first == second
        #expect(isEqual, "seed \(seed)")
        guard let changed = registers.keys.sorted().first else { return }
        let isChanged = second.join(register(&generator, like: [:]), at: changed).isChanged
        let differs = first != second
        #expect(differs == isChanged, "seed \(seed)")
    }

    /// A copy of the registers for each write would take hundreds of times as long; the factor is
    /// far from both.
    @Test("A write costs its own size, however many registers there are")
    func cost() {
        let (few, many) = (Self.timeOfWrites(to: 100), Self.timeOfWrites(to: 30_000))
        #expect(many < few * 20, "\(few) with 100 registers, \(many) with 30,000")
    }

    /// The processor time of 300 writes to a record.
    private static func timeOfWrites(to count: Int) -> Duration {
        func field(_ index: Int) -> Field {
            Field(number: ItemField.propertyNumber, part: "p\(index)")
        }
        func register(_ write: Int) -> Register {
            let stamp = Stamp(
                time: Timestamp(rawValue: Int64(write)), device: DeviceID(high: 0, low: 1),
                sequence: 1, index: 0)
            return Register(stamp: stamp, value: Value(bytes: [1]), revision: 1)
        }
        var records = [SceneState.Record()]
        for index in 0..<count { _ = records[0].join(register(0), at: field(index)) }
        return processorTime {
            for write in 1...300 {
                _ = records[0].join(register(write), at: field(write % count))
            }
        }
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
