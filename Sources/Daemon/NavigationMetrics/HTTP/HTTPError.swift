/// The error of an address that can't be listened on.
package struct HTTPError: Error, Hashable, CustomStringConvertible {
    /// The failure.
    package let description: String

    /// Creates an error with a description.
    package init(_ description: String) {
        self.description = description
    }
}
