internal import ArgumentParser
internal import CommandLine
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel
internal import NavigationProperties
internal import NavigationSceneFile
internal import NavigationText

/// `navctl lint`
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check the scene against guidelines.",
        discussion: """
            Findings are advice: no change is refused because of them. Each has a stable
            code, a severity, the item, the reason and the guideline rows. The exit status
            is 1 if a finding is an error. --fix applies the safe fixes: to the live scene
            in one change, which 'undo' reverts; to a file by rewriting it like 'export',
            without its comments. Findings of a file begin with its line and column.

            Translations are required into the languages that the scene has any texts in,
            into that of --locale or of this device, and into those of --language, except
            for the app's own (developmentLanguage).

            EXAMPLES:
              navctl lint
              navctl lint clock.yaml --fix
              navctl lint --profile ipad --output json | jq -r '.findings[].code'
            """)

    @Argument(help: "A scene file (YAML) instead of the live scene; - for standard input")
    var file: String?

    @Flag(help: "Apply the safe fixes")
    var fix = false

    @Option(
        help: ArgumentHelp(
            "Also require translations into this language (repeatable)",
            valueName: "tag"))
    var language: [String] = []

    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        for tag in language where LanguageTag(tag) == nil {
            throw ValidationError("'\(tag)' is not a language tag, as ko or pt-BR")
        }
        if fix, file == "-" {
            throw ValidationError("--fix can't change standard input: name a file")
        }
    }

    mutating func run() async throws {
        let stored = try traits.stored(options)
        // A device that no language is set for speaks English, but asks no app to.
        language += stored.locale.map { [$0] } ?? []
        if let file {
            try checkFile(file, on: stored.device)
        } else {
            try await checkLive(on: stored.device)
        }
    }

    private func checkFile(_ file: String, on device: DeviceTraits) throws {
        var (description, positions) = try SceneFile.located(in: file)
        var scene = try Scene(description)
        var findings = self.findings(in: scene, on: device)
        var fixed: [LocatedFinding] = []
        func located(_ findings: [LintFinding]) -> [LocatedFinding] {
            findings.map {
                LocatedFinding($0, in: file, at: positions, scene: scene, description)
            }
        }
        if fix, let mending = findings.mending {
            let mended = try description.fulfilling(mending)
            try TextFile.write(SceneFile.write(mended), to: file)
            let left = self.findings(in: try Scene(mended), on: device)
            // Fixed findings are placed in the file as it was.
            fixed = located(findings.besides(left))
            (description, positions) = try SceneFile.located(in: file)
            scene = try Scene(description)
            findings = left
        }
        try finish(located(findings), fixed, nil)
    }

    private func checkLive(on device: DeviceTraits) async throws {
        try await options.session(flushesOutbox: fix).closing { try await check($0, on: device) }
    }

    private func check(_ session: SceneMirror, on device: DeviceTraits) async throws {
        var (view, blockingError) = await session.fetchScene()
        var findings = self.findings(in: view.scene, on: device)
        var fixed: [LintFinding] = []
        if fix, let mending = findings.mending {
            try ChangeReport(try await session.submit(mending)).complete()
            (view, blockingError) = await session.fetchScene()
            let left = self.findings(in: view.scene, on: device)
            fixed = findings.besides(left)
            findings = left
        }
        try StaleSceneWarning.complain(of: blockingError, view)
        try finish(
            findings.map { LocatedFinding($0) }, fixed.map { LocatedFinding($0) }, view.revision)
    }

    private func findings(in scene: Scene, on device: DeviceTraits) -> [LintFinding] {
        Linter.findings(
            in: scene, on: [device], languages: language.compactMap(LanguageTag.init))
    }

    private func finish(
        _ findings: [LocatedFinding], _ fixed: [LocatedFinding], _ revision: Revision?
    ) throws {
        try write(findings, fixed, revision)
        if findings.contains(where: { $0.finding.severity == .error }) { throw ExitStatus.failed }
    }

    private func write(
        _ findings: [LocatedFinding], _ fixed: [LocatedFinding], _ revision: Revision?
    ) throws {
        switch options.output {
        case .json:
            try options.results.write(
                object: LintJSON(
                    findings: Sparse(findings), fixed: Sparse(fixed),
                    revision: revision?.rawValue,
                    errors: findings.count { $0.finding.severity == .error },
                    warnings: findings.count { $0.finding.severity == .warning }))
        case .text:
            for finding in fixed {
                var line = StyledLine("fixed ", .accent)
                line.append(finding.line)
                try options.results.write(line)
            }
            for finding in findings { try options.results.write(finding.line) }
            if findings.isEmpty, fixed.isEmpty {
                Console.print("no findings")
            }
        }
    }

}

/// The findings as JSON.
private struct LintJSON: Encodable {
    let findings: Sparse<[LocatedFinding]>
    let fixed: Sparse<[LocatedFinding]>
    let revision: UInt64?
    let errors: Int
    let warnings: Int
}

extension [LintFinding] {
    /// Returns the findings that others do not contain. A guideline that is violated by an item as
    /// often as before has no new finding, even if the reason has other words now: a badge has been
    /// shortened.
    fileprivate func besides(_ others: [LintFinding]) -> [LintFinding] {
        let left = Set(others)
        return filter { finding in
            !left.contains(finding)
                && count(where: finding.isAlike) > others.count(where: finding.isAlike)
        }
    }
}

extension LintFinding {
    /// Returns a Boolean value indicating whether another finding is of the same guideline and
    /// item.
    fileprivate func isAlike(_ other: LintFinding) -> Bool {
        code == other.code && item == other.item
    }
}

extension Fix {
    /// The intent that applies the fix.
    var intent: Intent {
        let text = value.flatMap { $0.isEmpty ? nil : $0 }
        let property = PropertyName(unchecked: name)
        return switch item {
        case .scene: .setBar(BarKey(unchecked: name), text)
        case .tab(let id) where name == Property.title.pattern: .updateTab(id, title: text ?? "")
        case .tab(let id) where name == Property.badge.pattern:
            .setBadge(id, text.map(BadgeValue.text) ?? .cleared)
        case .tab(let id): .setProperties(.tab(id), [property: text])
        case .screen(let id) where name == Property.title.pattern:
            .updateScreen(id, title: text ?? "")
        case .screen(let id): .setProperties(.screen(id), [property: text])
        case .modal(let id) where name == Property.title.pattern:
            .updateModal(id, title: text ?? "")
        case .modal(let id): .setProperties(.modal(id), [property: text])
        case .bar(let id): .setProperties(.bar(id), [property: text])
        }
    }
}

extension [LintFinding] {
    /// All safe fixes, as one intent; `nil` if there are none. Of two for the same property of an
    /// item, the one of the more severe finding counts.
    var mending: Intent? {
        var seen: Set<String> = []
        let fixes = flatMap(\.fix).filter { seen.insert("\($0.item) \($0.name)").inserted }
        return fixes.isEmpty ? nil : .batch(fixes.map(\.intent))
    }
}

extension SceneDescription {
    /// Returns the description after an intent; parts that it leaves out stay left out.
    func fulfilling(_ intent: Intent) throws -> SceneDescription {
        var fixed = SceneDescription(try Scene(self, then: intent))
        fixed.modals = fixed.modals ?? modals.map { _ in [] }
        fixed.bars = fixed.bars ?? bars.map { _ in [:] }
        fixed.standaloneBars = fixed.standaloneBars ?? standaloneBars.map { _ in [] }
        if selectedTab == nil { fixed.selectedTab = nil }
        return fixed
    }
}
