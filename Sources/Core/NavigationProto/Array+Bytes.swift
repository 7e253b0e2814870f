extension [UInt8] {
    /// Appends bytes at the cost of copying them.
    ///
    /// From a span: to append a collection retains and releases it, and asks it for its length by
    /// calls that cost more than the copy of a short one.
    package mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
