/// The progress of copying a database.
package struct CopyProgress: Hashable, Sendable {
    /// Bytes copied.
    package let completed: Int
    /// Bytes in all.
    package let total: Int

    /// Joins the parts.
    package init(completed: Int, total: Int) {
        self.completed = completed
        self.total = total
    }
}
