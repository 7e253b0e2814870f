/// A violation of a guideline, as it is reported.
package struct LintFinding: Hashable, Sendable, Encodable {
    /// The guideline's name.
    package let code: String
    /// The severity of the violation.
    package let severity: Guideline.Severity
    /// The item that does otherwise than the guideline advises.
    package let item: SceneItem
    /// The problem, in one sentence; the words of an app or a person are printable in it.
    package let reason: String
    /// The rows of the descriptions that the guideline comes from.
    package let rows: [String]
    /// All changes that fix it; empty where only the app can know them.
    package let fix: [Fix]

    /// Reports a violation.
    init(_ guideline: Guideline, _ breach: Violation) {
        code = guideline.code
        severity = guideline.severity
        item = breach.item
        reason = breach.reason
        rows = guideline.rows
        fix = breach.fix
    }
}
