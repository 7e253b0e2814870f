import NavigationClient
import NavigationModel
import Testing

@testable import Web

@Suite("The reasons of refusals")
struct PageReasonTests {
    /// The lines of the page with the words of one language, by their tables.
    private static func tables() throws -> [String: [String: String]] {
        let page = try #require(WebAsset.at("/page.js"))
        var tables: [String: [String: String]] = [:]
        var name = ""
        for line in String(decoding: page.content, as: UTF8.self).split(separator: "\n") {
            if let match = line.firstMatch(of: /^const (\w+) = \{$/) {
                name = String(match.output.1)
            } else if let match = line.firstMatch(of: /^  (en|ko|ar): (\{.*\}),$/) {
                tables[name, default: [:]][String(match.output.1)] = String(match.output.2)
            }
        }
        return tables
    }

    /// The keys of a table's line.
    private static func keys(_ line: String) -> [String] {
        line.matches(of: /[{,] (\w+): "/).map { String($0.output.1) }
    }

    @Test("Every reason has words in each language of the page, and no words are of another")
    func words() throws {
        let tables = try Self.tables()
        #expect(tables.keys.sorted() == ["actions", "reasons", "table"])
        for (name, languages) in tables {
            #expect(languages.keys.sorted() == ["ar", "en", "ko"])
            let keys = Set(languages.values.map { Self.keys($0).sorted() })
            #expect(keys.count == 1, "\(name): \(keys)")
        }
        let codes = try #require(tables["reasons"]?["en"].map(Self.keys))
        #expect(codes.sorted() == PageReason.allCases.map(\.rawValue).sorted())
        for line in try #require(tables["reasons"]).values {
            #expect(!line.contains("navctl") && !line.contains("--"))
        }
    }

    @Test("A rejection has a reason of its own where a person can do something about it")
    func rejections() {
        #expect(PageReason(.applied) == nil)
        #expect(PageReason(.noop()) == nil)
        #expect(PageReason(.superseded(by: nil)) == .superseded)
        #expect(PageReason(.hidden(by: nil)) == .hidden)
        #expect(PageReason(.rejected(.answered)) == .answered)
        #expect(PageReason(.rejected(.unknownTab)) == .missing)
        #expect(PageReason(.rejected(.preferredDisabled)) == .disabled)
        let reasons = Rejection.allCases.map { PageReason(.rejected($0)) }
        #expect(!reasons.contains(nil))
        #expect(PageReason(NavigationClientError(.viewer, "")) == .viewer)
        #expect(PageReason(NavigationClientError(.device, "")) == .server)
    }
}
