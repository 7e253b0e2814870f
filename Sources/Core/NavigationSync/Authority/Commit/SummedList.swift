/// An element of a ``SummedList``.
protocol Summand {
    /// The key that the sums are kept by.
    associatedtype Group: Hashable & Sendable

    /// The group that the element counts to; `nil` for none.
    var group: Group? { get }
    /// The number that it adds to the sum of its group.
    var weight: Int { get }
    /// Bytes that it takes beyond a few hundred.
    var length: Int { get }
}

/// A list with the sum of each group in it, and the bytes of all.
struct SummedList<Element: Summand & Sendable>: Sendable {
    private(set) var elements: [Element] = []
    private var sums: [Element.Group: Int] = [:]
    /// Bytes of all elements.
    private(set) var length = 0

    /// Elements in the list.
    var count: Int { elements.count }

    /// The sum of a group's elements.
    func sum(of group: Element.Group) -> Int { sums[group, default: 0] }

    /// Adds an element. Takes constant time.
    mutating func append(_ element: Element) {
        elements.append(element)
        length += element.length
        if let group = element.group { sums[group, default: 0] += element.weight }
    }

    /// Removes and returns the elements that satisfy a condition, in order. Scans all.
    mutating func take(where isTaken: (Element) -> Bool) -> [Element] {
        let taken = elements.filter(isTaken)
        let rest = elements.filter { !isTaken($0) }
        self = SummedList()
        for element in rest { append(element) }
        return taken
    }
}
