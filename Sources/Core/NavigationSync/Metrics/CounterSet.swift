/// A set of counters, one for each case of an enumeration. Incrementing costs an addition.
public struct CounterSet<Kind: CaseIterable & Hashable & RawRepresentable & Sendable>: Hashable,
    Sendable
where Kind.RawValue == Int {
    private var counts: [UInt64]

    /// Creates a set with all counters at zero.
    public init() {
        let largest = Kind.allCases.map(\.rawValue).max() ?? 0
        counts = Array(repeating: 0, count: largest + 1)
    }

    /// The counter of one kind.
    public subscript(kind: Kind) -> UInt64 {
        get { counts[kind.rawValue] }
        set { counts[kind.rawValue] = newValue }
    }

    /// The sum of all counters.
    public var total: UInt64 { counts.reduce(0, &+) }
}
