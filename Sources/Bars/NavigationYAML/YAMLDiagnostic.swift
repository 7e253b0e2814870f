/// One mistake in a YAML file: its place, the error and the fix.
package struct YAMLDiagnostic: Error, Hashable, Sendable {
    /// The place of the mistake.
    package let position: TextPosition
    /// The error and the fix; one line of printable text.
    package let message: String

    /// Names a mistake.
    package init(_ position: TextPosition, _ message: String) {
        self.position = position
        self.message = message
    }
}
