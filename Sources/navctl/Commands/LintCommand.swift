internal import ArgumentParser
internal import NavigationBars
internal import NavigationClient
internal import NavigationModel

/// `navctl lint`
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Say where the scene does otherwise than the guidelines of its bars advise.",
        discussion: """
            Guidelines advise: nothing is ever refused because of them. Each finding has a code that
            stays the same, a severity, the item, the reason and the rows that it comes from. Ends
            with 1 if one is an error. With --fix what can be mended safely is mended, in the file or
            in the live scene, in one change.

            EXAMPLES:
              navctl lint
              navctl lint clock.yaml --fix
              navctl lint --profile ipad --output json | jq -r '.findings[].code'
            """)

    @Argument(help: "A scene file (YAML) instead of the live scene; '-' reads standard input.")
    var file: String?

    @Flag(help: "Mend what can be mended safely.")
    var fix = false

    @Option(
        help: ArgumentHelp(
            "Ask for translations into this language, too; as often as wanted.",
            valueName: "tag"))
    var language: [String] = []

    @OptionGroup var traits: TraitOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        for tag in language where LanguageTag(tag) == nil {
            throw ValidationError("'\(tag)' is no language, as ko or pt-BR")
        }
        if fix, file == "-" { throw ValidationError("standard input can't be mended: name a file") }
    }

    mutating func run() async throws {
        let device = try traits.device(options)
        let looked = try await SceneSource(file: file).look(options)
        let findings = GuidelineCheck.findings(
            in: looked.scene, on: [device], languages: language.compactMap(LanguageTag.init))
        try write(findings, looked.revision)
        try looked.complete()
        if findings.contains(where: { $0.severity == .error }) { throw ExitStatus.failed }
    }

    private func write(_ findings: [Finding], _ revision: Revision?) throws {
        switch options.output {
        case .json:
            try options.results.write([
                "findings": try JSON(encoding: findings), "revision": .init(revision),
                "errors": .init(findings.count { $0.severity == .error }),
                "warnings": .init(findings.count { $0.severity == .warning }),
            ])
        case .text:
            for finding in findings { try options.results.write(Self.line(finding)) }
            if findings.isEmpty { Diagnostics.print("nothing to say: all is as it is advised") }
        }
    }

    /// `error tab-label-missing tab inbox: … (D-10)`
    private static func line(_ finding: Finding) -> StyledLine {
        var line = StyledLine(finding.severity.rawValue, finding.severity == .error ? .badge : .dim)
        line.append(" " + finding.code, .bold)
        line.append(" \(finding.item.description.label()): \(finding.reason.label())")
        line.append(" (\(finding.rows.joined(separator: ", ")))", .dim)
        return line
    }
}
