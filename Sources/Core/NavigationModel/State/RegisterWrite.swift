/// One write of a commit: a register with its new stamp and value.
public struct RegisterWrite: Hashable, Sendable {
    /// The object.
    public let record: RecordID
    /// The register of the object.
    public let field: Field
    /// The stamp, by which it joins.
    public let stamp: Stamp
    /// The content.
    public let value: Value

    /// Joins the parts.
    public init(record: RecordID, field: Field, stamp: Stamp, value: Value = .none) {
        self.record = record
        self.field = field
        self.stamp = stamp
        self.value = value
    }
}
