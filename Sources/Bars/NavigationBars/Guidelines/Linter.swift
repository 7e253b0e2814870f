package import NavigationModel

/// Checks a scene against all guidelines.
package enum Linter {
    /// Returns the violations in a scene, the most severe first, then in the order of
    /// ``Guideline/all`` and of the scene.
    ///
    /// Guidelines that depend on a device are checked on each of `devices`, and reported once for
    /// an item; without any as on a phone. Translations are expected in the languages that the
    /// scene uses anywhere and in `languages`. Costs the size of the scene for each device.
    package static func findings(
        in scene: Scene, on devices: [DeviceTraits] = [], languages: [LanguageTag] = []
    ) -> [LintFinding] {
        let settings: [DeviceTraits?] = devices.isEmpty ? [nil] : devices
        let untranslated = Set(scene.languages + languages)
            .sorted { $0.description < $1.description }
            .map { (language: $0, texts: scene.missingTranslations(for: $0)) }
        let contexts = settings.map { LintContext(scene, on: $0, untranslated: untranslated) }
        var findings: [LintFinding] = []
        for guideline in Guideline.all {
            var items: [SceneItem: Int] = [:]
            for (turn, context) in contexts.enumerated() {
                for violation in guideline.violations(context) {
                    // An item may violate a guideline in several ways, on one device.
                    guard items[violation.item, default: turn] == turn else { continue }
                    items[violation.item] = turn
                    findings.append(LintFinding(guideline, violation))
                }
            }
        }
        return Guideline.Severity.allCases.sorted().flatMap { severity in
            findings.filter { $0.severity == severity }
        }
    }
}

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
    /// The property of the item that is in question; `nil` if it is not one alone.
    package let property: PropertyName?
    /// The rows of the descriptions that the guideline comes from.
    package let rows: [String]
    /// All changes that fix it; empty where only the app can know them.
    package let fix: [Fix]

    private enum CodingKeys: CodingKey {
        case code, severity, item, reason, rows, fix
    }

    /// Reports a violation.
    init(_ guideline: Guideline, _ violation: Violation) {
        code = guideline.code
        severity = guideline.severity
        item = violation.item
        reason = violation.reason
        property = violation.property
        rows = guideline.rows
        fix = violation.fix
    }
}

/// A property to set or unset on an item, so that a guideline finds nothing there any more.
package struct Fix: Hashable, Sendable, Encodable {
    /// The item to set it on; the scene for all bars.
    package let item: SceneItem
    /// The name of a property; `title` and `badge` without a language are the item's own.
    package let name: String
    /// The value to set; `nil` unsets the property.
    package let value: String?

    /// Joins the parts.
    package init(_ item: SceneItem, _ name: String, _ value: String?) {
        self.item = item
        self.name = name
        self.value = value
    }

    private enum Key: CodingKey {
        case item, name, value
    }

    /// Encodes the value of an unset property too, as `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(item, forKey: .item)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
    }
}
