import DescribedRows
import Foundation
import NavigationModel
import Testing

@testable import NavigationBars

@Suite("The catalogue of guidelines")
struct GuidelineCatalogueTests {
    /// The page that lists them.
    private func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Bars/NavigationBars/NavigationBars.docc/Guidelines.md")
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("Each code is there once, is written like the others, and comes from rows that exist")
    func codes() throws {
        let codes = Guideline.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        let rows = Set(DescribedRow.all.map(\.id))
        for guideline in Guideline.all {
            #expect(guideline.code.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)+/) != nil)
            #expect(!guideline.rows.isEmpty && !guideline.summary.isEmpty)
            #expect(rows.isSuperset(of: guideline.rows), "\(guideline.code)")
        }
    }

    @Test("Each code that a row names is in the catalogue, and comes from that row")
    func rows() {
        for row in DescribedRow.all {
            for (name, code) in row.figures where name == "code" || name.hasPrefix("code.") {
                let guideline = Guideline.all.first { $0.code == code }
                #expect(guideline?.rows.contains(row.id) == true, "\(row.id): \(code)")
            }
        }
    }

    @Test(
        "The page of guidelines lists each with its severity, its rows and its words, and no other")
    func documented() throws {
        let lines = try page().split(separator: "\n").filter {
            $0.firstMatch(of: /^\| `[a-z0-9-]+` \| (error|warning|info) \|/) != nil
        }
        let expected = Guideline.all.map { guideline in
            "| `\(guideline.code)` | \(guideline.severity.rawValue) "
                + "| \(guideline.rows.joined(separator: ", ")) | \(guideline.summary) |"
        }
        #expect(lines.map(String.init) == expected)
    }
}
