/// The progress of copying a database.
public struct CopyProgress: Hashable, Sendable {
    /// Bytes copied.
    public let completed: Int
    /// Bytes in all.
    public let total: Int

    /// Joins the parts.
    public init(completed: Int, total: Int) {
        self.completed = completed
        self.total = total
    }
}
