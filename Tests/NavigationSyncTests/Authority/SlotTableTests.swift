import SeededRandom
import Testing

@testable import NavigationSync

@Suite("A table whose values are changed in place")
struct SlotTableTests {
    @Test(
        "It holds what a dictionary holds, whatever is set, changed and removed", arguments: 1...20)
    func likeDictionary(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var table = SlotTable<Int, [Int]>()
        var reference: [Int: [Int]] = [:]
        for step in 0..<400 {
            let key = generator.below(12)
            switch generator.below(6) {
            case 0:
                table[key] = [step]
                reference[key] = [step]
            case 1:
                let removed = table.removeValue(forKey: key)
                #expect(removed == reference.removeValue(forKey: key), "seed \(seed)")
            case 2:
                table.update(key, default: []) { $0.append(step) }
                reference[key, default: []].append(step)
            case 3:
                guard let slot = table.slot(of: key) else { break }
                table[slot].append(step)
                reference[key]?.append(step)
            case 4:
                table.removeAll { $0.count == key }
                reference = reference.filter { $0.value.count != key }
            default:
                #expect(
                    table[key] == reference[key] && table.contains(key) == (reference[key] != nil))
            }
            #expect(table.count == reference.count && table.isEmpty == reference.isEmpty)
        }
        let pairs = Dictionary(uniqueKeysWithValues: zip(table.keys, table.values))
        #expect(pairs == reference, "seed \(seed)")
    }
}
