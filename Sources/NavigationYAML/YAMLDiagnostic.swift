/// One mistake in a YAML file: where it is, what is wrong, and what to do.
package struct YAMLDiagnostic: Error, Hashable, Sendable {
    /// Where it is.
    package let position: TextPosition
    /// What is wrong, and what to do; one line of printable text.
    package let message: String

    /// Names a mistake.
    package init(_ position: TextPosition, _ message: String) {
        self.position = position
        self.message = message
    }
}
