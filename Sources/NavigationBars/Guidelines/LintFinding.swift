/// Where a scene does otherwise than a guideline advises, as it is reported.
package struct LintFinding: Hashable, Sendable, Encodable {
    /// The guideline's name.
    package let code: String
    /// How much it matters.
    package let severity: Guideline.Severity
    /// What does otherwise.
    package let item: SceneItem
    /// What is there, in one sentence; what an app or a person wrote is printable in it.
    package let reason: String
    /// The rows of the descriptions that the guideline comes from.
    package let rows: [String]
    /// What mends it, all of it; empty where only the app can know.
    package let fix: [Fix]

    /// Reports a breach.
    init(_ guideline: Guideline, _ breach: Violation) {
        code = guideline.code
        severity = guideline.severity
        item = breach.item
        reason = breach.reason
        rows = guideline.rows
        fix = breach.fix
    }
}
