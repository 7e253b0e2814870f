/// How often each of a few things happened. Counting one costs an addition.
public struct CounterSet<Kind: CaseIterable & Hashable & RawRepresentable & Sendable>: Hashable,
    Sendable
where Kind.RawValue == Int {
    private var counts: [UInt64]

    /// Nothing has happened.
    public init() {
        let largest = Kind.allCases.map(\.rawValue).max() ?? 0
        counts = Array(repeating: 0, count: largest + 1)
    }

    /// How often one has happened.
    public subscript(kind: Kind) -> UInt64 {
        get { counts[kind.rawValue] }
        set { counts[kind.rawValue] = newValue }
    }

    /// How often any has happened.
    public var total: UInt64 { counts.reduce(0, &+) }
}
