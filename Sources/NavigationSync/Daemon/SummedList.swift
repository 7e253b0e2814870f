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

/// A list that knows the sum of each group in it, and the bytes of all.
///
/// The sums are an index over the elements, made by the two ways into and out of the list and by
/// nothing else: whatever leaves the list, for whatever reason, no longer counts.
struct SummedList<Element: Summand & Sendable>: Sendable {
    private(set) var elements: [Element] = []
    private var sums: [Element.Group: Int] = [:]
    /// Bytes of all elements.
    private(set) var length = 0

    /// Elements in the list.
    var count: Int { elements.count }

    /// The sum of a group's elements.
    func sum(of group: Element.Group) -> Int { sums[group, default: 0] }

    /// Adds an element. Costs the same however many there are.
    mutating func append(_ element: Element) {
        elements.append(element)
        length += element.length
        if let group = element.group { sums[group, default: 0] += element.weight }
    }

    /// Takes out the elements that satisfy a condition, in their order. Costs a look at all.
    mutating func take(where isTaken: (Element) -> Bool) -> [Element] {
        let taken = elements.filter(isTaken)
        let rest = elements.filter { !isTaken($0) }
        self = SummedList()
        for element in rest { append(element) }
        return taken
    }
}
