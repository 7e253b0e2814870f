/// Something that the descriptions of the bars advise, and how to find where a scene does
/// otherwise.
///
/// Guidelines advise: a breach never keeps anybody from changing anything.
package struct Guideline: Sendable {
    /// How much a breach matters.
    package enum Severity: String, Hashable, Sendable, CaseIterable, Encodable, Comparable {
        /// Something does not work, or can't be used: `navctl lint` fails.
        case error
        /// People may be confused.
        case warning
        /// Something could be better.
        case info

        /// The gravest first.
        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .info: 2
            }
        }
    }

    /// Its name, which stays the same: scripts look for it.
    package let code: String
    /// How much a breach matters.
    package let severity: Severity
    /// The rows of the descriptions that it comes from.
    package let rows: [String]
    /// What it advises, in one line.
    package let summary: String
    /// Finds what does otherwise; nothing in a scene that does not say what it would have to know.
    let breaches: @Sendable (LintContext) -> [Violation]

    /// Describes a guideline.
    init(
        _ code: String, _ severity: Severity, rows: [String], _ summary: String,
        breaches: @escaping @Sendable (LintContext) -> [Violation]
    ) {
        self.code = code
        self.severity = severity
        self.rows = rows
        self.summary = summary
        self.breaches = breaches
    }
}

/// Where a scene does otherwise than a guideline advises.
struct Violation: Hashable, Sendable {
    /// What does so.
    let item: SceneItem
    /// What is there, in one sentence.
    let reason: String
    /// What mends it; empty where only the app can know.
    let fix: [Fix]

    /// Joins the parts.
    init(_ item: SceneItem, _ reason: String, fix: [Fix] = []) {
        self.item = item
        self.reason = reason
        self.fix = fix
    }
}
