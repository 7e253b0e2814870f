@testable import NavigationModel
import SeededRandom
import Testing

/// Keys between keys.
@Suite struct PositionKeyTests {
    @Test("Between two keys is strictly between them")
    func between() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let keys = (0..<2).compactMap { _ in
                PositionKey(
                    bytes: (0...generator.below(4)).map { _ in UInt8(generator.below(4) * 85) })
            }.sorted()
            guard keys.count == 2, keys[0] < keys[1] else { continue }
            let key = PositionKey.between(keys[0], keys[1])
            try #require(keys[0] < key && key < keys[1], "\(keys) gave \(key)")
            try #require(PositionKey(bytes: key.bytes) == key)
            try #require(PositionKey.between(nil, keys[0]) < keys[0])
            try #require(keys[1] < PositionKey.between(keys[1], nil))
        }
    }

    @Test("Bars filled in order, from either end, keep short keys")
    func appending() {
        var last = PositionKey.between(nil, nil)
        var first = last
        for _ in 0..<200 {
            let next = PositionKey.between(last, nil)
            #expect(last < next)
            last = next
            let before = PositionKey.between(nil, first)
            #expect(before < first)
            first = before
        }
        #expect(last.bytes.count == 1)
        #expect(first.bytes.count <= 2)
    }

    @Test("Inserts at one gap stay in order and grow a byte in seven or more")
    func oneGap() {
        let lower = PositionKey.between(nil, nil)
        var upper = PositionKey.between(lower, nil)
        for _ in 0..<200 {
            let key = PositionKey.between(lower, upper)
            #expect(lower < key && key < upper)
            upper = key
        }
        #expect(upper.bytes.count <= 200 / 7)
    }

    @Test("Equal or reversed bounds give a key directly after the lower")
    func unorderedBounds() throws {
        let key = try #require(PositionKey(bytes: [7]))
        let lower = try #require(PositionKey(bytes: [9]))
        #expect(PositionKey.between(key, key) > key)
        #expect(PositionKey.between(lower, key) > lower)
    }

    @Test("Only keys in their shortest form are keys")
    func form() {
        #expect(PositionKey(bytes: []) == nil)
        #expect(PositionKey(bytes: [1, 0]) == nil)
        #expect(PositionKey(bytes: [0, 1]) != nil)
        #expect(PositionKey(bytes: Array(repeating: 1, count: 64)) != nil)
        #expect(PositionKey(bytes: Array(repeating: 1, count: 65)) == nil)
    }
}
