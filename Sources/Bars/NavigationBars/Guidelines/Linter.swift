package import NavigationModel

/// Checks a scene against all guidelines.
package enum Linter {
    /// Returns the violations in a scene, the most severe first, then in the order of
    /// ``Guideline/all`` and of the scene.
    ///
    /// Guidelines that depend on a device are checked on each of `devices`, and reported once for
    /// an item; without any as on a phone. Translations are expected in the languages that the
    /// scene uses anywhere, in those of the devices and in `languages`. Costs the size of the scene
    /// for each device.
    package static func findings(
        in scene: Scene, on devices: [DeviceTraits] = [], languages: [LanguageTag] = []
    ) -> [LintFinding] {
        let settings: [DeviceTraits?] = devices.isEmpty ? [nil] : devices
        let untranslated = Set(scene.languages + languages + devices.map(\.locale))
            .sorted { $0.description < $1.description }
            .map { (language: $0, texts: scene.missingTranslations(for: $0)) }
        let inspections = settings.map { LintContext(scene, on: $0, untranslated: untranslated) }
        var findings: [LintFinding] = []
        for guideline in Guideline.all {
            var items: [SceneItem: Int] = [:]
            for (turn, inspection) in inspections.enumerated() {
                for breach in guideline.breaches(inspection) {
                    // An item may violate a guideline in several ways, on one device.
                    guard items[breach.item, default: turn] == turn else { continue }
                    items[breach.item] = turn
                    findings.append(LintFinding(guideline, breach))
                }
            }
        }
        return Guideline.Severity.allCases.sorted().flatMap { severity in
            findings.filter { $0.severity == severity }
        }
    }
}
