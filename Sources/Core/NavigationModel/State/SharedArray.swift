/// An array whose copies share what they have in common: a copy costs nothing, and the first write to
/// either some dozens of elements, and a reference for each further part of as many.
///
/// It is in parts: an element is found by two look-ups, however many there are.
struct SharedArray<Element: Sendable>: Sendable {
    /// Bits of an index that find an element in its part.
    private static var bits: Int { 6 }
    /// Elements in each part but the last.
    private static var width: Int { 1 << bits }

    private var parts: [[Element]] = []

    /// The number of elements.
    var count: Int {
        parts.isEmpty ? 0 : (parts.count - 1) << Self.bits + parts[parts.count - 1].count
    }

    /// Creates an array without elements.
    init() {}

    /// Creates an array of equal elements, whose number is a power of two.
    init(repeating element: Element, count: Int) {
        let part = Array(repeating: element, count: min(count, Self.width))
        parts = Array(repeating: part, count: max(1, count >> Self.bits))
    }

    /// The element at an index, which is less than the count.
    subscript(index: Int) -> Element { parts[index >> Self.bits][index & (Self.width - 1)] }

    /// Changes an element in place.
    mutating func update(_ index: Int, _ body: (inout Element) -> Void) {
        body(&parts[index >> Self.bits][index & (Self.width - 1)])
    }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        if let last = parts.indices.last, parts[last].count < Self.width {
            parts[last].append(element)
        } else {
            parts.append([element])
        }
    }
}

/// A hash table of the numbers of elements that stand elsewhere: it finds one by a part of it, and
/// takes some ten bytes for each.
///
/// Copies share what they have in common, as those of a ``SharedArray``.
struct HashIndex: Sendable {
    /// Numbers, each plus one, from where their hashes point on; 0 for an empty slot. There is a
    /// power of two of them, at most three quarters in use.
    private var slots = SharedArray<UInt32>()
    private var count: UInt32 = 0

    /// Returns the number with a hash that satisfies a condition.
    func first(_ hash: Int, where isMatch: (Int) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if isMatch(number) { return number }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds a number that is not there.
    ///
    /// - Parameters:
    ///   - hash: The hash of the number.
    ///   - others: Called as the table grows; returns the function that has the hashes of the numbers
    ///     in it.
    mutating func insert(_ number: Int, hash: Int, others: () -> (Int) -> Int) {
        if Int(count) * 4 >= slots.count * 3 {
            let (former, hash) = (slots, others())
            slots = SharedArray(repeating: 0, count: max(4, former.count * 2))
            for slot in 0..<former.count where former[slot] != 0 {
                place(former[slot], hash(Int(former[slot]) - 1))
            }
        }
        place(UInt32(number + 1), hash)
        count += 1
    }

    private mutating func place(_ entry: UInt32, _ hash: Int) {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots.update(slot) { $0 = entry }
    }
}
