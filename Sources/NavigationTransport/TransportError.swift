/// Why a transport can't be opened.
package struct TransportError: Error, CustomStringConvertible {
    /// What was wrong, and what to do.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
