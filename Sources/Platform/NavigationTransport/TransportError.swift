/// The error of a transport that can't be opened.
package struct TransportError: Error, CustomStringConvertible {
    /// The failure and its remedy.
    package let description: String

    /// Creates an error with a message.
    package init(_ description: String) {
        self.description = description
    }
}
