import SeededRandom
import Testing

@testable import NavigationModel

/// An array in parts, and the index of its elements, are as arrays and dictionaries are.
@Suite("Arrays that share their elements, and their indexes")
struct SharedArrayTests {
    @Test("A copy stays as it was, whatever is written to the other", arguments: 1...20)
    func copies(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (shared, expected) = (SharedArray<Int>(), [Int]())
        var copies: [(SharedArray<Int>, [Int])] = []
        for step in 0..<3_000 {
            if expected.isEmpty || !generator.oneIn(3) {
                shared.append(step)
                expected.append(step)
            } else {
                let index = generator.below(expected.count)
                shared.update(index) { $0 = -step }
                expected[index] = -step
            }
            if generator.oneIn(200) { copies.append((shared, expected)) }
        }
        copies.append((shared, expected))
        for (shared, expected) in copies {
            let isEqual = (0..<shared.count).map { shared[$0] } == expected
            #expect(isEqual, "seed \(seed), of \(expected.count)")
        }
    }

    @Test("Equal elements make an array of any power of two", arguments: 0...12)
    func repeating(power: Int) {
        var array = SharedArray(repeating: "a", count: 1 << power)
        array.update(array.count - 1) { $0 = "z" }
        let expected = Array(repeating: "a", count: (1 << power) - 1) + ["z"]
        #expect((0..<array.count).map { array[$0] } == expected)
    }

    @Test("An index finds all that was added, however their hashes meet", arguments: 1...20)
    func index(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let hashes = generator.below(3) == 0 ? 3 : 1_000_000
        var elements: [Int] = []
        var index = HashIndex()
        var earlier = index
        for step in 0..<1_000 {
            elements.append(step * 7)
            index.insert(step, hash: step * 7 % hashes - 1) { [elements] in
                { elements[$0] % hashes - 1 }
            }
            if step == 400 { earlier = index }
        }
        for (number, element) in elements.enumerated() {
            let hash = element % hashes - 1
            #expect(index.first(hash) { elements[$0] == element } == number, "seed \(seed)")
            let found = earlier.first(hash) { elements[$0] == element }
            #expect(found == (number <= 400 ? number : nil), "seed \(seed)")
        }
        #expect(index.first(5) { _ in false } == nil)
    }
}
