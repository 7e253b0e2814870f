import DescribedRows
import NavigationModel
import Testing

@testable import NavigationBars

/// Holds a check to its row: silent on a good scene, found on a bad one, fixed by its own fix.
enum GuidelineExpectation {
    /// The findings of one guideline.
    static func findings(
        _ code: String, in sample: SampleScene, on device: DeviceTraits? = nil
    ) -> [LintFinding] {
        Linter.findings(in: sample.scene, on: device.map { [$0] } ?? [])
            .filter { $0.code == code }
    }

    /// Expects that a change to a good scene is found, by the code that a row names, and only it.
    ///
    /// - Parameters:
    ///   - fixed: whether there is a fix: then it leaves nothing to find, and does no other harm.
    ///   - alone: whether no other guideline finds anything.
    @discardableResult
    static func violation(
        _ row: DescribedRow, code key: String = "code", good: SampleScene = .good,
        on device: DeviceTraits? = nil, fixed: Bool = false, alone: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout SampleScene) -> Void
    ) throws -> LintFinding {
        let code = row[key]
        #expect(
            findings(code, in: good, on: device).isEmpty, "the good scene",
            sourceLocation: sourceLocation)
        let bad = good.with(change)
        let found = findings(code, in: bad, on: device)
        let finding = try #require(found.first, sourceLocation: sourceLocation)
        #expect(finding.rows.contains(row.id), sourceLocation: sourceLocation)
        #expect(
            finding.reason.count > 20 && !finding.reason.contains("\n"),
            sourceLocation: sourceLocation)
        let all = Linter.findings(in: bad.scene, on: device.map { [$0] } ?? [])
        if alone {
            #expect(Set(all.map(\.code)) == [code], sourceLocation: sourceLocation)
        }
        #expect(
            fixed != finding.fix.isEmpty, "\(finding.fix)", sourceLocation: sourceLocation)
        guard fixed else { return finding }
        let repaired = bad.with { sample in
            for fix in found.flatMap(\.fix) { sample.apply(fix) }
        }
        let left = Linter.findings(in: repaired.scene, on: device.map { [$0] } ?? [])
        #expect(!left.contains { $0.code == code }, sourceLocation: sourceLocation)
        #expect(
            Set(left.map(\.code)).isSubset(of: Set(all.map(\.code))),
            sourceLocation: sourceLocation)
        return finding
    }
}
