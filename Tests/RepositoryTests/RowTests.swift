import DescribedRows
import Testing

@Suite("Each described row has its test")
struct RowTests {
    /// The ids that a display name begins with: `T-33` of "T-33: …", two of "T-33, T-34: …".
    private static func ids(of name: Substring) -> [String] {
        name.prefixMatch(of: /[A-Z]-\d+(?:, [A-Z]-\d+)*/).map { match in
            match.output.split(separator: ", ").map(String.init)
        } ?? []
    }

    /// The names of all tests that begin with an id.
    private static func namedTests() throws -> [(name: Substring, ids: [String], path: String)] {
        try TidyTests.tests.flatMap { path in
            try Repository.text(of: path).matches(of: /@Test\(\s*"([A-Z]-\d[^"]*)"/).map {
                ($0.output.1, ids(of: $0.output.1), path)
            }
        }
    }

    @Test("The list is whole: each letter counts on without a gap, and no row comes twice")
    func gapless() {
        let expected = DescribedRow.counts.flatMap { letter, count in
            (1...count).map { "\(letter)-\($0 < 10 ? "0" : "")\($0)" }
        }
        #expect(DescribedRow.all.map(\.id) == expected)
        #expect(expected.count == 296)
    }

    @Test("Every row has a claim in one sentence, and a figure")
    func claims() {
        for row in DescribedRow.all {
            #expect(!row.kinds.isEmpty && !row.figures.isEmpty, "\(row.id)")
            #expect(row.claim.split(separator: " ").count >= 3, "\(row.id): \(row.claim)")
        }
    }

    @Test("Codes are words with hyphens, colours have six digits, and what counts is a number")
    func figures() throws {
        for row in DescribedRow.all {
            for (name, figure) in row.figures {
                if name == "code" || name.hasPrefix("code.") || name == "silences" {
                    #expect(figure.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)+/) != nil, "\(row.id)")
                }
                if figure.hasPrefix("#") {
                    #expect(figure.wholeMatch(of: /#[0-9A-F]{6}/) != nil, "\(row.id): \(figure)")
                }
                if figure.first?.isNumber ?? false, !figure.contains(/[ ,]/) {
                    #expect(Double(figure) != nil, "\(row.id): \(figure)")
                }
            }
        }
    }

    @Test(
        "A line that can't be read is no row",
        arguments: [
            "T-33", "T-33 | L | a claim", "T-33 | L | a claim |", "T-33 | X | a claim | a = 1",
            "T-33 | L | a claim | a", "T-33 | L | a claim | a = ",
            "T-33 | L | a claim | a = 1; a = 2",
            "T-33 | L | a claim | a = 1;", "T-33 | L | a | claim | a = 1",
        ])
    func unreadable(line: String) {
        #expect(DescribedRow(line: line) == nil)
    }

    @Test("Every row has a test whose name begins with its id")
    func complete() throws {
        let tested = Set(try Self.namedTests().flatMap(\.ids))
        let missing = DescribedRow.all.map(\.id).filter { !tested.contains($0) }
        if !missing.isEmpty { Issue.record("\(missing.count) rows have no test: \(missing)") }
    }

    @Test(
        "No test is named after a row that there is not, and each name goes on with what it shows")
    func known() throws {
        let rows = Set(DescribedRow.all.map(\.id))
        for test in try Self.namedTests() {
            let unknown = test.ids.filter { !rows.contains($0) }
            #expect(unknown.isEmpty, "\(test.path): \(unknown)")
            let start = test.ids.joined(separator: ", ") + ": "
            #expect(test.name.hasPrefix(start) && test.name.count > start.count, "\(test.name)")
        }
    }
}
