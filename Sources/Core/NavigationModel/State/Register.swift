/// A value with the stamp of its write. The greatest stamp wins, whatever the order of arrival.
public struct Register: Hashable, Sendable {
    /// The author of the write, and the time at which it took effect.
    public let stamp: Stamp
    /// The written value.
    public let value: Value
    /// The commit that brought it here: for explanations only, neither joined nor digested.
    public let revision: Revision

    /// Joins the parts.
    public init(stamp: Stamp, value: Value, revision: Revision) {
        self.stamp = stamp
        self.value = value
        self.revision = revision
    }

    /// Returns a Boolean value indicating whether joining `other` would change this register.
    ///
    /// One stamp is one write, so equal stamps with unequal values come only from a fault; even
    /// then all sides keep the same one.
    func yields(to other: Register) -> Bool {
        guard stamp == other.stamp else { return stamp < other.stamp }
        return value.bytes.lexicographicallyPrecedes(other.value.bytes)
    }
}
