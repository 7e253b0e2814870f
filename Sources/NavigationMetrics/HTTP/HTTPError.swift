/// Why an address can't be listened on.
package struct HTTPError: Error, Hashable, CustomStringConvertible {
    /// What was wrong.
    package let description: String

    /// Says what was wrong.
    package init(_ description: String) {
        self.description = description
    }
}
