/// An array whose copies share what they have in common: a copy costs nothing, and a write to either
/// costs some dozens of elements, however many there are.
///
/// It is a tree with the elements in its leaves, 32 each.
struct SharedArray<Element: Sendable>: Sendable {
    private enum Tree: Sendable {
        case leaf([Element])
        case branch([Tree])
    }

    /// Bits of an index that each level takes.
    private static var bits: Int { 5 }
    private static var width: Int { 1 << bits }

    private var root = Tree.leaf([])
    private var size: UInt32 = 0
    /// Bits of an index that the levels above the leaves take.
    private var height: UInt8 = 0

    /// The number of elements.
    var count: Int { Int(size) }

    /// Creates an array without elements.
    init() {}

    /// Creates an array of equal elements, whose number is a power of two.
    init(repeating element: Element, count: Int) {
        root = .leaf(Array(repeating: element, count: min(count, Self.width)))
        var made = min(count, Self.width)
        while made < count {
            let children = min(count / made, Self.width)
            root = .branch(Array(repeating: root, count: children))
            height += UInt8(Self.bits)
            made *= children
        }
        size = UInt32(count)
    }

    /// The element at an index, which is less than the count.
    subscript(index: Int) -> Element {
        var (tree, shift) = (root, Int(height))
        while true {
            switch tree {
            case .leaf(let elements): return elements[index & (Self.width - 1)]
            case .branch(let children): tree = children[index >> shift & (Self.width - 1)]
            }
            shift -= Self.bits
        }
    }

    /// Changes an element in place.
    mutating func update(_ index: Int, _ body: (inout Element) -> Void) {
        Self.update(&root, index, Int(height), body)
    }

    private static func update(
        _ tree: inout Tree, _ index: Int, _ shift: Int, _ body: (inout Element) -> Void
    ) {
        // Taken out, so that there is one reference to what nobody shares.
        switch tree {
        case .leaf(var elements):
            tree = .leaf([])
            body(&elements[index & (width - 1)])
            tree = .leaf(elements)
        case .branch(var children):
            tree = .leaf([])
            update(&children[index >> shift & (width - 1)], index, shift - bits, body)
            tree = .branch(children)
        }
    }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        if count == Self.width << Int(height) {
            root = .branch([root])
            height += UInt8(Self.bits)
        }
        Self.append(element, to: &root, at: count, Int(height))
        size += 1
    }

    private static func append(
        _ element: Element, to tree: inout Tree, at index: Int, _ shift: Int
    ) {
        switch tree {
        case .leaf(var elements):
            tree = .leaf([])
            elements.append(element)
            tree = .leaf(elements)
        case .branch(var children):
            tree = .leaf([])
            let child = index >> shift & (width - 1)
            if child == children.count {
                children.append(path(to: element, shift - bits))
            } else {
                append(element, to: &children[child], at: index, shift - bits)
            }
            tree = .branch(children)
        }
    }

    /// Returns a tree with one element.
    private static func path(to element: Element, _ shift: Int) -> Tree {
        shift == 0 ? .leaf([element]) : .branch([path(to: element, shift - bits)])
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
    /// - Parameter hash: returns the hash of any number that is there, and of the new one.
    mutating func insert(_ number: Int, hash: (Int) -> Int) {
        if Int(count) * 4 >= slots.count * 3 {
            let former = slots
            slots = SharedArray(repeating: 0, count: max(4, former.count * 2))
            for slot in 0..<former.count where former[slot] != 0 {
                place(former[slot], hash(Int(former[slot]) - 1))
            }
        }
        place(UInt32(number + 1), hash(number))
        count += 1
    }

    private mutating func place(_ entry: UInt32, _ hash: Int) {
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots.update(slot) { $0 = entry }
    }
}
