import Foundation
import Testing

@testable import NavigationBars

@Suite("Lengths of layouts and of publications")
struct MeasureTests {
    private static let page = SceneSamples.golden.deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/Bars/NavigationBars/NavigationBars.docc/Measures.md")

    @Test(
        "A layout has the length that is documented",
        arguments: MeasureTable.all.flatMap(\.measures))
    func documented(measure: Measure) throws {
        let measured = try measure.measured()
        #expect(isClose(measured, measure.documented), "\(measure.name) is \(measured)")
    }

    @Test("The page of the documentation has the table of all lengths")
    func table() throws {
        var page = """
            # Measures

            Lengths of the laid out bars beside those that are documented, as a test measures them.

            ## Overview

            All figures are points, but for counts and opacities. A source names the publication, or the
            description that this library implements: Apple's guidelines and the Kotlin sources of Material 3 in
            published copies of 2022 to 2026. A figure from memory has not been compared with its source. Lengths
            without a row have no published figure: the documentation of the code says so of each.

            """
        for table in MeasureTable.all {
            page += "\n## \(table.platform)\n\n"
            page += "| part | documented | measured | source |\n|---|---|---|---|\n"
            for measure in table.measures {
                page += "| \(measure.name) | \(text(measure.documented)) "
                page += "| \(text(try measure.measured())) | \(measure.source) |\n"
            }
        }
        try GoldenFile.expect(page, toBe: Self.page)
    }

    private func text(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
