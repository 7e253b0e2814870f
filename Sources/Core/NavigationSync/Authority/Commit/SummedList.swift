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
    /// The sums of the groups, but for the last element's.
    private var sums: [Element.Group: Int] = [:]
    /// The group of the last element, and its sum: most elements are of the same one as that before,
    /// and are added without a look-up.
    private var last: (group: Element.Group, sum: Int)?
    /// Bytes of all elements.
    private(set) var length = 0

    /// Elements in the list.
    var count: Int { elements.count }

    /// The sum of a group's elements.
    func sum(of group: Element.Group) -> Int {
        if let last, last.group == group { return last.sum }
        return sums[group, default: 0]
    }

    /// Adds an element. Takes constant time.
    mutating func append(_ element: consuming Element) {
        length += element.length
        if let group = element.group { add(element.weight, to: group) }
        elements.append(element)
    }

    private mutating func add(_ weight: Int, to group: Element.Group) {
        let sum = sum(of: group) + weight
        if let last, last.group != group { sums[last.group] = last.sum }
        last = (group, sum)
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
